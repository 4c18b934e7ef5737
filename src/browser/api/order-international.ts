import { queryOptions } from '@tanstack/react-query'

import { call } from './request.ts'

/** Cached for the next customers too, because a tablet's reads are rate-limited. The till reads the price again. */
const LASTS_MS = 5 * 60_000

const queryKey = (...parts: string[]) => ['order-international', ...parts]

export const orderCountriesQuery = queryOptions({
  queryKey: queryKey('countries'),
  queryFn: ({ signal }) => call('GET /api/orders/countries', { signal }),
  staleTime: LASTS_MS,
})

export const orderCountryQuery = (countryId: string) =>
  queryOptions({
    queryKey: queryKey('country', countryId),
    queryFn: ({ signal }) => call('GET /api/orders/countries/:id', { id: countryId, signal }),
    staleTime: LASTS_MS,
    refetchOnWindowFocus: false,
  })

export const orderProviderQuery = (countryId: string, providerId: string) =>
  queryOptions({
    queryKey: queryKey('provider', countryId, providerId),
    queryFn: ({ signal }) =>
      call('GET /api/orders/providers/:id', { id: providerId, query: { country: countryId }, signal }),
    staleTime: LASTS_MS,
    refetchOnWindowFocus: false,
  })
