import * as v from 'valibot'

import { Category, Country, Denomination, Provider } from '#domain/catalog/international.ts'
import { boundedText } from './input-parts.ts'

export const Countries = v.strictObject({ countries: v.array(Country) })
export type Countries = v.InferOutput<typeof Countries>

/** Read from the wholesaler each time. */
export const CountryOffer = v.strictObject({ country: Country, providers: v.array(Provider) })
export type CountryOffer = v.InferOutput<typeof CountryOffer>

/** `country` is the id in the list of countries, because `/provider` returns a different one (spec 2.6). */
export const ProviderQuery = v.strictObject({ country: v.optional(boundedText(100)) })

/** Read from the wholesaler each time; `cost` is for supervisors only. */
export const ProviderOffer = v.strictObject({
  country: Country,
  provider: Provider,
  categories: v.array(Category),
  denominations: v.array(Denomination),
})
export type ProviderOffer = v.InferOutput<typeof ProviderOffer>

export const internationalEndpoints = {
  'GET /api/international/countries': { answer: Countries },
  'GET /api/international/countries/:id': { answer: CountryOffer },
  'GET /api/international/providers/:id': { query: ProviderQuery, answer: ProviderOffer },
  'GET /api/orders/countries': { answer: Countries },
  'GET /api/orders/countries/:id': { answer: CountryOffer },
  'GET /api/orders/providers/:id': { query: ProviderQuery, answer: ProviderOffer },
}
