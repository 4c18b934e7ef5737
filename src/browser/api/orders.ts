import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import type { PlaceOrder } from '#api/orders.ts'
import { call, pageBuild } from './request.ts'
import { statusQuery } from './status.ts'
import { REFETCH_MS } from './refetch-ms.ts'

/** Customers' orders that are open and unsold, oldest first. */
export const ordersQuery = queryOptions({
  queryKey: ['orders'],
  queryFn: ({ signal }) => call('GET /api/orders', { signal }).then(({ orders }) => orders),
  refetchInterval: REFETCH_MS.orders,
})

export const useTakeOrder = () => useOrderStep('take')
export const useReleaseOrder = () => useOrderStep('release')

function useOrderStep(step: 'take' | 'release') {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(`POST /api/orders/:id/${step}`, { id }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ordersQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: statusQuery.queryKey }),
      ]),
  })
}

/** Repeating the request with the same id has no effect. */
export const usePlaceOrder = () =>
  useMutation({
    mutationFn: ({ id, wish }: { id: string; wish: PlaceOrder }) =>
      call('PUT /api/orders/:id', { id, body: wish, headers: pageBuild() }),
  })
