import * as v from 'valibot'

import type { Category, Country, Denomination, Provider } from '#domain/international.ts'
import { exactly, money } from './answer-parts.ts'
import { boundedText } from './input-parts.ts'

const country = exactly<Country>()({
  id: v.string(),
  name: v.string(),
  phoneCode: v.string(),
  phoneMask: v.string(),
  currency: v.string(),
  flag: v.exactOptional(v.string()),
  flagLarge: v.exactOptional(v.string()),
  groups: v.exactOptional(v.array(v.string())),
})

const provider = exactly<Provider>()({ id: v.string(), name: v.string(), logo: v.exactOptional(v.string()) })

const category = exactly<Category>()({ id: v.string(), parentId: v.exactOptional(v.string()), name: v.string() })

const denomination = exactly<Denomination>()({
  id: v.string(),
  categoryId: v.string(),
  name: v.string(),
  description: v.string(),
  gets: money,
  pays: money,
  cost: v.exactOptional(money),
  mayNotBeCovered: v.exactOptional(v.literal(true)),
})

/** `GET /api/international/countries`. */
export const Countries = v.strictObject({ countries: v.array(country) })
export type Countries = v.InferOutput<typeof Countries>

/** `GET /api/international/countries/:id`: the operators of one country, read from the wholesaler each time. */
export const CountryOffer = v.strictObject({ country, providers: v.array(provider) })
export type CountryOffer = v.InferOutput<typeof CountryOffer>

/** `GET /api/international/providers/:id?country=PHL`. `country` names the country of the list, because `/provider` gives it another id (spec 2.6). */
export const ProviderQuery = v.strictObject({ country: v.optional(boundedText(100)) })

/** What one operator offers, read from the wholesaler each time; `cost` is for supervisors only. */
export const ProviderOffer = v.strictObject({
  country,
  provider,
  categories: v.array(category),
  denominations: v.array(denomination),
})
export type ProviderOffer = v.InferOutput<typeof ProviderOffer>
