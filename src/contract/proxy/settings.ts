import * as v from 'valibot'

import { findDecimal } from '#domain/money.ts'
import { findHiddenCharacter } from '#domain/typed-text.ts'
import { amountText } from './amount.ts'

const amount = v.optional(
  v.pipe(
    amountText,
    v.check((text) => findDecimal(text) !== undefined, 'an amount of at most 15 digits'),
  ),
)

/** Limits as a supervisor sets them: amounts are decimal text, in `currency`; what is absent has no limit. */
export const LimitsBody = v.strictObject({
  currency: v.pipe(v.string(), v.regex(/^\S{1,10}$/, 'a currency such as AED')),
  perSale: amount,
  perHour: amount,
  perDay: amount,
  perNumber: amount,
  vouchersPerMinute: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000))),
})
export type LimitsBody = v.InferOutput<typeof LimitsBody>

/** As they are sent, with a currency in the form of ISO 4217 (spec 2.3); what the journal holds is not looked at again. */
const TypedLimits = v.pipe(
  LimitsBody,
  v.check(
    ({ currency }) => findHiddenCharacter(currency) === undefined,
    'a character in the currency cannot be seen; type it without it',
  ),
  v.check(({ currency }) => /^[A-Z]{3}$/.test(currency), 'the currency is not of three capital letters, such as AED'),
)

/** `PUT /api/staff/:id/limits`: null takes them all away. With `was`, only when they still are what the person saw. */
export const SetLimits = v.strictObject({
  limits: v.nullable(TypedLimits),
  expected: v.optional(v.nullable(LimitsBody)),
})
export type SetLimits = v.InferOutput<typeof SetLimits>

/** `GET /api/settings`. `limits` are those of all cashiers of the shop together, but `perSale`, which holds for each sale. */
export const Settings = v.strictObject({
  idleMinutes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(60)),
  limits: v.nullable(LimitsBody),
})
export type Settings = v.InferOutput<typeof Settings>

/** `PUT /api/settings`. With `was`, only when they still are what the person saw. */
export const SetSettings = v.strictObject({
  ...Settings.entries,
  limits: v.nullable(TypedLimits),
  expected: v.optional(Settings),
})
export type SetSettings = v.InferOutput<typeof SetSettings>
