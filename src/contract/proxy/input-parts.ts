import * as v from 'valibot'

import { findDecimal } from '#domain/money.ts'

/** An amount as our API receives it: decimal text. A sale says by itself when it has too many digits. */
export const amountForm = v.pipe(v.string(), v.regex(/^\d{1,12}(\.\d{1,6})?$/, 'an amount such as 50 or 12.50'))

/** An amount that can be read, so that nothing unreadable is stored. */
export const amountText = v.pipe(
  amountForm,
  v.check((text) => findDecimal(text) !== undefined, 'an amount of at most 15 digits'),
)
export const currencyText = v.pipe(v.string(), v.regex(/^\S{1,10}$/, 'a currency such as AED'))

export const pinText = v.pipe(v.string(), v.regex(/^\d{4,12}$/, '4 to 12 digits'))
export const personId = v.pipe(v.string(), v.minLength(1), v.maxLength(40))
/** The name of a person or a terminal. It is not trimmed, because trimming would remove hidden characters without anybody noticing. */
export const nameText = v.pipe(
  v.string(),
  v.regex(/\S/, 'a name'),
  v.check((name) => name.trim().length <= 60, 'at most 60 characters'),
)

/** A body without content. */
export const NoContent = v.optional(v.strictObject({}))
