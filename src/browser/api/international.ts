import { queryOptions } from '@tanstack/react-query'

import { call } from './request.ts'

type Freshness = {
  staleTime: number
  gcTime?: number
  refetchOnMount?: 'always'
  refetchOnWindowFocus?: boolean
  refetchOnReconnect?: boolean
}

const queriesOf = (
  reader: 'international' | 'orders',
  freshness: Record<'countries' | 'country' | 'provider', Freshness>,
) => ({
  countries: queryOptions({
    queryKey: ['international', reader, 'countries'],
    queryFn: ({ signal }) => call(`GET /api/${reader}/countries`, { signal }),
    ...freshness.countries,
  }),
  country: (countryId: string) =>
    queryOptions({
      queryKey: ['international', reader, 'country', countryId],
      queryFn: ({ signal }) => call(`GET /api/${reader}/countries/:id`, { id: countryId, signal }),
      ...freshness.country,
    }),
  provider: (countryId: string, providerId: string) =>
    queryOptions({
      queryKey: ['international', reader, 'provider', countryId, providerId],
      queryFn: ({ signal }) =>
        call(`GET /api/${reader}/providers/:id`, { id: providerId, query: { country: countryId }, signal }),
      ...freshness.provider,
    }),
})

export const tillQueries = queriesOf('international', {
  countries: { staleTime: 10 * 60_000 },
  country: { staleTime: 60_000 },
  // Never cached, because amounts and prices of an operator are valid for one sale only.
  provider: {
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: 'always',
    // Amounts must not move while the cashier is pressing one; an expired amount is detected at the review.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  },
})

/** Cached for the next customers as well, because a tablet's reads are rate-limited. The till reads the price again. */
const cached: Freshness = { staleTime: 5 * 60_000, refetchOnWindowFocus: false }
export const tabletQueries = queriesOf('orders', { countries: cached, country: cached, provider: cached })
