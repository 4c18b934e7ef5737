import {
  queryOptions,
  replaceEqualDeep,
  useMutation,
  useMutationState,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'

import type { BatchAnswer } from '#api/batches.ts'
import type { FoundSales, OpenSale, SaleListPage } from '#api/sales.ts'
import type { SaleId } from '#domain/sale/id.ts'
import { isComplete, type Sale } from '#domain/sale/sale.ts'
import { isSummary } from '#domain/sale/summary.ts'
import { call, pageBuild } from './request.ts'
import { sessionQuery } from './session.ts'
import { REFETCH_MS } from './refetch-ms.ts'

export const saleQuery = (id: SaleId) =>
  queryOptions({
    queryKey: ['sales', 'one', id],
    queryFn: ({ signal }) => call('GET /api/sales/:id', { id, signal }),
    // Only the server's record. The server asks the wholesaler at the interval that the spec allows (8).
    refetchInterval: ({ state }) =>
      state.data && isComplete(state.data) && !state.data.print ? false : REFETCH_MS.sale,
    structuralSharing: newerSale,
  })

/** Keeps the newer version, because responses may arrive out of order. */
function newerSale(known: unknown, read: unknown): unknown {
  const isOlder = known !== undefined && (read as Sale).version < (known as Sale).version
  return isOlder ? known : replaceEqualDeep(known, read)
}

/** The key of all mutations that open a sale or a batch. Their variables have its `id`. */
export const OPEN = ['open']

/** Repeating the request with the same id and content has no effect (rule 2). The review starts it; the sale page follows it with `useOpening`. */
export function useOpenSale(onOpened: (id: string) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: OPEN,
    mutationFn: ({ id, content }: { id: string; content: OpenSale }) =>
      call('PUT /api/sales/:id', { id, body: content, headers: pageBuild() }),
    onSuccess: (sale, { id }) => {
      cacheSale(queryClient, sale)
      onOpened(id)
    },
    onSettled: () => rereadSales(queryClient),
  })
}

/** The state of the last opening of this sale or batch from any page, or `undefined` after a reload. */
export function useOpening(id: string) {
  return useMutationState({
    filters: { mutationKey: OPEN, predicate: ({ state }) => idOf(state.variables) === id },
    select: ({ state: { status, error } }) => ({ status, error }),
  }).at(-1)
}

/** Clears a failed opening when its page is left, so it starts over on return. */
export function forgetFailedOpening(queryClient: QueryClient, id: string): void {
  const cache = queryClient.getMutationCache()
  const failed = cache.findAll({
    mutationKey: OPEN,
    status: 'error',
    predicate: ({ state }) => idOf(state.variables) === id,
  })
  for (const mutation of failed) cache.remove(mutation)
}

const idOf = (variables: unknown) => (variables as { id: string } | undefined)?.id

/** A step returns the sale without its events, so the known ones are kept until the next read. */
export function cacheSale(queryClient: QueryClient, sale: Sale): void {
  queryClient.setQueryData(saleQuery(sale.id).queryKey, (known) =>
    known?.events && !sale.events ? { ...sale, events: known.events } : sale,
  )
  if (!sale.batch) return
  queryClient.setQueryData<BatchAnswer>(
    batchKey(sale.batch.id),
    (known) =>
      known && { ...known, lines: known.lines.map((line) => (line.sale?.id === sale.id ? { ...line, sale } : line)) },
  )
}

export const batchKey = (id: string) => ['sales', 'batch', id]

/** Not awaited: a step is done when its own response arrives. */
export function rereadSales(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: ['sales'] })
  void queryClient.invalidateQueries({ queryKey: ['status'] })
}

/** Lists other than searches have no summaries. */
export const wholeSales = ({ sales, ...page }: FoundSales): SaleListPage => ({
  ...page,
  sales: sales.filter((sale) => !isSummary(sale)),
})

/** Today's newest sales: the cashier's own, all sales for a supervisor, none at a kiosk. */
export const salesTodayQuery = queryOptions({
  queryKey: ['sales', 'today'],
  queryFn: async ({ client, signal }): Promise<SaleListPage> => {
    // A kiosk does not show what was sold.
    const isKiosk = client.getQueryData(sessionQuery.queryKey)?.terminal?.isKiosk === true
    return isKiosk ? { sales: [] } : wholeSales(await call('GET /api/sales', { signal }))
  },
  refetchInterval: REFETCH_MS.salesList,
})
