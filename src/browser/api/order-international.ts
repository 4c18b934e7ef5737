import { queryOptions } from '@tanstack/react-query'

import { call } from './request.ts'

/** What a tablet has read it shows to the next customer, too: it may read only so often, and the till asks for the price again. */
const LASTS_MS = 5 * 60_000

const queryKey = (...parts: string[]) => ['order-international', ...parts]

/** Where customers can order a top-up to. */
export const orderCountriesQuery = queryOptions({
  queryKey: queryKey('countries'),
  queryFn: ({ signal }) => call('GET /api/orders/countries', { signal }),
  staleTime: LASTS_MS,
})

/** The operators of one country. */
export const orderCountryQuery = (countryId: string) =>
  queryOptions({
    queryKey: queryKey('country', countryId),
    queryFn: ({ signal }) => call('GET /api/orders/countries/:id', { id: countryId, signal }),
    staleTime: LASTS_MS,
    refetchOnWindowFocus: false,
  })

/** What one operator offers. */
export const orderProviderQuery = (countryId: string, providerId: string) =>
  queryOptions({
    queryKey: queryKey('provider', countryId, providerId),
    queryFn: ({ signal }) =>
      call('GET /api/orders/providers/:id', { id: providerId, query: { country: countryId }, signal }),
    staleTime: LASTS_MS,
    refetchOnWindowFocus: false,
  })
