import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'

import type { BatchAnswer } from '#api/batches.ts'
import type { FoundSales, SalesFilter } from '#api/sales.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { isSummary, type SaleSummary } from '#domain/sale/summary.ts'
import { salesOfBatch } from './batch.ts'
import { call } from './request.ts'
import { wholeSales } from './sale.ts'
import { REFETCH_MS } from './refetch-ms.ts'

const LIST_FRESH_MS = 2_000

/** Not polled while it includes a colleague's sale: each read adds an audit log entry, and only ten a minute are allowed. */
export const salesPagesQuery = (filter: SalesFilter) =>
  infiniteQueryOptions({
    queryKey: ['sales', 'list', filter],
    queryFn: ({ signal, pageParam }) =>
      call('GET /api/sales', { query: { ...toQuery(filter), cursor: pageParam || undefined }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: ({ state }) => (hasSummary(state.data?.pages) ? Infinity : LIST_FRESH_MS),
    refetchInterval: ({ state }) => (hasSummary(state.data?.pages) ? false : REFETCH_MS.salesList),
    placeholderData: keepPreviousData,
  })

/** In the URL, the group is called `state`. */
const toQuery = ({ state, ...others }: SalesFilter) => ({ ...others, ...(state && { group: state }) })

const hasSummary = (pages: readonly FoundSales[] = []) => pages.some(({ sales }) => sales.some(isSummary))

/** The summary of a colleague's sale, which anyone with its id may read. Read once. */
export const foundSaleQuery = (id: SaleId) =>
  queryOptions({
    queryKey: ['sales', 'found', id],
    queryFn: async ({ signal }) =>
      (await call('GET /api/sales', { query: { q: id }, signal })).sales.find((sale) => sale.id === id) ?? null,
    staleTime: Infinity,
  })

/** Open items of all days and of the whole shop, as far as this person may see them. */
export const openItemsQuery = queryOptions({
  queryKey: ['sales', 'desk'],
  queryFn: ({ signal }) => call('GET /api/sales', { query: { group: 'open-items' }, signal }).then(wholeSales),
  refetchInterval: REFETCH_MS.openItems,
})

export type SalesAnswer = Sale | FoundSales | BatchAnswer | { pages: FoundSales[] } | null | undefined

export function salesIn(data: SalesAnswer): readonly (Sale | SaleSummary)[] {
  if (!data) return []
  if ('pages' in data) return data.pages.flatMap(salesIn)
  if ('sales' in data) return data.sales
  return 'lines' in data ? salesOfBatch(data) : [data]
}
