import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'

import type { BatchAnswer } from '#contract/proxy/batches.ts'
import { batchQuery, useConfirmBatch, useStopBatch } from '../../api/batch.ts'
import { useCurrentUser } from '../../current-user.ts'
import { BatchView } from './batch/BatchView.tsx'
import type { ReviewedQuantity } from './content.ts'
import { OpenedSaleView } from './SalePage.tsx'
import { useRequestedOpening, useSending, type OpenedSale } from './use-sale.ts'

/** One quantity by the id in its address: its review, and from the first approval on the quantity itself. */
export default function BatchPage() {
  const { batchId = '' } = useParams()
  return <Quantity key={batchId} id={batchId} />
}

/** The first line is reviewed for all of them, with all that the review of a sale can show. */
function Quantity({ id }: { id: string }) {
  const { batch, review, quantity } = useReviewedBatch(id)
  const { person } = useCurrentUser()
  const isReview = batch ? isUnderReview(batch, person.id) : IS_ASKED[review.known.kind]
  return isReview ? <OpenedSaleView opened={review} quantity={quantity} /> : <BatchView id={id} />
}

/** While the proxy has not told the quantity: this tab asked for it, or approved it. */
const IS_ASKED: Record<ReturnType<typeof useReviewedBatch>['review']['known']['kind'], boolean> = {
  opening: true,
  'open-lost': true,
  'turned-down': true,
  silent: true,
  sale: false,
  looking: false,
  missing: false,
  'not-mine': false,
  gone: false,
  away: false,
}

/** Never approved, and its cashier is the one who looks: what became of its first line is what there is to say. */
function isUnderReview({ state, approvedAt, stop, cashier }: BatchAnswer, me: string): boolean {
  if (cashier.id !== me || approvedAt !== undefined) return false
  return state === 'checked' || stop?.reason === 'not-sold' || (stop?.reason === 'requested' && stop.by?.id === me)
}

/** Reads the quantity, opens it again where that is due, and approves all its lines. `review` is its first line, which stands for all. */
function useReviewedBatch(id: string): {
  batch: BatchAnswer | undefined
  review: OpenedSale
  quantity: ReviewedQuantity | undefined
} {
  const opening = useRequestedOpening('quantity', id)
  const confirm = useConfirmBatch(id)
  const stop = useStopBatch(id)
  const query = useQuery({ ...batchQuery(id), enabled: opening.isReading })
  const batch = query.data
  const review = useSending(id, opening, {
    sale: batch?.lines[0]?.sale,
    error: query.error ?? query.failureReason,
    readAt: query.dataUpdatedAt,
    readAgain: () => void query.refetch(),
    send: (_, { approver, duplicateOf }, callbacks) => {
      if (!batch) return
      const lines = batch.lines.map(({ line }) => line)
      confirm.mutate({ version: batch.version, lines, approver, duplicateOf }, callbacks)
    },
  })
  return { batch, review, quantity: batch && { count: batch.count, onLeave: () => stop.mutate() } }
}
