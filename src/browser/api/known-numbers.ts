import { queryOptions, useMutation } from '@tanstack/react-query'

import type { NumberQuery } from '#domain/phone/known-number.ts'
import type { SaleId } from '#domain/sale/id.ts'
import { call } from './request.ts'
import { useWrite } from './use-write.ts'

/** Not sent again for a while, because a till asks about the same customer while it sells. */
const FRESH_MS = 30_000

/** Most numbers are unknown, and a failure is the same as that. */
export const knownNumberQuery = (query: NumberQuery) => {
  const typed = 'whole' in query ? `+${query.whole}` : query.ending
  return queryOptions({
    queryKey: ['known-numbers', typed],
    queryFn: ({ signal }) => call('POST /api/known-numbers', { body: { typed }, signal }),
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
    retry: false,
  })
}

/** The whole number of a sale that was found by the end of its number. */
export const useChooseKnown = () =>
  useMutation({ mutationFn: (id: SaleId) => call('POST /api/known-numbers/:id/choose', { id }) })

export const useEraseNumber = () =>
  useWrite((body: { number: string }) => call('POST /api/known-numbers/erase', { body }), {
    changes: [{ queryKey: ['sales'] }, { queryKey: ['known-numbers'] }],
  })
