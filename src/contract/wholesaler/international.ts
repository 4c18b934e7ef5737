import * as v from 'valibot'

import { currencyText, idText, numberOrText, optionalLink, optionalText } from './loose.ts'

/** A country (spec 2.6). The spec does not list `group` and `groups`, but its `international` action uses them. */
export const Country = v.looseObject({
  id: idText,
  name: v.string(),
  phone_code: v.nullish(idText),
  phone_mask: optionalText,
  currency: v.nullish(currencyText),
  logo: optionalLink,
  logo_large: optionalLink,
  group: v.nullish(idText),
  groups: v.nullish(v.union([v.array(idText), idText])),
})
export type Country = v.InferOutput<typeof Country>

/** An operator (spec 2.7). */
export const Provider = v.looseObject({ id: idText, name: v.string(), logo: optionalLink })
export type Provider = v.InferOutput<typeof Provider>

/** A category of denominations (spec 2.8). */
export const Category = v.looseObject({ id: idText, parent_id: v.nullish(idText), name: v.string() })
export type Category = v.InferOutput<typeof Category>

/** A denomination (spec 2.9): text fields, although numbers occur as well. */
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

/**
 * Answers of `/international-bridge/*` (spec 4.5 to 4.8). Elements are read one by one, so that an unreadable one does not affect the others.
 */
export const Countries = v.looseObject({ countries: v.array(v.unknown()) })
export const Categories = v.looseObject({ categories: v.array(v.unknown()) })
export const Providers = v.looseObject({ country: v.nullish(v.unknown()), providers: v.array(v.unknown()) })
export const ProviderAmounts = v.looseObject({
  country: v.nullish(v.unknown()),
  provider: v.unknown(),
  amounts: v.array(v.unknown()),
})
