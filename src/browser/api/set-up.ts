import { useMutation, useQueryClient } from '@tanstack/react-query'

import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Setup } from '#contract/proxy/session.ts'
import type { Secret } from '../secret.ts'
import { request } from './request.ts'
import { sessionQuery } from './session.ts'

type Typed = Omit<Setup, 'code' | 'pin'> & { code: Secret; pin: Secret }

/** Adds the first supervisor, makes this browser a terminal, and signs in. */
export function useSetUp() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ code, pin, ...names }: Typed) => {
      const setup: Setup = { ...names, code: code.take(), pin: pin.take() }
      await request('POST', proxyPaths.setup, { body: setup })
      return queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    },
  })
}
