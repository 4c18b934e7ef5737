import { queryOptions, replaceEqualDeep, useMutation, useQueryClient } from '@tanstack/react-query'

import type { BatchAnswer, OpenBatch } from '#api/batches.ts'
import { isComplete, type Sale } from '#domain/sale/sale.ts'
import { call, pageBuild } from './request.ts'
import { batchKey, OPEN, rereadSales } from './sale.ts'
import { REFETCH_MS } from './refetch-ms.ts'

export const batchQuery = (id: string) =>
  queryOptions({
    queryKey: batchKey(id),
    queryFn: ({ signal }) => call('GET /api/batches/:id', { id, signal }),
    refetchInterval: ({ state }) => (state.data && isAtRest(state.data) ? REFETCH_MS.restingBatch : REFETCH_MS.sale),
    structuralSharing: (known, read) =>
      replaceEqualDeep(known, newestOf(known as BatchAnswer | undefined, read as BatchAnswer)),
  })

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
