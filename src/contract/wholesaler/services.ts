import * as v from 'valibot'

import { flag, idText, numberOrText, optionalText } from './loose.ts'

/** One element of `services[]` (spec 2.4). */
export const Service = v.looseObject({
  id: idText,
  active: v.nullish(flag),
  name: v.string(),
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

/** Answer of `/services` (spec 4.3). Elements are read one by one: an odd one must not hide the others. */
export const Services = v.looseObject({ services: v.array(v.unknown()) })
