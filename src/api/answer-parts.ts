import * as v from 'valibot'

import { LIMIT_KINDS } from '#domain/limit-ref.ts'
import { findDecimal, type DecimalText, type Money } from '#domain/money.ts'
import { LANGUAGES } from '#domain/language.ts'
import { PERMISSIONS, type Person, type Terminal } from '#domain/person.ts'
import type { Exceeded, RemainingLimit } from '#domain/sales-limits.ts'

/** The entries of a strict object of exactly the type `T`: one for each key, optional if the key is optional. */
type EntriesOf<T> = {
  [K in keyof T]-?: object extends Pick<T, K>
    ? v.ExactOptionalSchema<v.GenericSchema<Exclude<T[K], undefined>>, undefined>
    : v.GenericSchema<T[K]>
}

/**
 * The schema of an answer whose type the domain defines: `exactly<Money>()({ amount, currency })`. A key that is missing, unknown or optional on
 * one side only is a compiler error, and at run time an unknown key is a violation.
 */
export const exactly =
  <T extends object>() =>
  (entries: EntriesOf<T>) =>
    v.strictObject(entries)

/** The schema of a union of words that the domain defines as a type only. The compiler requires exactly these words. */
export const words = <T extends string>(all: Record<T, true>) => v.picklist(Object.keys(all) as T[])

/** The answer of a route that has nothing to return. */
export const Done = v.strictObject({})

/** A time in epoch ms. */
export const time = v.number()

export const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** An amount as our API returns it: decimal text (rule 14). */
export const decimalText = v.custom<DecimalText>((text) => typeof text === 'string' && findDecimal(text) !== undefined)

export const money = exactly<Money>()({ amount: decimalText, currency: v.string() })

/** What a wallet holds, which may be below zero. */
export const balance = exactly<Money>()({
  amount: v.custom<DecimalText>(
    (text) => typeof text === 'string' && findDecimal(text.replace(/^-/, '')) !== undefined,
  ),
  currency: v.string(),
})

/** A person, a terminal or a service by id and name. */
export const namedRef = v.strictObject({ id: v.string(), name: v.string() })

const role = v.picklist(['cashier', 'supervisor'])

export const person = exactly<Person>()({
  id: v.string(),
  name: v.string(),
  role,
  permissions: v.exactOptional(v.array(v.picklist(PERMISSIONS))),
  isOwner: v.exactOptional(v.literal(true)),
  language: v.exactOptional(v.picklist(LANGUAGES)),
})

export const terminal = exactly<Terminal>()({
  id: v.string(),
  name: v.string(),
  isKiosk: v.exactOptional(v.literal(true)),
  isSelfOrder: v.exactOptional(v.literal(true)),
  isPractice: v.exactOptional(v.literal(true)),
})

/** A limit that a sale would exceed, and how much of it is used. */
export const exceeded = exactly<Exceeded>()({
  of: v.picklist(['person', 'shop']),
  kind: v.picklist(LIMIT_KINDS),
  limit: v.union([money, count]),
  used: v.union([money, count]),
})

export const remainingLimit = exactly<RemainingLimit>()({
  of: v.picklist(['person', 'shop']),
  kind: v.picklist(LIMIT_KINDS),
  left: v.union([money, count]),
})
