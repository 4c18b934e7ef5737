import * as v from 'valibot'

import { count, time } from '#domain/schema-parts.ts'

/** For supervisors. Everything is derived from what happened; nothing is ticked by hand. */
export const FirstSteps = v.strictObject({
  people: count,
  hasLimits: v.boolean(),
  /** When the wallet is low. */
  hasWarning: v.boolean(),
  /** Including practice mode. */
  hasSold: v.boolean(),
  /** The terminals in use at which people sign in, so that a lost one is noticed. */
  tills: v.array(v.string()),
  /** When an unused enrollment code expires. */
  codeValidUntil: v.exactOptional(time),
  /** URLs at which other devices reach this shop. Empty while only this machine can reach it. */
  addresses: v.array(v.string()),
})
export type FirstSteps = v.InferOutput<typeof FirstSteps>

export const firstStepsEndpoints = {
  'GET /api/first-steps': { answer: FirstSteps },
}
