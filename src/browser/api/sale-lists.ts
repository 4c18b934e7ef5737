import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'

import { proxyPaths } from '#contract/proxy/paths.ts'
import type { SalesPage } from '#contract/proxy/sales.ts'
import type { SaleGroup } from '#domain/sale-group.ts'
import type { SaleId } from '#domain/sale-id.ts'
import type { ShopDay } from '#domain/shop-day.ts'
import { request } from './request.ts'

const LIST_AGAIN_MS = 5_000
const DESK_AGAIN_MS = 3_000

/** What of the list is wanted; nothing said is today's, of everybody one may see. A search goes over all days. */
export type SalesFilter = { day?: ShopDay; state?: SaleGroup; cashier?: string; service?: string; q?: string }

/** The list of sales, page by page; while another part of it is read, the last one stays. */
export const salesPagesQuery = (filter: SalesFilter) =>
  infiniteQueryOptions({
    queryKey: ['sales', 'list', filter],
    queryFn: ({ signal, pageParam }) =>
      request<SalesPage>('GET', listPath({ ...filter, ...(pageParam && { cursor: pageParam }) }), { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: LIST_AGAIN_MS,
    placeholderData: keepPreviousData,
  })

/** A sale of somebody else, as whoever has its id may find it: what it is, without what happened to it. */
export const foundSaleQuery = (id: SaleId) =>
  queryOptions({
    queryKey: ['sales', 'found', id],
    queryFn: async ({ signal }) =>
      (await request<SalesPage>('GET', listPath({ q: id }), { signal })).sales.find((sale) => sale.id === id) ?? null,
  })

/** The pending desk, of any day and the whole shop, as this person sees it. */
export const deskQuery = queryOptions({
  queryKey: ['sales', 'desk'],
  queryFn: ({ signal }) => request<SalesPage>('GET', listPath({ state: 'desk' }), { signal }),
  refetchInterval: DESK_AGAIN_MS,
})

function listPath(query: Record<string, string>): string {
  const text = new URLSearchParams(query).toString()
  return text === '' ? proxyPaths.sales : `${proxyPaths.sales}?${text}`
}
