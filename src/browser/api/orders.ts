import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import type { PlaceOrder } from '#api/orders.ts'
import { call, pageVersion } from './request.ts'
import { statusQuery } from './status.ts'
import { REFETCH_MS } from './refetch-ms.ts'

/** The orders of customers that are neither over nor sold, the oldest first. */
export const ordersQuery = queryOptions({
  queryKey: ['orders'],
  queryFn: ({ signal }) => call('GET /api/orders', { signal }).then(({ orders }) => orders),
  refetchInterval: REFETCH_MS.orders,
})

/** A cashier takes an order, which is theirs then, or puts it back for others. */
export const useTakeOrder = () => useOrderStep('take')
export const useReleaseOrder = () => useOrderStep('release')

function useOrderStep(step: 'take' | 'release') {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(`POST /api/orders/:id/${step}`, { id }),
    // Refused, it shows who has it.
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ordersQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: statusQuery.queryKey }),
      ]),
  })
}

/** A customer orders at the tablet. Sent again under the same id, it is the same order. */
export const usePlaceOrder = () =>
  useMutation({
    mutationFn: ({ id, wish }: { id: string; wish: PlaceOrder }) =>
      call('PUT /api/orders/:id', { id, body: wish, headers: pageVersion() }),
  })
