import type { FastifyRequest } from 'fastify'

import type { Clock } from '../clock.ts'
import { Refused } from '../failures.ts'
import { personOf, terminalOf, visitorOf } from './access.ts'
import type { People } from './people.ts'

/** A sign-in proves who is at the till for so long; after that the own PIN is asked for once more. */
export const SIGN_IN_PROVES_MS = 5 * 60_000

const TRIES = 5
const FIRST_LOCK_MS = 30_000
const LONGEST_LOCK_MS = 15 * 60_000

export type StepUp = {
  /**
   * Whether the person of this request signed in lately or gives their own PIN now. Throws `Refused` for another one, and for every one while
   * too many were wrong.
   */
  isProven: (request: FastifyRequest, pin: string | undefined) => Promise<boolean>
}

type Deps = { people: Pick<People, 'recognise'>; clock: Clock }

/** For what takes more than being signed in (RELIABILITY, "Supervisor power"). Wrong PINs of a person at a terminal lock it, longer each time. */
export function createStepUp({ people, clock }: Deps): StepUp {
  const wrong = new Map<string, { tries: number; lockedUntil: number }>()

  async function recognise(request: FastifyRequest, pin: string): Promise<boolean> {
    const { id } = personOf(request)
    const key = `${id} ${terminalOf(request).id}`
    const before = wrong.get(key) ?? { tries: 0, lockedUntil: 0 }
    if (clock.now() < before.lockedUntil) {
      throw new Refused(429, 'locked', 'Too many wrong PINs. Wait a while, then try again.')
    }
    // Counted before it is looked at: many at once are as many tries.
    const tries = before.tries + 1
    const lockMs = tries < TRIES ? 0 : Math.min(FIRST_LOCK_MS * 2 ** (tries - TRIES), LONGEST_LOCK_MS)
    wrong.set(key, { tries, lockedUntil: clock.now() + lockMs })
    if (!(await people.recognise(id, pin))) throw new Refused(401, 'wrong-pin', 'This is not your PIN.')
    wrong.delete(key)
    return true
  }

  return {
    isProven: async (request, pin) => {
      if (pin !== undefined) return recognise(request, pin)
      const { signedInAt } = visitorOf(request)
      const age = signedInAt === undefined ? Infinity : clock.now() - signedInAt
      // An age that cannot be, as after a restart under another clock, is too old.
      return age >= 0 && age < SIGN_IN_PROVES_MS
    },
  }
}
