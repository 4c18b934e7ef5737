import { useParams } from 'react-router-dom'

import type { BatchAnswer } from '#contract/proxy/batches.ts'
import { useCurrentUser } from '../../current-user.ts'
import { BatchView } from './batch/BatchView.tsx'
import { OpenedSaleView } from './SalePage.tsx'
import { useReviewedBatch } from './use-reviewed-batch.ts'

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
  lost: false,
  'not-mine': false,
  gone: false,
  away: false,
}

/** Never approved, and its cashier is the one who looks: what became of its first line is what there is to say. */
function isUnderReview({ state, approvedAt, stop, cashier }: BatchAnswer, me: string): boolean {
  if (cashier.id !== me || approvedAt !== undefined) return false
  return state === 'checked' || stop?.reason === 'not-sold' || (stop?.reason === 'requested' && stop.by?.id === me)
}
