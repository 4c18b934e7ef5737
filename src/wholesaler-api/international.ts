import * as v from 'valibot'

import { currencyText, idText, list, numberOrText, optionalLink, optionalText, optionalId } from './loose.ts'

/** A country (spec 2.6). The spec does not list `group` and `groups`, but its `international` action uses them. */
export const Country = v.looseObject({
  id: idText,
  name: optionalText,
  phone_code: v.nullish(idText),
  phone_mask: v.nullish(v.string()),
  currency: v.nullish(currencyText),
  logo: optionalLink,
  logo_large: optionalLink,
  group: v.nullish(idText),
  groups: v.nullish(v.union([v.pipe(list, v.array(idText)), idText])),
})
export type Country = v.InferOutput<typeof Country>

/** An operator (spec 2.7). */
export const Provider = v.looseObject({ id: idText, name: optionalText, logo: optionalLink })
export type Provider = v.InferOutput<typeof Provider>

/** A category of denominations (spec 2.8). */
export const Category = v.looseObject({ id: idText, parent_id: optionalId, name: optionalText })
export type Category = v.InferOutput<typeof Category>

/** A denomination (spec 2.9): text fields, although numbers occur too. */
export const Amount = v.looseObject({
  id: idText,
  category_id: v.nullish(idText),
  name: optionalText,
  description: optionalText,
  amount: numberOrText,
  currency: currencyText,
  sale_price: numberOrText,
  sale_currency: currencyText,
  price: v.nullish(numberOrText),
  price_currency: v.nullish(currencyText),
})
export type Amount = v.InferOutput<typeof Amount>

/** `/international-bridge/*` (spec 4.5 to 4.8). Elements are read one by one, so an unreadable one does not affect the others. */
export const Countries = v.looseObject({ countries: list })
export const Categories = v.looseObject({ categories: list })
export const Providers = v.looseObject({ country: v.nullish(v.unknown()), providers: list })
export const ProviderAmounts = v.looseObject({
  country: v.nullish(v.unknown()),
  provider: v.unknown(),
  amounts: list,
})
