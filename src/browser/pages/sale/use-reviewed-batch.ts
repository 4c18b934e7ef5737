import { useQuery } from '@tanstack/react-query'

import type { BatchAnswer } from '#contract/proxy/batches.ts'
import { batchQuery, useConfirmBatch, useStopBatch } from '../../api/batch.ts'
import type { ReviewedQuantity } from './content.ts'
import { useRequestedOpening, useSending, type OpenedSale } from './use-sale.ts'

/** Reads the quantity, opens it again where that is due, and approves all its lines. `review` is its first line, which stands for all. */
export function useReviewedBatch(id: string): {
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
    send: (_, { accept: __, ...said }, callbacks) => {
      if (!batch) return
      const lines = batch.lines.map(({ line }) => line)
      confirm.mutate({ version: batch.version, lines, ...said }, callbacks)
    },
  })
  return { batch, review, quantity: batch && { count: batch.count, onLeave: () => stop.mutate() } }
}
