import * as v from 'valibot'

import { count, time } from '#domain/schema-parts.ts'

/** How far the shop is prepared, for supervisors. Everything follows from what happened; nothing is ticked by hand. */
export const FirstSteps = v.strictObject({
  /** The people who may sign in. */
  people: count,
  /** The shop or a person has limits on selling. */
  hasLimits: v.boolean(),
  /** When the balance of the wallet was last read. */
  walletReadAt: v.exactOptional(time),
  /** Something was sold, in practice too. */
  hasSold: v.boolean(),
  /** The names of the terminals in use at which people sign in, so that one which was lost is seen among them. */
  tills: v.array(v.string()),
  /** An enrollment code that nobody has used yet can be used until then. */
  codeValidUntil: v.exactOptional(time),
  /** Where other devices reach this shop, to be typed into their browsers. Empty while only this machine reaches it. */
  addresses: v.array(v.string()),
})
export type FirstSteps = v.InferOutput<typeof FirstSteps>

export const firstStepsEndpoints = {
  'GET /api/first-steps': { answer: FirstSteps },
}
