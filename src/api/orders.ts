import * as v from 'valibot'

import type { Order } from '#domain/order.ts'
import { SALE_KINDS } from '#domain/sale/sale.ts'
import { exactly, money, namedRef, time } from './answer-parts.ts'
import { NoContent } from './input-parts.ts'
import { international } from './sale-answers.ts'
import { OpenInternationalSale, OpenServiceSale } from './sales.ts'

/** `PUT /api/orders/:id`, from a tablet for self-order: the same product, number and amount as a ticket would have. */
export const PlaceOrder = v.variant('kind', [
  v.omit(OpenServiceSale, ['customer', 'orderId', 'duplicateOf']),
  v.omit(OpenInternationalSale, ['shown', 'orderId', 'duplicateOf']),
])
export type PlaceOrder = v.InferOutput<typeof PlaceOrder>

/** What the tablet tells the customer, and nothing else of the order. */
export const PlacedOrder = v.strictObject({ id: v.string(), label: v.string(), expiresAt: time })
export type PlacedOrder = v.InferOutput<typeof PlacedOrder>

/** An order as cashiers see it. */
const OrderAnswer = exactly<Order>()({
  id: v.string(),
  label: v.string(),
  kind: v.picklist(SALE_KINDS),
  serviceId: v.string(),
  serviceName: v.string(),
  brand: v.string(),
  account: v.exactOptional(v.string()),
  amount: money,
  pays: v.exactOptional(money),
  international: v.exactOptional(international),
  terminal: namedRef,
  placedAt: time,
  expiresAt: time,
  taken: v.exactOptional(v.strictObject({ by: namedRef, at: time })),
})

/** `GET /api/orders`: those that are neither over nor sold, the oldest first. */
export const OrderList = v.strictObject({ orders: v.array(OrderAnswer) })
export type OrderList = v.InferOutput<typeof OrderList>

export const orderEndpoints = {
  'PUT /api/orders/:id': { body: PlaceOrder, answer: PlacedOrder },
  'GET /api/orders': { answer: OrderList },
  'POST /api/orders/:id/take': { body: NoContent, answer: OrderAnswer },
  'POST /api/orders/:id/release': { body: NoContent, answer: OrderAnswer },
}
