import { useMutation, useQueryClient } from '@tanstack/react-query'

import { VISIT_MS } from '#domain/person.ts'
import { storeVisit } from '../lib/presence.ts'
import type { Secret } from '../lib/secret.ts'
import { call } from './request.ts'
import { enterBy } from './session.ts'

/** Signs a supervisor in for five minutes, instead of the person who is signed in. */
export function useVisit(instead: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ staffId, pin }: { staffId: string; pin: Secret }) => {
      // A read in flight would be answered as signed out.
      await queryClient.cancelQueries()
      return enterBy(queryClient, async () => {
        await call('POST /api/session', { body: { staffId, pin: pin.take(), isVisit: true } })
        storeVisit({ by: staffId, instead, until: Date.now() + VISIT_MS })
        queryClient.removeQueries({ type: 'inactive' })
      })
    },
    // What is still shown was read for the cashier.
    onSuccess: () => queryClient.invalidateQueries(),
  })
}
