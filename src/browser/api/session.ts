import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'

import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Enrol, Session, SignIn } from '#contract/proxy/session.ts'
import { request } from './request.ts'

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => request<Session>('GET', proxyPaths.session, { signal }),
  staleTime: 60_000,
})

/** Nothing the last person saw stays for the next one. */
export function forgetPerson(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] })
  queryClient.setQueryData(sessionQuery.queryKey, (session) => {
    if (!session) return session
    const { person: _, ...rest } = session
    return rest
  })
}

export function useSignIn() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (who: SignIn) => {
      await request('POST', proxyPaths.session, { body: who })
      return queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    },
    // A PIN is not kept in the mutation cache.
    gcTime: 0,
  })
}

export function useSignOut() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => request('DELETE', proxyPaths.session),
    onSuccess: () => forgetPerson(queryClient),
  })
}

export function useEnrol() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (code: Enrol) => {
      await request('POST', proxyPaths.enrol, { body: code })
      return queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    },
    gcTime: 0,
  })
}
