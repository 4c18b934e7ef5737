import * as v from 'valibot'

import { Order } from '#domain/order.ts'
import { time } from '#domain/schema-parts.ts'
import { boundedText, NoContent } from './input-parts.ts'
import { OpenInternationalSale, OpenServiceSale } from './sales.ts'

export const PlaceOrder = v.variant('kind', [
  v.omit(OpenServiceSale, ['customer', 'orderId', 'duplicateOf']),
  v.omit(OpenInternationalSale, ['shown', 'orderId', 'duplicateOf']),
])
export type PlaceOrder = v.InferOutput<typeof PlaceOrder>

/** The invitation in the address that a customer display shows. */
export const JoinByPhone = v.strictObject({ code: boundedText(100) })
export type JoinByPhone = v.InferOutput<typeof JoinByPhone>

/** Only what the tablet shows the customer. */
export const PlacedOrder = v.strictObject({ id: v.string(), label: v.string(), expiresAt: time })
export type PlacedOrder = v.InferOutput<typeof PlacedOrder>

/** Orders that have neither ended nor been sold, oldest first. */
export const OrderList = v.strictObject({ orders: v.array(Order) })
export type OrderList = v.InferOutput<typeof OrderList>

export const orderEndpoints = {
  /** Makes a customer's browser a phone that orders, for an hour. */
  'POST /api/orders/phone': { body: JoinByPhone, answer: v.strictObject({}) },
  'PUT /api/orders/:id': { body: PlaceOrder, answer: PlacedOrder },
  'GET /api/orders': { answer: OrderList },
  'POST /api/orders/:id/take': { body: NoContent, answer: Order },
  'POST /api/orders/:id/release': { body: NoContent, answer: Order },
}
