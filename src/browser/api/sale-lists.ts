import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import { proxyPaths } from '#contract/proxy/paths.ts'
import type { SalesPage } from '#contract/proxy/sales.ts'
import { request } from './request.ts'

const LIST_AGAIN_MS = 5_000
const DESK_AGAIN_MS = 3_000

/** All sales of today, page by page. */
export const salesTodayPagesQuery = infiniteQueryOptions({
  queryKey: ['sales', 'today', 'pages'],
  queryFn: ({ signal, pageParam }) =>
    request<SalesPage>('GET', pageParam ? `${proxyPaths.sales}?cursor=${pageParam}` : proxyPaths.sales, { signal }),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
  refetchInterval: LIST_AGAIN_MS,
})

/** The pending desk, of any day and the whole shop, as this person sees it. */
export const deskQuery = queryOptions({
  queryKey: ['sales', 'desk'],
  queryFn: ({ signal }) => request<SalesPage>('GET', `${proxyPaths.sales}?state=desk`, { signal }),
  refetchInterval: DESK_AGAIN_MS,
})
