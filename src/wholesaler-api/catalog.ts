import * as v from 'valibot'

import { flag, idText, list, numberOrText, optionalLink, optionalText, optionalId } from './loose.ts'

/** One element of `services[]` (spec 2.4). */
export const Service = v.looseObject({
  id: idText,
  active: v.nullish(flag),
  name: optionalText,
  biller_name: optionalText,
  category_name: optionalText,
  subcategory_name: optionalText,
  amount_min: numberOrText,
  amount_max: numberOrText,
  amount_step: v.nullish(numberOrText),
  commission: v.nullish(v.looseObject({ value: v.nullish(numberOrText), type: v.nullish(numberOrText) })),
  is_pin_based: flag,
  is_account_required: v.nullish(flag),
})
export type Service = v.InferOutput<typeof Service>

/** The answer to `/services` (spec 4.3). Elements are read one by one, so an unreadable one does not affect the others. */
export const Services = v.looseObject({ services: list })

/** One element of `elements[]` (spec 2.5). */
export const Element = v.looseObject({
  id: idText,
  parent_id: optionalId,
  type: optionalText,
  alias: v.nullish(idText),
  name: optionalText,
  active: v.nullish(flag),
  image_large: optionalLink,
  image_small: optionalLink,
  action: optionalText,
  /** An object, `[]` if there are none, or JSON text of an object. Its entries depend on the action (spec 2.5, table). */
  params: v.optional(v.unknown()),
  content_id: v.nullish(idText),
})
export type Element = v.InferOutput<typeof Element>

/** The answer to `/frontview` (spec 4.4). Elements are read one by one. */
export const Frontview = v.looseObject({ elements: list })
