import * as v from 'valibot'

/**
 * The loosenesses of the wire, each once (spec 2, service-notes "Answers"). They say what passes; `proxy/wholesaler/read-*.ts` says
 * what it means. Unknown fields pass everywhere; a missing optional field and null are the same.
 */

/** A number or digit text for the same field, as it comes. */
export const numberOrText = v.union([v.number(), v.string()])

/** Text, or a number that stands for it (ids of country, provider, element). A number too large to be exact stands for nothing. */
export const idText = v.pipe(
  v.union([v.pipe(v.number(), v.safeInteger()), v.string()]),
  v.transform((value) => String(value)),
)

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

export const optionalText = v.nullish(v.string())
