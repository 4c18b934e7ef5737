import type { Category, Country, Denomination, Provider } from '#domain/international.ts'

/** `GET /api/international/countries`. */
export type Countries = { countries: Country[] }

/** `GET /api/international/countries/:id`: the operators of one country, asked anew each time. */
export type CountryOffer = { country: Country; providers: Provider[] }

/**
 * `GET /api/international/providers/:id?country=PHL`: what one operator offers, asked anew each time; `cost` for supervisors only. `country`
 * tells the country of the list from the one the wholesaler numbers otherwise here.
 */
export type ProviderOffer = {
  country: Country
  provider: Provider
  categories: Category[]
  denominations: Denomination[]
}
