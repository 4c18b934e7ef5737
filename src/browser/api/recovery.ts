import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { dayPaths } from '#contract/proxy/day-paths.ts'
import type { ConfirmRecovery, Recovery } from '#contract/proxy/recovery.ts'
import { request } from './request.ts'

const LOOK_AGAIN_MS = 3_000

/** What is known after the journal was put back from a backup. It changes by itself while sales are asked for. */
export const recoveryQuery = queryOptions({
  queryKey: ['recovery'],
  queryFn: ({ signal }) => request<Recovery>('GET', dayPaths.recovery, { signal }),
  staleTime: 0,
  retry: false,
  refetchInterval: ({ state }) => (state.error ? false : LOOK_AGAIN_MS),
})

/** A supervisor lets the shop sell again. Everything it shows may be different now. */
export function useConfirmRecovery() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: ConfirmRecovery) => request('POST', dayPaths.recovery, { body }),
    onSuccess: () => queryClient.invalidateQueries(),
  })
}
