import { queryOptions } from '@tanstack/react-query'

import { proxyPaths } from '#contract/proxy/paths.ts'
import type { SalesPage } from '#contract/proxy/sales.ts'
import { request } from './request.ts'

const LIST_AGAIN_MS = 5_000

/** The newest sales of today: a cashier's own, for supervisors everybody's. */
export const salesTodayQuery = queryOptions({
  queryKey: ['sales', 'today'],
  queryFn: ({ signal }) => request<SalesPage>('GET', proxyPaths.sales, { signal }),
  refetchInterval: LIST_AGAIN_MS,
})
