import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import type { Setup } from '#api/session.ts'
import type { SetSettings } from '#api/settings.ts'
import type { Secret } from '../lib/secret.ts'
import { call } from './request.ts'
import { sessionQuery } from './session.ts'
import { REFETCH_MS } from './refetch-ms.ts'
import { useWrite } from './use-write.ts'

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call('GET /api/settings', { signal }),
})

export const useSaveSettings = () =>
  useWrite((settings: SetSettings) => call('PUT /api/settings', { body: settings }), {
    changes: [settingsQuery, sessionQuery],
    line: 'settings',
  })

type Typed = Omit<Setup, 'code' | 'pin'> & { code: Secret; pin: Secret }

export function useSetUp() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ code, pin, ...names }: Typed) => {
      await call('POST /api/setup', { body: { ...names, code: code.take(), pin: pin.take() } })
      return queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    },
  })
}

/** Polled, so a newly connected device appears. */
export const firstStepsQuery = queryOptions({
  queryKey: ['first-steps'],
  queryFn: ({ signal }) => call('GET /api/first-steps', { signal }),
  refetchInterval: REFETCH_MS.settings,
})

/** A loopback address would lead another device to itself. */
const isLoopback = (hostname: string) => /^(localhost|127\.|\[::1\])/.test(hostname)

/** Empty if other devices cannot reach this shop; `undefined` while that is unknown, as in practice mode. */
export function useAddresses(): readonly string[] | undefined {
  const { origin, hostname } = window.location
  const isHere = isLoopback(hostname)
  const { data } = useQuery({ ...firstStepsQuery, enabled: isHere })
  return isHere ? data?.addresses : [origin]
}
