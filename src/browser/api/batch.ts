import { queryOptions, replaceEqualDeep, useMutation, useQueryClient } from '@tanstack/react-query'

import type { BatchAnswer, ConfirmBatch, OpenBatch } from '#api/batches.ts'
import type { ExportForm } from '#api/sales.ts'
import { isComplete, type Sale } from '#domain/sale/sale.ts'
import { addressOf, call, pageBuild } from './request.ts'
import { batchKey, OPEN, rereadSales, takeApprover, type ApproverWithPin } from './sale.ts'
import { REFETCH_MS } from './refetch-ms.ts'

export const batchQuery = (id: string) =>
  queryOptions({
    queryKey: batchKey(id),
    queryFn: ({ signal }) => call('GET /api/batches/:id', { id, signal }),
    refetchInterval: ({ state }) => (state.data && isAtRest(state.data) ? REFETCH_MS.restingBatch : REFETCH_MS.sale),
    structuralSharing: (known, read) =>
      replaceEqualDeep(known, newestOf(known as BatchAnswer | undefined, read as BatchAnswer)),
  })

export const linesAddress = (id: string, form: ExportForm): string =>
  addressOf('GET /api/batches/:id/lines.csv', { form }, id)

/** The sales of the lines opened so far, in line order. */
export const salesOfBatch = ({ lines }: BatchAnswer): Sale[] => lines.flatMap(({ sale }) => sale ?? [])

const isAtRest = (batch: BatchAnswer) =>
  batch.state !== 'running' && batch.state !== 'checked' && salesOfBatch(batch).every(isComplete)

/** Responses may arrive out of order. */
function newestOf(known: BatchAnswer | undefined, read: BatchAnswer): BatchAnswer {
  if (!known) return read
  const newer = read.version < known.version ? known : read
  const all = [...salesOfBatch(known), ...salesOfBatch(read)]
  const newestSale = (sale: Sale) =>
    all.reduce((newest, other) => (other.id === sale.id && other.version > newest.version ? other : newest), sale)
  return { ...newer, lines: newer.lines.map((line) => (line.sale ? { ...line, sale: newestSale(line.sale) } : line)) }
}

/** Repeating the request with the same id and content has no effect. */
export function useOpenBatch(onOpened: (id: string) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: OPEN,
    mutationFn: ({ id, content }: { id: string; content: OpenBatch }) =>
      call('PUT /api/batches/:id', { id, body: content, headers: pageBuild() }),
    onSuccess: (batch, { id }) => {
      queryClient.setQueryData(batchQuery(id).queryKey, batch)
      onOpened(id)
    },
    onSettled: () => rereadSales(queryClient),
  })
}

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
