import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import type { OrderList, PlacedOrder, PlaceOrder } from '#api/orders.ts'
import { proxyPaths } from '#api/paths.ts'
import type { Order } from '#domain/order.ts'
import { pageVersion, request } from './request.ts'
import { statusQuery } from './status.ts'

const READ_AGAIN_MS = 5_000

/** The orders of customers that are neither over nor sold, the oldest first. */
export const ordersQuery = queryOptions({
  queryKey: ['orders'],
  queryFn: ({ signal }) => request<OrderList>('GET', proxyPaths.orders, { signal }).then(({ orders }) => orders),
  refetchInterval: READ_AGAIN_MS,
})

/** A cashier takes an order, which is theirs then, or puts it back for others. */
export const useTakeOrder = () => useOrderStep(proxyPaths.takeOrder)
export const useReleaseOrder = () => useOrderStep(proxyPaths.releaseOrder)

function useOrderStep(pathOf: (id: string) => string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => request<Order>('POST', pathOf(id)),
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
      request<PlacedOrder>('PUT', proxyPaths.order(id), { body: wish, headers: pageVersion() }),
  })
