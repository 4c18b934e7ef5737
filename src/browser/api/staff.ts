import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import type { SetLimits } from '#contract/proxy/settings.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import type { AddStaff, StaffList } from '#contract/proxy/staff.ts'
import type { Permission } from '#domain/person.ts'
import type { Secret } from '../secret.ts'
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
  useStaffMutation(({ pin, ...newcomer }: Omit<AddStaff, 'pin'> & { pin: Secret }) =>
    request('POST', proxyPaths.staff, { body: { ...newcomer, pin: pin.take() } satisfies AddStaff }),
  )

export const useSetPin = (id: string) =>
  useStaffMutation((pin: Secret) => request('POST', proxyPaths.staffPin(id), { body: { pin: pin.take() } }))

export const useUnlockStaff = (id: string) => useStaffMutation(() => request('POST', proxyPaths.unlockStaff(id)))

export const useDisableStaff = (id: string) => useStaffMutation(() => request('POST', proxyPaths.disableStaff(id)))

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

/** Deeds in one `line` wait for each other. */
function useStaffMutation<V = void>(mutationFn: (variables: V) => Promise<unknown>, line?: string) {
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
