import {
  queryOptions,
  useMutation,
  useQueryClient,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
} from '@tanstack/react-query'

import type { AuditPage, AuditQuery } from '#api/audit.ts'
import { dayPaths } from '#api/day-paths.ts'
import { proxyPaths } from '#api/paths.ts'
import type { SessionList } from '#api/session.ts'
import type { SetLimits } from '#api/settings.ts'
import type {
  AddStaff,
  AdmitPerson,
  DisableStaff,
  DismissPerson,
  PersonAnswer,
  PersonShops,
  StaffList,
} from '#api/staff.ts'
import type { AuditKind } from '#domain/audit.ts'
import type { Permission } from '#domain/person.ts'
import type { Secret } from '../secret.ts'
import { request, ProxyFailure } from './request.ts'
import { sessionQuery, forgetPerson } from './session.ts'

const READ_AGAIN_MS = 10_000

/** The shop's people, as supervisors see them. */
export const staffQuery = queryOptions({
  queryKey: ['staff'],
  queryFn: ({ signal }) => request<StaffList>('GET', proxyPaths.staff, { signal }).then(({ staff }) => staff),
  refetchInterval: READ_AGAIN_MS,
})

export const useAddStaff = () =>
  useStaffMutation(({ pin, ...newcomer }: Omit<AddStaff, 'pin'> & { pin: Secret }) =>
    request('POST', proxyPaths.staff, { body: { ...newcomer, pin: pin.take() } satisfies AddStaff }),
  )

export const useSetPin = (id: string) =>
  useStaffMutation(
    useWithOtherShops(id, (pin: Secret) => ({ path: proxyPaths.staffPin(id), body: { pin: pin.take() } })),
  )

export const useUnlockStaff = (id: string) => useStaffMutation(() => request('POST', proxyPaths.unlockStaff(id)))

/** In this shop, or `everywhere`. */
export const useDisableStaff = (id: string) =>
  useStaffMutation(
    useWithOtherShops(id, (body: DisableStaff) => ({ path: proxyPaths.disableStaff(id), ...(body && { body }) })),
  )

export const useEnableStaff = (id: string) => useStaffMutation(() => request('POST', proxyPaths.enableStaff(id)))

/** One after the other: the last wish is what stands. */
export const useSetPermissions = (id: string) =>
  useStaffMutation(
    (may: readonly Permission[]) => request('PUT', proxyPaths.staffPermissions(id), { body: { permissions: may } }),
    `permissions of ${id}`,
  )

/** null takes them all away. */
export const useSetLimits = (id: string) =>
  useStaffMutation((wanted: SetLimits) => request('PUT', proxyPaths.staffLimits(id), { body: wanted }))

/** The other shops that this person is in, or may be let into. Reading them takes a while, so no deed waits for it. */
export const personShopsQuery = (id: string) =>
  queryOptions({
    queryKey: ['person-shops', id],
    queryFn: ({ signal }) =>
      request<PersonShops>('GET', dayPaths.personShops(id), { signal }).then(({ shops }) => shops),
    staleTime: 0,
  })

export const useAdmitPerson = (id: string) => usePersonShopsMutation<AdmitPerson>(id, dayPaths.personShops(id))

export const useDismissPerson = (id: string) => usePersonShopsMutation<DismissPerson>(id, dayPaths.dismissPerson(id))

/** What is done here changes what the other shops have, which is read again meanwhile. */
function useWithOtherShops<V>(id: string, requestOf: (variables: V) => { path: string; body?: object }) {
  const queryClient = useQueryClient()
  return async (variables: V): Promise<PersonAnswer> => {
    const { path, body } = requestOf(variables)
    const answer = await request<PersonAnswer>('POST', path, body && { body })
    void queryClient.invalidateQueries({ queryKey: personShopsQuery(id).queryKey })
    return answer
  }
}

function usePersonShopsMutation<Body>(id: string, path: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Body) => request<PersonShops>('POST', path, { body }),
    onSuccess: ({ shops }) => queryClient.setQueryData(personShopsQuery(id).queryKey, shops),
  })
}

/** Deeds in one `line` wait for each other. */
function useStaffMutation<V = void, Answer = unknown>(mutationFn: (variables: V) => Promise<Answer>, line?: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    ...(line !== undefined && { scope: { id: line } }),
    // The deed is over when the screen shows what it did.
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: staffQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
      ]),
  })
}

/** The audit log, newest first, page by page; of one kind where one is named. */
export const auditPagesQuery = (kind?: AuditKind) =>
  infiniteQueryOptions({
    queryKey: ['audit', kind],
    queryFn: ({ signal, pageParam }) =>
      request<AuditPage>('GET', pathOf({ ...(kind && { kind }), ...(pageParam && { cursor: pageParam }) }), { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })

function pathOf(query: { [name in keyof AuditQuery]?: string }): string {
  const text = new URLSearchParams(query).toString()
  return text === '' ? proxyPaths.audit : `${proxyPaths.audit}?${text}`
}

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
