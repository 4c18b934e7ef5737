import { queryOptions } from '@tanstack/react-query'

import type { SkippedParts } from '#contract/proxy/catalogue.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import { request } from './request.ts'

const READ_EVERY_MS = 60_000

/** What of the wholesaler's answers could not be read; for supervisors. */
export const skippedQuery = queryOptions({
  queryKey: ['catalogue', 'left-out'],
  queryFn: ({ signal }) => request<SkippedParts>('GET', proxyPaths.skipped, { signal }),
  refetchInterval: READ_EVERY_MS,
})
