import { queryOptions } from '@tanstack/react-query'

import type { Catalogue } from '#contract/proxy/catalogue.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import { request } from './request.ts'

const READ_EVERY_MS = 5 * 60_000

export const catalogueQuery = queryOptions({
  queryKey: ['catalogue'],
  queryFn: ({ signal }) => request<Catalogue>('GET', proxyPaths.catalogue, { signal }),
  staleTime: READ_EVERY_MS,
  refetchInterval: READ_EVERY_MS,
})
