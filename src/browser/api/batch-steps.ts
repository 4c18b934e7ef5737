import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { BatchAnswer, ConfirmBatch } from '#api/batches.ts'
import type { ExportForm } from '#api/sales.ts'
import { batchQuery, salesOfBatch } from './batch.ts'
import { addressOf, call } from './request.ts'
import { rereadSales } from './sale.ts'
import { takeApprover, type ApproverWithPin } from './sale-steps.ts'

export const linesAddress = (id: string, form: ExportForm): string =>
  addressOf('GET /api/batches/:id/lines.csv', { form }, id)

type Confirmation = Omit<ConfirmBatch, 'approver'> & { approver?: ApproverWithPin | undefined }

/** The server sells the lines without this page. Not retried, like a sale's confirm. */
export function useConfirmBatch(id: string) {
  return useBatchStep(id, ({ approver, ...seen }: Confirmation) =>
    call('POST /api/batches/:id/confirm', { id, body: { ...seen, ...takeApprover(approver) } }),
  )
}

/** The server finishes the line in progress. */
export function useStopBatch(id: string) {
  return useBatchStep(id, async () => {
    const stopped = await call('POST /api/batches/:id/stop', { id })
    // A line proven not executed is refunded rather than retried, so it is abandoned here; the server gives up a line that was only checked.
    const proven = salesOfBatch(stopped).filter(
      ({ state, cashier }) => state === 'not-executed' && cashier.id === stopped.cashier.id,
    )
    const given = await Promise.allSettled(proven.map((sale) => call('POST /api/sales/:id/abandon', { id: sale.id })))
    const failed = given.find((one) => one.status === 'rejected')
    if (failed) throw failed.reason
    return stopped
  })
}

function useBatchStep<V = void>(id: string, mutationFn: (variables: V) => Promise<BatchAnswer>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (batch) => void queryClient.setQueryData(batchQuery(id).queryKey, batch),
    onSettled: () => rereadSales(queryClient),
  })
}
