import type { FastifyRequest } from 'fastify'

import type { Clock } from '../clock.ts'
import { isProvenAt, personOf, terminalOf, visitorOf } from './access.ts'
import type { PinGuard } from './pin-guard.ts'

export type StepUp = {
  /** Whether the person of this request gave their PIN lately or gives it now. Throws `Refused` as the PIN guard does. */
  isProven: (request: FastifyRequest, pin: string | undefined) => Promise<boolean>
}

/** For what takes more than being signed in only sometimes, and asks for the PIN itself then (RELIABILITY, "Supervisor power"). */
export const createStepUp = ({ pinGuard, clock }: { pinGuard: PinGuard; clock: Clock }): StepUp => ({
  isProven: async (request, pin) => {
    if (pin === undefined) return isProvenAt(visitorOf(request).provenAt, clock.now())
    const { id } = personOf(request)
    await pinGuard.recognise({ terminalId: terminalOf(request).id, staffId: id, pin, purpose: 'prove' })
    return true
  },
})
