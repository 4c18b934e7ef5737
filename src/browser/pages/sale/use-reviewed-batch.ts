import { useQuery } from '@tanstack/react-query'

import type { BatchAnswer, OpenBatch } from '#contract/proxy/batches.ts'
import { batchQuery, useConfirmBatch, useOpenBatch, useStopBatch } from '../../api/batch.ts'
import type { SaleRequest } from '../../sale/begin-sale.ts'
import { useOpening, useSending, type OpenedSale } from './use-sale.ts'

/** A quantity at its review. */
export type ReviewedQuantity = {
  count: number
  /** It is not sold after all. */
  onLeave: () => void
}

/** Opens the quantity when this tab asked for it, and approves all its lines. `review` is its first line, which stands for all. */
export function useReviewedBatch(id: string): {
  batch: BatchAnswer | undefined
  review: OpenedSale
  quantity: ReviewedQuantity | undefined
} {
  const open = useOpenBatch(id)
  const opening = useOpening('quantity', id, open, (request, options) => open.mutate(bodyOf(request), options))
  const confirm = useConfirmBatch(id)
  const stop = useStopBatch(id)
  const query = useQuery({ ...batchQuery(id), enabled: opening.isOver })
  const batch = query.data
  const review = useSending(id, opening, {
    sale: batch?.lines[0]?.sale,
    error: query.error ?? query.failureReason,
    readAt: query.dataUpdatedAt,
    readAgain: () => void query.refetch(),
    confirm,
    send: (_, { approver, duplicateOf }, onError) => {
      if (!batch) return
      const lines = batch.lines.map(({ line }) => line)
      confirm.confirm({ version: batch.version, lines, approver, duplicateOf }, onError)
    },
  })
  return { batch, review, quantity: batch && { count: batch.count, onLeave: () => stop.mutate() } }
}

function bodyOf({ content, count }: SaleRequest): OpenBatch {
  if (content.kind === 'international' || count === undefined) throw new Error('no request for a quantity')
  return { ...content, count }
}
