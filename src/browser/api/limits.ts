import { queryOptions } from '@tanstack/react-query'

import { proxyPaths } from '#contract/proxy/paths.ts'
import type { RemainingLimits } from '#contract/proxy/settings.ts'
import { request } from './request.ts'

/** What the limits leave to the person who is signed in, read whenever a ticket opens. */
export const remainingLimitsQuery = queryOptions({
  queryKey: ['remaining-limits'],
  queryFn: ({ signal }) => request<RemainingLimits>('GET', proxyPaths.remainingLimits, { signal }),
  staleTime: 0,
  // A sale of somebody else may use them up meanwhile; the proxy decides in any case.
  gcTime: 0,
})
