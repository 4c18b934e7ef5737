import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'

import { proxyPaths } from '#contract/proxy/paths.ts'
import type { SessionList } from '#contract/proxy/session.ts'
import type { Secret } from '../secret.ts'
import { ProxyFailure, request } from './request.ts'
import { forgetPerson } from './session.ts'

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

/** Proves with their own PIN that it is still the person who is signed in. */
export const useStepUp = () =>
  useMutation({ mutationFn: (pin: Secret) => request('POST', proxyPaths.stepUp, { body: { pin: pin.take() } }) })

/** A person's hand was at the till. Where that is not heard the till locks sooner, which harms nobody. */
export async function sendHeartbeat(queryClient: QueryClient): Promise<void> {
  try {
    await request('POST', proxyPaths.heartbeat)
  } catch (error) {
    if (error instanceof ProxyFailure && error.failure.code === 'signed-out') forgetPerson(queryClient)
  }
}
