import { queryOptions } from '@tanstack/react-query'

import type { FirstSteps } from '#contract/proxy/first-steps.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import { request } from './request.ts'

const READ_AGAIN_MS = 5_000

/** How far the shop is prepared. A device that was just connected shows up by itself. */
export const firstStepsQuery = queryOptions({
  queryKey: ['first-steps'],
  queryFn: ({ signal }) => request<FirstSteps>('GET', proxyPaths.firstSteps, { signal }),
  refetchInterval: READ_AGAIN_MS,
})
