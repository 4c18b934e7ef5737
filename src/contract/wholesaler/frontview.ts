import * as v from 'valibot'

import { emptyListOrObject, flag, idText, optionalText } from './loose.ts'

/** One element of `elements[]` (spec 2.5). `params` is an object, or `[]` when there are none. */
export const Element = v.looseObject({
  id: idText,
  parent_id: v.nullish(idText),
  type: optionalText,
  alias: optionalText,
  name: optionalText,
  active: v.nullish(flag),
  image_large: optionalText,
  image_small: optionalText,
  action: optionalText,
  params: v.nullish(
    emptyListOrObject({
      warning: optionalText,
      target_alias: optionalText,
      page: optionalText,
      params: v.nullish(v.unknown()),
      product_slug: optionalText,
      country: optionalText,
      group: optionalText,
    }),
  ),
  content_id: v.nullish(idText),
})
export type Element = v.InferOutput<typeof Element>

/** Answer of `/frontview` (spec 4.4). Elements are read one by one. */
export const Frontview = v.looseObject({ elements: v.array(v.unknown()) })
