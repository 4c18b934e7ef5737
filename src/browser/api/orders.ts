import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import type { PlaceOrder } from '#api/orders.ts'
import { remember } from '../lib/storage.ts'
import { call, pageBuild } from './request.ts'
import { sessionQuery } from './session.ts'
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

/** Makes this browser a phone that orders. */
export function useJoinByPhone() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (code: string) => call('POST /api/orders/phone', { body: { code } }),
    onSuccess: () => {
      remember('phone', true)
      return queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
  })
}

/** Repeating the request with the same id has no effect. */
export const usePlaceOrder = () =>
  useMutation({
    mutationFn: ({ id, wish }: { id: string; wish: PlaceOrder }) =>
      call('PUT /api/orders/:id', { id, body: wish, headers: pageBuild() }),
  })
