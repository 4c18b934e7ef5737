import type { FastifyRequest } from 'fastify'

import type { Clock } from '../clock.ts'
import { isStepUpValid, personOf, terminalOf, requesterOf } from './access.ts'
import type { PinGuard } from './pin-guard.ts'

export type StepUp = {
  /** Whether the person of this request gave their PIN in the last five minutes or gives it now. Throws `RequestRefused` as the PIN guard does. */
  hasStepUp: (request: FastifyRequest, pin: string | undefined) => Promise<boolean>
}

/** For routes that require step-up only in some cases, which their access rule cannot say (RELIABILITY, "Supervisor power"). */
export const createStepUp = ({ pinGuard, clock }: { pinGuard: PinGuard; clock: Clock }): StepUp => ({
  hasStepUp: async (request, pin) => {
    if (pin === undefined) return isStepUpValid(requesterOf(request).pinConfirmedAt, clock.now())
    const { id } = personOf(request)
    await pinGuard.identify({ terminalId: terminalOf(request).id, staffId: id, pin, purpose: 'step-up' })
    return true
  },
})
