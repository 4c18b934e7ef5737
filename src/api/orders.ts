import * as v from 'valibot'

import { Order } from '#domain/order.ts'
import { time } from '#domain/schema-parts.ts'
import { NoContent } from './input-parts.ts'
import { OpenInternationalSale, OpenServiceSale } from './sales.ts'

/** From a tablet for self-order: the same product, number and amount as a ticket would have. */
export const PlaceOrder = v.variant('kind', [
  v.omit(OpenServiceSale, ['customer', 'orderId', 'duplicateOf']),
  v.omit(OpenInternationalSale, ['shown', 'orderId', 'duplicateOf']),
])
export type PlaceOrder = v.InferOutput<typeof PlaceOrder>

/** What the tablet tells the customer, and nothing else of the order. */
export const PlacedOrder = v.strictObject({ id: v.string(), label: v.string(), expiresAt: time })
export type PlacedOrder = v.InferOutput<typeof PlacedOrder>

/** Those that are neither over nor sold, the oldest first. */
export const OrderList = v.strictObject({ orders: v.array(Order) })
export type OrderList = v.InferOutput<typeof OrderList>

export const orderEndpoints = {
  'PUT /api/orders/:id': { body: PlaceOrder, answer: PlacedOrder },
  'GET /api/orders': { answer: OrderList },
  'POST /api/orders/:id/take': { body: NoContent, answer: Order },
  'POST /api/orders/:id/release': { body: NoContent, answer: Order },
}
