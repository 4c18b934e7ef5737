import * as v from 'valibot'

import { Money } from '#domain/money.ts'
import { PAYMENT_METHODS } from '#domain/payment.ts'
import { NamedRef } from '#domain/person.ts'
import { BATCH_STATES, BATCH_STOP_REASONS } from '#domain/sale/batch.ts'
import { Sale } from '#domain/sale/sale.ts'
import { SaleSummary } from '#domain/sale/summary.ts'
import { count, time } from '#domain/schema-parts.ts'
import { boundedList, NoContent } from './input-parts.ts'
import { approver, atCounter, duplicateOf, lineNumber, MAX_LINES, OpenServiceSale } from './sales.ts'

/** A quantity of one recharge or voucher (rule 18). All lines sell the same content. */
export const OpenBatch = v.strictObject({
  ...v.omit(OpenServiceSale, ['orderId']).entries,
  count: v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(MAX_LINES)),
})
export type OpenBatch = v.InferOutput<typeof OpenBatch>

/**
 * Approves the named lines as the person saw them at `version`. Repeating the request changes nothing. `duplicateOf` is the sale in a
 * `confirm-duplicate` failure.
 */
export const ConfirmBatch = v.strictObject({
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  lines: v.pipe(
    boundedList(lineNumber, MAX_LINES),
    v.minLength(1),
    v.check((lines) => new Set(lines).size === lines.length, 'each line once'),
  ),
  /** The supervisor who allows exceeding limits (rule 17). */
  approver,
  duplicateOf,
  ...atCounter,
})
export type ConfirmBatch = v.InferOutput<typeof ConfirmBatch>

/** `approved`: the last approval includes this line. `sale` is absent until the line is opened. */
const BatchLineAnswer = v.strictObject({ line: count, sale: v.exactOptional(Sale), approved: v.boolean() })
export type BatchLineAnswer = v.InferOutput<typeof BatchLineAnswer>

/** Status 202 while the batch is running or the check of its first line has not been answered; otherwise 200. */
const BatchAnswer = v.strictObject({
  ...v.pick(Sale, ['kind', 'serviceId', 'serviceName', 'brand', 'account', 'customer', 'amount', 'pays']).entries,
  id: v.string(),
  version: count,
  state: v.picklist(BATCH_STATES),
  count,
  /** For all lines; `amount` and `pays` are per line. */
  total: Money,
  cashier: NamedRef,
  openedAt: time,
  approvedAt: v.exactOptional(time),
  /** The last cash received, and its change. */
  paymentMethod: v.exactOptional(v.picklist(PAYMENT_METHODS)),
  cashTendered: v.exactOptional(Money),
  change: v.exactOptional(Money),
  /** The journal was restored from a backup: unsold lines may have been sold since, so no more lines are started. */
  isRestored: v.exactOptional(v.literal(true)),
  stop: v.exactOptional(
    v.strictObject({
      reason: v.picklist(BATCH_STOP_REASONS),
      at: time,
      line: v.exactOptional(count),
      by: v.exactOptional(NamedRef),
      code: v.exactOptional(v.string()),
      /** The duplicate, as far as this person may see it. */
      sale: v.exactOptional(v.union([Sale, SaleSummary])),
    }),
  ),
  lines: v.array(BatchLineAnswer),
})
export type BatchAnswer = v.InferOutput<typeof BatchAnswer>

export const batchEndpoints = {
  'PUT /api/batches/:id': { body: OpenBatch, answer: BatchAnswer },
  'POST /api/batches/:id/confirm': { body: ConfirmBatch, answer: BatchAnswer },
  'POST /api/batches/:id/stop': { body: NoContent, answer: BatchAnswer },
  'GET /api/batches/:id': { answer: BatchAnswer },
}
