import * as v from 'valibot'

import { BADGE_CODE_LENGTH, findBadgeCode } from '#domain/badge.ts'
import { findDecimal } from '#domain/money/money.ts'
import { isTimeZone } from '#domain/shop-calendar.ts'

/** The length is checked first, so longer text costs nothing. Every text field in a body begins with this. */
export const boundedText = (longest: number, message = `at most ${longest} characters`) =>
  v.pipe(v.string(), v.maxLength(longest, message))

/** The length is checked before any element. Every list in a body uses this. */
export const boundedList = <E extends v.GenericSchema>(element: E, longest: number, message = `at most ${longest}`) =>
  v.pipe(v.custom<v.InferInput<E>[]>(Array.isArray, 'a list'), v.maxLength(longest, message), v.array(element))

/** An amount as decimal text. Too many digits are reported by the sale itself. */
const AN_AMOUNT = 'an amount such as 50 or 12.50'
export const amountForm = v.pipe(boundedText(19, AN_AMOUNT), v.regex(/^\d{1,12}(\.\d{1,6})?$/, AN_AMOUNT))

/** An amount that is known to be readable, so that nothing unreadable is stored. */
export const amountText = v.pipe(
  amountForm,
  v.check((text) => findDecimal(text) !== undefined, 'an amount of at most 15 digits'),
)
const A_CURRENCY = 'a currency such as AED'
export const currencyText = v.pipe(boundedText(10, A_CURRENCY), v.regex(/^\S+$/, A_CURRENCY))

const A_PIN = '4 to 12 digits'
export const pinText = v.pipe(boundedText(12, A_PIN), v.regex(/^\d{4,12}$/, A_PIN))
const { min: shortest, max: longest } = BADGE_CODE_LENGTH
const A_BADGE = `the code of a card, of ${shortest} to ${longest} characters`
export const badgeCode = v.pipe(
  boundedText(longest, A_BADGE),
  v.check((text) => findBadgeCode(text) !== undefined, A_BADGE),
)
export const personId = v.pipe(boundedText(40), v.minLength(1))
export const enrollmentCode = personId
/** For an international top-up, the ids of country and operator. */
export const serviceId = v.pipe(boundedText(100), v.minLength(1))
/** The name of a person or a terminal. Not trimmed, because that would silently remove hidden characters. */
export const nameText = v.pipe(
  boundedText(120, 'at most 60 characters'),
  v.regex(/\S/, 'a name'),
  v.check((name) => name.trim().length <= 60, 'at most 60 characters'),
)

const A_TIME_ZONE = 'choose a time zone such as Asia/Dubai'
export const timeZoneText = v.pipe(boundedText(60, A_TIME_ZONE), v.check(isTimeZone, A_TIME_ZONE))

/** `next` of the previous page. */
export const cursor = v.optional(v.pipe(boundedText(15), v.regex(/^\d+$/, 'the next of the page before')))

export const NoContent = v.optional(v.strictObject({}))
