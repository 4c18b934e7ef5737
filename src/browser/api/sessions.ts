import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { proxyPaths } from '#contract/proxy/paths.ts'
import type { SessionList } from '#contract/proxy/session.ts'
import { request } from './request.ts'

const READ_AGAIN_MS = 10_000

/** Who is signed in where. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) =>
    request<SessionList>('GET', proxyPaths.sessions, { signal }).then(({ sessions }) => sessions),
  refetchInterval: READ_AGAIN_MS,
})

export function useEndSession(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => request('POST', proxyPaths.endSession(id)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}
