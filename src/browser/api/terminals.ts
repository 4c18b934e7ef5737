import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { proxyPaths } from '#contract/proxy/paths.ts'
import type { IssueCode, IssuedCode, TerminalList } from '#contract/proxy/terminals.ts'
import { request } from './request.ts'
import { sessionQuery } from './session.ts'

const READ_AGAIN_MS = 10_000

/** The enrolled browsers, as supervisors see them. */
export const terminalsQuery = queryOptions({
  queryKey: ['terminals'],
  queryFn: ({ signal }) =>
    request<TerminalList>('GET', proxyPaths.terminals, { signal }).then(({ terminals }) => terminals),
  refetchInterval: READ_AGAIN_MS,
})

/** A one-time code: only whoever asked holds it. */
export const useIssueCode = () =>
  useTerminalMutation((wish: IssueCode) => request<IssuedCode>('POST', proxyPaths.enrollmentCodes, { body: wish }))

export const useRevokeTerminal = (id: string) =>
  useTerminalMutation(() => request('POST', proxyPaths.revokeTerminal(id)))

export const useSetKiosk = (id: string) =>
  useTerminalMutation((kiosk: boolean) => request('PUT', proxyPaths.terminalKiosk(id), { body: { kiosk } }))

function useTerminalMutation<V, R>(mutationFn: (variables: V) => Promise<R>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    // It may be the one in front of us.
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: terminalsQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
      ]),
    gcTime: 0,
  })
}
