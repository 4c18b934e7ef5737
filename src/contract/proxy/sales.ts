import * as v from 'valibot'

import type { Receipt } from '#domain/receipt.ts'
import type { Sale } from '#domain/sale.ts'

const amountText = v.pipe(v.string(), v.regex(/^\d{1,12}(\.\d{1,6})?$/, 'an amount such as 50 or 12.50'))

/** `PUT /api/sales/:id`. */
export const OpenSale = v.strictObject({
  kind: v.literal('direct'),
  serviceId: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  amount: amountText,
  account: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
})
export type OpenSale = v.InferOutput<typeof OpenSale>

/** `POST /api/sales/:id/confirm`: `version` is the one the person saw. */
export const ConfirmSale = v.strictObject({ version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))) })
export type ConfirmSale = v.InferOutput<typeof ConfirmSale>

/** A body that says nothing: `find`, `abandon`, `reveal`. */
export const NoContent = v.optional(v.strictObject({}))

/** `GET /api/sales`: a day is `YYYY-MM-DD` in the shop's time zone, today when absent; newest first. */
export const SalesQuery = v.strictObject({
  day: v.optional(v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/))),
  state: v.optional(v.picklist(['unsettled'])),
  cursor: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/))),
})
export type SalesQuery = v.InferOutput<typeof SalesQuery>

export type SalesPage = { sales: Sale[]; next?: string }

/** `POST /api/sales/:id/reveal`: never stored, never cached. */
export type Revealed = { receipt: Receipt | null }
