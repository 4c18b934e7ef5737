import type { FastifyRequest } from 'fastify'

import type { Clock } from '../clock.ts'
import { Refused } from '../failures.ts'
import { personOf, visitorOf } from './access.ts'
import type { People } from './people.ts'

/** A sign-in proves who is at the till for so long; after that the own PIN is asked for once more. */
export const SIGN_IN_PROVES_MS = 5 * 60_000

export type StepUp = {
  /** Whether the person of this request signed in lately or gives their own PIN now. Throws `Refused` for another one. */
  isProven: (request: FastifyRequest, pin: string | undefined) => Promise<boolean>
}

type Deps = { people: Pick<People, 'recognise'>; clock: Clock }

/** For what takes more than being signed in (RELIABILITY, "Supervisor power"). */
export function createStepUp({ people, clock }: Deps): StepUp {
  return {
    isProven: async (request, pin) => {
      if (pin !== undefined) {
        if (await people.recognise(personOf(request).id, pin)) return true
        throw new Refused(401, 'wrong-pin', 'This is not your PIN.')
      }
      const { signedInAt } = visitorOf(request)
      const age = signedInAt === undefined ? Infinity : clock.now() - signedInAt
      // An age that cannot be, as after a restart under another clock, is too old.
      return age >= 0 && age < SIGN_IN_PROVES_MS
    },
  }
}
