import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { Secret } from '../lib/secret.ts'
import { call } from './request.ts'
import { enterBy } from './session.ts'
import { useStaffWrite } from './staff.ts'

/** The badge is right, and its person's PIN is needed too. */
export class PinNeeded extends Error {
  readonly personId: string
  constructor(personId: string) {
    super('the PIN is needed too')
    this.name = 'PinNeeded'
    this.personId = personId
  }
}

/** Signs in with the badge alone. Throws `PinNeeded` where that is not enough. */
export function useBadge() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (code: Secret) =>
      enterBy(queryClient, async () => {
        const answer = await call('POST /api/session/badge', { body: { code: code.take() } })
        if ('needsPinOf' in answer) throw new PinNeeded(answer.needsPinOf)
      }),
  })
}

export const useAddBadge = (id: string) =>
  useStaffWrite((code: Secret) => call('POST /api/staff/:id/badge', { id, body: { code: code.take() } }))

export const useBlockBadge = (id: string) => useStaffWrite(() => call('POST /api/staff/:id/badge/block', { id }))
