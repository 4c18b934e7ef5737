import * as v from 'valibot'

import { flag, idText, optionalLink, optionalText, shownText } from './loose.ts'

/** One element of `elements[]` (spec 2.5). */
export const Element = v.looseObject({
  id: idText,
  parent_id: v.nullish(idText),
  type: optionalText,
  alias: v.nullish(idText),
  /** Text; a name of digits may come as a number. */
  name: v.nullish(shownText),
  active: v.nullish(flag),
  image_large: optionalLink,
  image_small: optionalLink,
  action: optionalText,
  /** An object, `[]` when there are none; JSON text of an object occurs. Its entries by action: spec 2.5, table. */
  params: v.optional(v.unknown()),
  content_id: v.nullish(idText),
})
export type Element = v.InferOutput<typeof Element>

/** Answer of `/frontview` (spec 4.4). Elements are read one by one. */
export const Frontview = v.looseObject({ elements: v.array(v.unknown()) })
