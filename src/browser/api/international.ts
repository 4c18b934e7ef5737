import { queryOptions } from '@tanstack/react-query'

import type { Countries, CountryOffer, ProviderOffer } from '#contract/proxy/international.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import { request } from './request.ts'

const COUNTRIES_LAST_MS = 10 * 60_000
const OPERATORS_LAST_MS = 60_000

export const countriesQuery = queryOptions({
  queryKey: ['international', 'countries'],
  queryFn: ({ signal }) => request<Countries>('GET', proxyPaths.countries, { signal }),
  staleTime: COUNTRIES_LAST_MS,
})

/** The operators of one country. */
export const countryOfferQuery = (countryId: string) =>
  queryOptions({
    queryKey: ['international', 'country', countryId],
    queryFn: ({ signal }) =>
      request<CountryOffer>('GET', proxyPaths.country(encodeURIComponent(countryId)), { signal }),
    staleTime: OPERATORS_LAST_MS,
  })

/** What one operator offers: asked again for each sale and kept for none, as its amounts and prices are good for one sale only. */
export const providerOfferQuery = (countryId: string, providerId: string) =>
  queryOptions({
    queryKey: ['international', 'provider', countryId, providerId],
    queryFn: ({ signal }) =>
      request<ProviderOffer>(
        'GET',
        `${proxyPaths.provider(encodeURIComponent(providerId))}?country=${encodeURIComponent(countryId)}`,
        { signal },
      ),
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: 'always',
    // Nothing moves under the finger; what is too old by then is noticed at the review.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
