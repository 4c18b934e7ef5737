import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import type { SetLimits } from '#contract/proxy/settings.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import type { AddStaff, StaffList } from '#contract/proxy/staff.ts'
import type { Permission } from '#domain/person.ts'
import { request } from './request.ts'
import { sessionQuery } from './session.ts'

const READ_AGAIN_MS = 10_000

/** The shop's people, as supervisors see them. */
export const staffQuery = queryOptions({
  queryKey: ['staff'],
  queryFn: ({ signal }) => request<StaffList>('GET', proxyPaths.staff, { signal }).then(({ staff }) => staff),
  refetchInterval: READ_AGAIN_MS,
})

export const useAddStaff = () =>
  useStaffDeed((newcomer: AddStaff) => request('POST', proxyPaths.staff, { body: newcomer }))

export const useSetPin = (id: string) =>
  useStaffDeed((pin: string) => request('POST', proxyPaths.staffPin(id), { body: { pin } }))

export const useUnlockStaff = (id: string) => useStaffDeed(() => request('POST', proxyPaths.unlockStaff(id)))

export const useDisableStaff = (id: string) => useStaffDeed(() => request('POST', proxyPaths.disableStaff(id)))

export const useEnableStaff = (id: string) => useStaffDeed(() => request('POST', proxyPaths.enableStaff(id)))

/** One after the other: the last wish is what stands. */
export const useSetPermissions = (id: string) =>
  useStaffDeed(
    (may: readonly Permission[]) => request('PUT', proxyPaths.staffPermissions(id), { body: { permissions: may } }),
    `permissions of ${id}`,
  )

/** null takes them all away. */
export const useSetLimits = (id: string) =>
  useStaffDeed((wanted: SetLimits) => request('PUT', proxyPaths.staffLimits(id), { body: wanted }))

/** Deeds in one `line` wait for each other. */
function useStaffDeed<V = void>(mutationFn: (variables: V) => Promise<unknown>, line?: string) {
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
    // A PIN is not kept in the mutation cache.
    gcTime: 0,
  })
}
