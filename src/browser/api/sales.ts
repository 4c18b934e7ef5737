import { queryOptions } from '@tanstack/react-query'

import { proxyPaths } from '#contract/proxy/paths.ts'
import type { SaleListPage } from '#contract/proxy/sales.ts'
import { request } from './request.ts'
import { sessionQuery } from './session.ts'

const LIST_AGAIN_MS = 5_000

/** The newest sales of today: a cashier's own, for supervisors everybody's; at a kiosk none. */
export const salesTodayQuery = queryOptions({
  queryKey: ['sales', 'today'],
  queryFn: async ({ client, signal }): Promise<SaleListPage> => {
    // Nobody is told there what was sold.
    const isKiosk = client.getQueryData(sessionQuery.queryKey)?.terminal?.isKiosk === true
    return isKiosk ? { sales: [] } : request('GET', proxyPaths.sales, { signal })
  },
  refetchInterval: LIST_AGAIN_MS,
})
