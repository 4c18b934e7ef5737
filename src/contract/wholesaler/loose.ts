import * as v from 'valibot'

/**
 * The loosenesses of the wire, each once (spec 2, service-notes "Answers"). They say what passes; `proxy/wholesaler/read-*.ts` says
 * what it means. Unknown fields pass everywhere; a missing optional field and null are the same.
 */

/**
 * The longest texts that mean something, in characters. A field beyond its bound is unreadable: a shorter amount, id or code would be another
 * one. The bound is looked at before anything else is done with the text.
 */
export const BOUNDS = {
  amount: 40,
  id: 100,
  state: 40,
  errorCode: 40,
  currency: 10,
  phoneCode: 20,
  phoneMask: 60,
  code: 2_000,
  link: 2_000,
  /** What a page is given by a `gotoPage`. */
  payload: 2_000,
  /** `params` of an element, where they are JSON text. */
  params: 20_000,
} as const

/** The longest texts that are only shown, in characters. They are cut, before anything else is done with them. */
export const SHOWN = {
  time: 40,
  action: 60,
  name: 300,
  description: 2_000,
  warning: 2_000,
  receiptPart: 4_000,
} as const

/** The longest lists, in elements. A longer one is unreadable as a whole. */
export const MAX_LIST = 50_000
export const MAX_FRONTVIEW = 200_000

const boundedText = (longest: number) => v.pipe(v.string(), v.maxLength(longest))

/** A number or digit text for the same field, as it comes. */
export const numberOrText = v.union([v.number(), boundedText(BOUNDS.amount)])

const textOrWholeNumber = v.pipe(
  v.union([v.pipe(v.number(), v.safeInteger()), v.string()]),
  v.transform((value) => String(value)),
)

/** Text, or a number that stands for it (ids of country, provider, element). A number too large to be exact stands for nothing. */
export const idText = v.pipe(textOrWholeNumber, v.maxLength(BOUNDS.id))

/** Text that is only shown, or a number in its place; its reader cuts it. */
export const shownText = textOrWholeNumber

/** A code, serial or reference as delivered: text, or a number that is exact. Its reader knows its bound. */
export const codeText = textOrWholeNumber

export const currencyText = boundedText(BOUNDS.currency)

/** An address of a page or a picture. */
export const optionalLink = v.nullish(boundedText(BOUNDS.link))

/** A flag: true, 1 or "1"; anything else of these types is false. */
export const flag = v.pipe(
  v.union([v.boolean(), v.number(), v.string()]),
  v.transform((value) => value === true || value === 1 || value === '1' || value === 'true'),
)

/** `[]` where nothing is there, else an object. */
export const emptyListOrObject = <const T extends v.ObjectEntries>(entries: T) =>
  v.union([
    v.pipe(
      v.array(v.unknown()),
      v.maxLength(0, 'a list with entries where an object belongs'),
      v.transform((): undefined => undefined),
    ),
    v.pipe(
      v.custom<object>((value) => typeof value === 'object' && !Array.isArray(value)),
      v.looseObject(entries),
    ),
  ])

/** Text that is only shown; its reader cuts it. */
export const optionalText = v.nullish(v.string())
