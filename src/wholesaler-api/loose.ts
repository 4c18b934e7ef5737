import * as v from 'valibot'

/**
 * Every form in which the wholesaler sends a field (spec 2, docs/service-notes.md "Answers"). These schemas decide what is accepted, `server/wholesaler/read`
 * what it means. Unknown fields are accepted, and null is the same as a missing optional field.
 */

/**
 * Maximum lengths of identifying fields, in characters. A longer field is unreadable, because a truncated amount, id or code would be a different one. Checked
 * first.
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
  payload: 2_000,
  /** `params` of an element, if they are JSON text. */
  params: 20_000,
} as const

/** The maximum lengths of fields that are only shown, in characters. Longer ones are truncated before anything else. */
export const SHOWN = {
  time: 40,
  action: 60,
  name: 300,
  description: 2_000,
  warning: 2_000,
  receiptPart: 4_000,
} as const

/** In elements. A longer list is unreadable as a whole. */
export const MAX_LIST = 50_000
export const MAX_FRONTVIEW = 200_000

/** No id contains a NUL character, and PostgreSQL cannot store one. */
const withoutNul = v.check<string, string>((text) => !text.includes('\0'), 'a zero character')

/** A currency is shown wherever money is, including in emails. */
const inOneLine = v.check<string, string>(
  (text) => !/[\p{Cc}\u2028-\u202E\u2066-\u2069]/u.test(text),
  'a character that breaks or turns a line',
)

const boundedText = (longest: number) => v.pipe(v.string(), v.maxLength(longest))

export const numberOrText = v.union([v.number(), boundedText(BOUNDS.amount)])

const textOr = <const T extends v.GenericSchema<number>>(number: T) =>
  v.pipe(
    v.union([number, v.string()]),
    v.transform((value) => String(value)),
  )
const textOrWholeNumber = textOr(v.pipe(v.number(), v.safeInteger()))

/** Text or an exact number (ids of countries, providers and elements). */
export const idText = v.pipe(textOrWholeNumber, v.maxLength(BOUNDS.id), withoutNul)

/** The id of something optional. False, `[]` and `{}` count as absent too, because PHP writes an empty value that way. */
export const optionalId = v.nullish(
  v.union([
    idText,
    v.pipe(
      v.union([v.literal(false), v.strictTuple([]), v.strictObject({})]),
      v.transform((): undefined => undefined),
    ),
  ]),
)

/** Truncated when it is read. */
const shownText = textOr(v.pipe(v.number(), v.finite()))

/** Text or an exact number. Its length is checked when it is read. A float that was turned into text has lost digits. */
export const codeText = v.pipe(
  textOrWholeNumber,
  v.check((text) => !/^\d(\.\d+)?E\+\d+$/i.test(text), 'a float'),
)

/** Ignores case and surrounding blanks. */
export const currencyText = v.pipe(
  boundedText(BOUNDS.currency),
  v.transform((code) => code.trim().toUpperCase()),
  inOneLine,
)

export const optionalLink = v.nullish(boundedText(BOUNDS.link))

const YES = /^(?:1(?:\.0+)?|true|yes|y|on|t)$/i
const NO = /^(?:0(?:\.0+)?|false|no|n|off|f|)$/i

/** A flag, as databases and forms write it. Anything else is unreadable. */
export const flag = v.pipe(
  v.union([v.boolean(), v.number(), v.string()]),
  v.transform((value) => String(value).trim()),
  v.check((text) => YES.test(text) || NO.test(text), 'a flag'),
  v.transform((text) => YES.test(text)),
)

/** An object, or `[]` instead of an empty one. */
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

/** A list, or an object whose keys are whole numbers, as PHP writes a list with gaps. */
export const list = v.union([
  v.array(v.unknown()),
  v.pipe(
    v.record(v.pipe(v.string(), v.regex(/^\d{1,15}$/)), v.unknown()),
    v.transform((object) => Object.values(object)),
  ),
])

/** Truncated when it is read. */
export const optionalText = v.nullish(shownText)
