import { queryOptions, useQuery } from '@tanstack/react-query'

import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Status } from '#contract/proxy/status.ts'
import { request } from './request.ts'

const READ_EVERY_MS = 5_000

export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => request<Status>('GET', proxyPaths.status, { signal }),
  refetchInterval: READ_EVERY_MS,
  // The next reading comes soon enough, and says sooner that nothing answers.
  retry: false,
})

/** False once a reading of the status went unanswered: nothing can be sold from here until the next one is answered. */
export function useIsAnswering(): boolean {
  return !useQuery(statusQuery).isError
}

/** Why nothing can be sold from here now; a banner says more. A full disk stops new sales only (DESIGN rule 16). */
export function useSellingStop(isForNew = true): 'ticket.offline' | 'shell.stopped' | undefined {
  const { isError, data } = useQuery(statusQuery)
  if (isError) return 'ticket.offline'
  const isStopped = data?.service === 'stopped' && (isForNew || data.reason !== 'disk-full')
  return isStopped ? 'shell.stopped' : undefined
}
