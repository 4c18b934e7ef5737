import {
  infiniteQueryOptions,
  queryOptions,
  replaceEqualDeep,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'

import { proxyPaths } from '#contract/proxy/paths.ts'
import type { OpenSale, Revealed, SalesPage } from '#contract/proxy/sales.ts'
import type { SaleId } from '#domain/sale-id.ts'
import { isSettled, type Sale } from '#domain/sale.ts'
import { request } from './request.ts'

const LOOK_AGAIN_MS = 2_000
const LIST_AGAIN_MS = 5_000

export const saleQuery = (id: SaleId) =>
  queryOptions({
    queryKey: ['sales', 'one', id],
    queryFn: ({ signal }) => request<Sale>('GET', proxyPaths.sale(id), { signal }),
    // This only re-reads our journal; it is the proxy that asks the wholesaler, at the spec's pace (8).
    refetchInterval: ({ state }) => (state.data && isSettled(state.data) ? false : LOOK_AGAIN_MS),
    structuralSharing: newerSale,
  })

/** An answer that was overtaken on its way does not take the screen back. */
function newerSale(known: unknown, read: unknown): unknown {
  const isOlder = known !== undefined && (read as Sale).version < (known as Sale).version
  return isOlder ? known : replaceEqualDeep(known, read)
}

/** The newest sales of today: a cashier's own, for supervisors everybody's. */
export const salesTodayQuery = queryOptions({
  queryKey: ['sales', 'today'],
  queryFn: ({ signal }) => request<SalesPage>('GET', proxyPaths.sales, { signal }),
  refetchInterval: LIST_AGAIN_MS,
})

/** All sales of today, page by page. */
export const salesTodayPagesQuery = infiniteQueryOptions({
  queryKey: ['sales', 'today', 'pages'],
  queryFn: ({ signal, pageParam }) =>
    request<SalesPage>('GET', pageParam ? `${proxyPaths.sales}?cursor=${pageParam}` : proxyPaths.sales, { signal }),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
  refetchInterval: LIST_AGAIN_MS,
})

/** The receipt as the wholesaler wrote it. Every showing is written down by the proxy, so it is asked for once and never kept. */
export const revealQuery = (id: SaleId) =>
  queryOptions({
    queryKey: ['receipts', id],
    queryFn: ({ signal }) => request<Revealed>('POST', proxyPaths.revealSale(id), { signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  })

/** Opens the sale. The same id with the same content is the same sale, however often it is sent (DESIGN rule 2). */
export function useOpenSale(id: SaleId) {
  return useSaleStep(id, (content: OpenSale) => request<Sale>('PUT', proxyPaths.sale(id), { body: content }))
}

/** Not retried: what became of a confirm without an answer, the journal knows (DESIGN rule 4). */
export function useConfirmSale(id: SaleId) {
  return useSaleStep(id, (version: number) => request<Sale>('POST', proxyPaths.confirmSale(id), { body: { version } }))
}

/** Asks the wholesaler now, not sooner than the spec allows (DESIGN rule 8). */
export function useAskSale(id: SaleId) {
  return useSaleStep(id, () => request<Sale>('POST', proxyPaths.findSale(id)))
}

export function useAbandonSale(id: SaleId) {
  return useSaleStep(id, () => request<Sale>('POST', proxyPaths.abandonSale(id)))
}

function useSaleStep<V = void>(id: SaleId, mutationFn: (variables: V) => Promise<Sale>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    retry: false,
    onSuccess: (sale) => queryClient.setQueryData(saleQuery(id).queryKey, sale),
    onSettled: () => rereadSales(queryClient),
  })
}

/** Started, not waited for: a step is over when its own answer is there. */
function rereadSales(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: ['sales'] })
  void queryClient.invalidateQueries({ queryKey: ['status'] })
}
