import { useMutation, useQueryClient } from '@tanstack/react-query'

import { proxyPaths } from '#contract/proxy/paths.ts'
import type { LeaveKiosk } from '#contract/proxy/terminals.ts'
import type { Secret } from '../secret.ts'
import { request } from './request.ts'
import { forgetPerson, sessionQuery } from './session.ts'

/** A supervisor's PIN makes this kiosk an ordinary terminal, at which nobody is signed in. */
export function useLeaveKiosk() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ staffId, pin }: { staffId: string; pin: Secret }) => {
      await request('POST', proxyPaths.leaveKiosk, { body: { staffId, pin: pin.take() } satisfies LeaveKiosk })
      // Whoever was signed in signs in once more, at an ordinary till.
      forgetPerson(queryClient, { how: 'locked' })
      await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    },
  })
}
