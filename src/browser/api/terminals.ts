import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import type { IssueCode, IssuedCode } from '#api/terminals.ts'
import { clearSignOut } from '../lib/presence.ts'
import { Secret } from '../lib/secret.ts'
import { forgetCatalog } from './catalog.ts'
import { call } from './request.ts'
import { forgetPerson, loadAgain, sessionQuery } from './session.ts'
import { REFETCH_MS } from './refetch-ms.ts'
import { useWrite } from './use-write.ts'

export const terminalsQuery = queryOptions({
  queryKey: ['terminals'],
  queryFn: ({ signal }) => call('GET /api/terminals', { signal }).then(({ terminals }) => terminals),
  refetchInterval: REFETCH_MS.terminals,
})

const useTerminalWrite = <V, R>(mutationFn: (variables: V) => Promise<R>) =>
  // The change may be to this terminal.
  useWrite(mutationFn, { changes: [terminalsQuery, sessionQuery] })

/** Requests a one-time code and passes it only to `show`. */
export const useCode = <Wanted = void>(
  ask: (wanted: Wanted) => Promise<IssuedCode>,
  show: (code: IssuedCode, wanted: Wanted) => void,
) =>
  useWrite(async (wanted: Wanted) => new Secret(await ask(wanted)), {
    changes: [terminalsQuery, sessionQuery],
    onSuccess: (code, wanted) => show(code.take(), wanted),
  })

export const useIssueCode = (show: (code: IssuedCode, wanted: IssueCode) => void) =>
  useCode((wanted: IssueCode) => call('POST /api/terminals/enrollment-codes', { body: wanted }), show)

export const useRevokeTerminal = (id: string) => useTerminalWrite(() => call('POST /api/terminals/:id/revoke', { id }))

export const useSetTerminalKind = (id: string, kind: 'kiosk' | 'selfOrder') =>
  useTerminalWrite((isOn: boolean) =>
    kind === 'kiosk'
      ? call('PUT /api/terminals/:id/kiosk', { id, body: { kiosk: isOn } })
      : call('PUT /api/terminals/:id/self-order', { id, body: { selfOrder: isOn } }),
  )

export function useEnroll() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (code: Secret) => {
      await call('POST /api/terminals/enroll', { body: { code: code.take() } })
      // A new till must not show the device's previous person or their input.
      forgetPerson(queryClient, { how: 'locked' })
      clearSignOut()
      // The terminal may now belong to another shop. Not awaited, because browser storage may hang.
      void forgetCatalog()
      queryClient.removeQueries({ queryKey: ['catalog'] })
      return queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    },
  })
}

/** Makes this kiosk an ordinary terminal with no one signed in. Requires a supervisor's PIN. */
export function useLeaveKiosk() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ staffId, pin }: { staffId: string; pin: Secret }) => {
      await call('POST /api/terminals/leave-kiosk', { body: { staffId, pin: pin.take() } })
      // The person signs in again at an ordinary till.
      forgetPerson(queryClient, { how: 'locked' })
      await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    },
  })
}

export const useSwitchPractice = (practice: boolean) =>
  useMutation({
    mutationFn: ({ staffId, pin }: { staffId: string; pin: Secret }) =>
      call('POST /api/terminals/practice', {
        body: { staffId, pin: pin.take(), practice },
      }),
    onSuccess: loadAgain,
  })
