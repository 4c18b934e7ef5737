import { useMutation, useQueryClient } from '@tanstack/react-query'

import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Setup } from '#contract/proxy/session.ts'
import { request } from './request.ts'
import { sessionQuery } from './session.ts'

/** Adds the first supervisor, makes this browser a terminal, and signs in. */
export function useSetUp() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (setup: Setup) => {
      await request('POST', proxyPaths.setup, { body: setup })
      return queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    },
    gcTime: 0,
  })
}
