import { useMutation, useQueryClient } from '@tanstack/react-query'

import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Enrol } from '#contract/proxy/terminals.ts'
import type { Secret } from '../secret.ts'
import { request } from './request.ts'
import { sessionQuery } from './session.ts'

/** Makes this browser a terminal of the shop. */
export function useEnrol() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (code: Secret) => {
      await request('POST', proxyPaths.enrol, { body: { code: code.take() } satisfies Enrol })
      // It may be a terminal of another shop now.
      queryClient.removeQueries({ queryKey: ['catalogue'] })
      return queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    },
  })
}
