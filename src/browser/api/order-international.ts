import { queryOptions } from '@tanstack/react-query'

import type { Countries, CountryOffer, ProviderOffer } from '#api/international.ts'
import { proxyPaths } from '#api/paths.ts'
import { encodeText } from '#domain/web-address.ts'
import { request } from './request.ts'

/** What a tablet has read it shows to the next customer, too: it may read only so often, and the till asks for the price again. */
const LASTS_MS = 5 * 60_000

const queryKey = (...parts: string[]) => ['order-international', ...parts]

/** Where customers can order a top-up to. */
export const orderCountriesQuery = queryOptions({
  queryKey: queryKey('countries'),
  queryFn: ({ signal }) => request<Countries>('GET', proxyPaths.orderCountries, { signal }),
  staleTime: LASTS_MS,
})

/** The operators of one country. */
export const orderCountryQuery = (countryId: string) =>
  queryOptions({
    queryKey: queryKey('country', countryId),
    queryFn: ({ signal }) => request<CountryOffer>('GET', proxyPaths.orderCountry(encodeText(countryId)), { signal }),
    staleTime: LASTS_MS,
    refetchOnWindowFocus: false,
  })

/** What one operator offers. */
export const orderProviderQuery = (countryId: string, providerId: string) =>
  queryOptions({
    queryKey: queryKey('provider', countryId, providerId),
    queryFn: ({ signal }) =>
      request<ProviderOffer>(
        'GET',
        `${proxyPaths.orderProvider(encodeText(providerId))}?country=${encodeText(countryId)}`,
        { signal },
      ),
    staleTime: LASTS_MS,
    refetchOnWindowFocus: false,
  })
