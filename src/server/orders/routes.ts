import { NoContent } from '#api/input-parts.ts'
import { OrderAnswer, OrderList, PlacedOrder, PlaceOrder } from '#api/orders.ts'
import { proxyPaths } from '#api/paths.ts'
import { findSaleId } from '#domain/sale/id.ts'
import { RequestRefused } from '../lib/failures.ts'
import { refuseOutdatedPage } from '../http/request-shape.ts'
import type { StackFor } from '../account/services.ts'
import { access, personOf, terminalOf } from '../staff/access.ts'
import { route, type Route } from '../http/route.ts'

type Deps = {
  stackFor: StackFor
  /** The version of the page that this proxy serves. */
  version: string
}

/** The orders of customers: placed at a tablet where nobody is signed in, and taken at a counter. */
export function orderRoutes({ stackFor, version }: Deps): Route[] {
  return [
    route({
      method: 'PUT',
      path: proxyPaths.order(':id'),
      access: access.selfOrder,
      body: PlaceOrder,
      answer: PlacedOrder,
      onRequest: async (request) => refuseOutdatedPage(request, version),
      handle: async ({ id, body, request }) => {
        const { orders } = stackFor(request)
        const { label, expiresAt } = await orders.place(readOrderId(id), body, terminalOf(request))
        return { id, label, expiresAt }
      },
    }),
    route({
      method: 'GET',
      path: proxyPaths.orders,
      access: access.counter,
      answer: OrderList,
      handle: async ({ request }) => ({ orders: await stackFor(request).orders.list() }),
    }),
    route({
      method: 'POST',
      path: proxyPaths.takeOrder(':id'),
      access: access.counter,
      body: NoContent,
      answer: OrderAnswer,
      handle: ({ id, request }) => stackFor(request).orders.take(readOrderId(id), personOf(request)),
    }),
    route({
      method: 'POST',
      path: proxyPaths.releaseOrder(':id'),
      access: access.counter,
      body: NoContent,
      answer: OrderAnswer,
      handle: ({ id, request }) => stackFor(request).orders.release(readOrderId(id), personOf(request)),
    }),
  ]
}

function readOrderId(text: string): string {
  const id = findSaleId(text)
  if (!id) throw new RequestRefused(404, 'not-found', 'This is not the id of an order.')
  return id
}
