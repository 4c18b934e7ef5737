import * as v from 'valibot'

import type { Receipt } from '#domain/receipt.ts'
import type { Sale } from '#domain/sale.ts'

const amountText = v.pipe(v.string(), v.regex(/^\d{1,12}(\.\d{1,6})?$/, 'an amount such as 50 or 12.50'))

const duplicateOf = v.optional(v.pipe(v.string(), v.regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, 'the id of a sale')))

/** `PUT /api/sales/:id`. */
export const OpenSale = v.strictObject({
  kind: v.literal('direct'),
  serviceId: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  amount: amountText,
  account: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
  /** Lines of one quantity carry the same one, and are no duplicates of each other (DESIGN rule 11). */
  batch: v.optional(v.pipe(v.string(), v.regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, 'the id of the batch'))),
  /** The sale that was named in `duplicate-ask`: the person wants this one all the same. */
  duplicateOf,
})
export type OpenSale = v.InferOutput<typeof OpenSale>

/** `POST /api/sales/:id/confirm`: `version` is the one the person saw. */
export const ConfirmSale = v.strictObject({
  version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  duplicateOf,
})
export type ConfirmSale = v.InferOutput<typeof ConfirmSale>

/** `POST /api/sales/:id/close`: what a supervisor learned from support (DESIGN rule 15). */
export const CloseSale = v.strictObject({
  as: v.picklist(['sold', 'not-sold']),
  note: v.pipe(v.string(), v.trim(), v.minLength(1, 'what support said'), v.maxLength(500)),
})
export type CloseSale = v.InferOutput<typeof CloseSale>

/** A body that says nothing: `find`, `abandon`, `take`, `given-back`, `seen`, `reveal`. */
export const NoContent = v.optional(v.strictObject({}))

/**
 * `GET /api/sales`: a day is `YYYY-MM-DD` in the shop's time zone, today when absent; newest first. `state=desk` is the pending desk, of
 * any day and the whole shop: what waits, needs attention, has money to give back, or is news for this person.
 */
export const SalesQuery = v.strictObject({
  day: v.optional(v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/))),
  state: v.optional(v.picklist(['unsettled', 'desk'])),
  cursor: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/))),
})
export type SalesQuery = v.InferOutput<typeof SalesQuery>

export type SalesPage = { sales: Sale[]; next?: string }

/** `POST /api/sales/:id/reveal`: never stored, never cached. */
export type Revealed = { receipt: Receipt | null }
