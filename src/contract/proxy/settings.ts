import * as v from 'valibot'

import { findDecimal } from '#domain/money.ts'
import { findHiddenCharacter } from '#domain/typed-text.ts'
import { remainingLimit } from './answer-parts.ts'
import { amountText, currencyText } from './input-parts.ts'

const amount = v.optional(
  v.pipe(
    amountText,
    v.check((text) => findDecimal(text) !== undefined, 'an amount of at most 15 digits'),
  ),
)

/** Limits as a supervisor sets them: amounts are decimal text in `currency`. An absent limit does not apply. */
export const LimitsBody = v.strictObject({
  currency: currencyText,
  perSale: amount,
  perHour: amount,
  perDay: amount,
  perNumber: amount,
  vouchersPerMinute: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000))),
})
export type LimitsBody = v.InferOutput<typeof LimitsBody>

/** Limits as they are sent, with a currency in the form of ISO 4217 (spec 2.3). What the journal already holds is not checked again. */
const TypedLimits = v.pipe(
  LimitsBody,
  v.check(
    ({ currency }) => findHiddenCharacter(currency) === undefined,
    'a character in the currency cannot be seen; type it without it',
  ),
  v.check(({ currency }) => /^[A-Z]{3}$/.test(currency), 'the currency is not of three capital letters, such as AED'),
)

/** `PUT /api/staff/:id/limits`: null removes all limits. With `expected`, nothing changes unless the limits still are what the person saw. */
export const SetLimits = v.strictObject({
  limits: v.nullable(TypedLimits),
  expected: v.optional(v.nullable(LimitsBody)),
})
export type SetLimits = v.InferOutput<typeof SetLimits>

/** `GET /api/settings`. `limits` apply to all cashiers of the shop together, except `perSale`, which applies to each sale. */
export const Settings = v.strictObject({
  idleMinutes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(60)),
  limits: v.nullable(LimitsBody),
})
export type Settings = v.InferOutput<typeof Settings>

/** `PUT /api/settings`. With `expected`, nothing changes unless the settings still are what the person saw. */
export const SetSettings = v.strictObject({
  ...Settings.entries,
  limits: v.nullable(TypedLimits),
  expected: v.optional(Settings),
})
export type SetSettings = v.InferOutput<typeof SetSettings>

/** `GET /api/limits/remaining`: what is left of each limit that applies to this person, so that a ticket can say early that it is too much. */
export const RemainingLimits = v.strictObject({ limits: v.array(remainingLimit) })
export type RemainingLimits = v.InferOutput<typeof RemainingLimits>
