import {
  queryOptions,
  useMutation,
  useQueryClient,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
} from '@tanstack/react-query'

import type { SetLimits } from '#api/settings.ts'
import type { AddStaff, AdmitPerson, DisableStaff, DismissPerson, PersonAnswer, PersonShops } from '#api/staff.ts'
import type { AuditKind } from '#domain/audit.ts'
import type { Permission } from '#domain/person.ts'
import type { Secret } from '../lib/secret.ts'
import { call, ServerFailure } from './request.ts'
import { sessionQuery, forgetPerson } from './session.ts'
import { REFETCH_MS } from './refetch-ms.ts'
import { useWrite } from './use-write.ts'

export const staffQuery = queryOptions({
  queryKey: ['staff'],
  queryFn: ({ signal }) => call('GET /api/staff', { signal }).then(({ staff }) => staff),
  refetchInterval: REFETCH_MS.people,
})

export const useAddStaff = () =>
  useStaffWrite(({ pin, ...newcomer }: Omit<AddStaff, 'pin'> & { pin: Secret }) =>
    call('POST /api/staff', { body: { ...newcomer, pin: pin.take() } }),
  )

export const useSetPin = (id: string) =>
  useStaffWrite(
    useWithOtherShops(id, (pin: Secret) => call('POST /api/staff/:id/pin', { id, body: { pin: pin.take() } })),
  )

export const useUnlockStaff = (id: string) => useStaffWrite(() => call('POST /api/staff/:id/unlock', { id }))

/** Disables the person in this shop or, with `everywhere`, in all shops. */
export const useDisableStaff = (id: string) =>
  useStaffWrite(useWithOtherShops(id, (body: DisableStaff) => call('POST /api/staff/:id/disable', { id, body })))

export const useEnableStaff = (id: string) => useStaffWrite(() => call('POST /api/staff/:id/enable', { id }))

/** Sent one after the other, so the last change wins. */
export const useSetPermissions = (id: string) =>
  useStaffWrite(
    (may: readonly Permission[]) => call('PUT /api/staff/:id/permissions', { id, body: { permissions: [...may] } }),
    `permissions of ${id}`,
  )

/** `null` removes all limits. */
export const useSetLimits = (id: string) =>
  useStaffWrite((wanted: SetLimits) => call('PUT /api/staff/:id/limits', { id, body: wanted }))

/** Other shops the person is in or may be added to. Slow to read, so no action waits for it. */
export const personShopsQuery = (id: string) =>
  queryOptions({
    queryKey: ['person-shops', id],
    queryFn: ({ signal }) => call('GET /api/staff/:id/shops', { id, signal }).then(({ shops }) => shops),
    staleTime: 0,
  })

export const useAdmitPerson = (id: string) =>
  usePersonShopsMutation(id, (body: AdmitPerson) => call('POST /api/staff/:id/shops', { id, body }))

export const useDismissPerson = (id: string) =>
  usePersonShopsMutation(id, (body: DismissPerson) => call('POST /api/staff/:id/shops/dismiss', { id, body }))

/** An action here changes the other shops too, which are read again without waiting. */
function useWithOtherShops<V>(id: string, send: (variables: V) => Promise<PersonAnswer>) {
  const queryClient = useQueryClient()
  return async (variables: V): Promise<PersonAnswer> => {
    const answer = await send(variables)
    void queryClient.invalidateQueries({ queryKey: personShopsQuery(id).queryKey })
    return answer
  }
}

function usePersonShopsMutation<Body>(id: string, mutationFn: (body: Body) => Promise<PersonShops>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: ({ shops }) => queryClient.setQueryData(personShopsQuery(id).queryKey, shops),
  })
}

export const useStaffWrite = <V = void, Answer = unknown>(
  mutationFn: (variables: V) => Promise<Answer>,
  line?: string,
) => useWrite(mutationFn, { changes: [staffQuery, sessionQuery], ...(line !== undefined && { line }) })

export const auditPagesQuery = (kind?: AuditKind) =>
  infiniteQueryOptions({
    queryKey: ['audit', kind],
    queryFn: ({ signal, pageParam }) =>
      call('GET /api/audit', { query: { kind, cursor: pageParam || undefined }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call('GET /api/sessions', { signal }).then(({ sessions }) => sessions),
  refetchInterval: REFETCH_MS.people,
})

export const useEndSession = (id: string) =>
  useWrite(() => call('POST /api/sessions/:id/end', { id }), { changes: [sessionsQuery] })

export const useStepUp = () =>
  useMutation({ mutationFn: (pin: Secret) => call('POST /api/session/step-up', { body: { pin: pin.take() } }) })

/** Reports activity. If the report is lost, the till only locks sooner. */
export async function sendHeartbeat(queryClient: QueryClient): Promise<void> {
  try {
    await call('POST /api/session/heartbeat')
  } catch (error) {
    if (error instanceof ServerFailure && error.failure.code === 'signed-out') forgetPerson(queryClient)
  }
}
