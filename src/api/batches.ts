import * as v from 'valibot'

import type { Money } from '#domain/money.ts'
import type { PaymentMethod } from '#domain/payment.ts'
import type { BatchState, BatchStop } from '#domain/sale/batch.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { SaleSummary } from '#domain/sale/summary.ts'
import { boundedList } from './input-parts.ts'
import { approver, atCounter, duplicateOf, lineNumber, MAX_LINES, OpenServiceSale } from './sales.ts'

/** `PUT /api/batches/:id`: a quantity of one recharge or voucher (rule 18). All lines sell the same content. */
export const OpenBatch = v.strictObject({
  ...v.omit(OpenServiceSale, ['orderId']).entries,
  count: v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(MAX_LINES)),
})
export type OpenBatch = v.InferOutput<typeof OpenBatch>

/**
 * `POST /api/batches/:id/confirm`: approves the named lines as the person saw them at `version` of the batch. Repeating the request changes
 * nothing. `duplicateOf` is the sale in a `confirm-duplicate` failure.
 */
export const ConfirmBatch = v.strictObject({
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  lines: v.pipe(
    boundedList(lineNumber, MAX_LINES),
    v.minLength(1),
    v.check((lines) => new Set(lines).size === lines.length, 'each line once'),
  ),
  /** A supervisor who permits these lines to exceed limits, as for a sale (rule 17). */
  approver,
  duplicateOf,
  /** For the named lines together. */
  ...atCounter,
})
export type ConfirmBatch = v.InferOutput<typeof ConfirmBatch>

/** `approved` means that the last approval includes this line. `sale` is absent until the line is opened. */
export type BatchLineAnswer = { line: number; sale?: Sale; approved: boolean }

/** What all routes of a batch return: 202 while it is running or the check of its first line is not answered, else 200. */
export type BatchAnswer = Pick<
  Sale,
  'kind' | 'serviceId' | 'serviceName' | 'brand' | 'account' | 'customer' | 'amount' | 'pays'
> & {
  id: string
  version: number
  state: BatchState
  count: number
  /** What the customer pays for all lines; `amount` and `pays` are those of one. */
  total: Money
  cashier: { id: string; name: string }
  openedAt: number
  /** When the last approval was given. */
  approvedAt?: number
  /** How the customer pays, the cash they handed over last, and what went back of that. */
  paidBy?: PaymentMethod
  given?: Money
  change?: Money
  /** The journal was put back from a backup: lines that are not sold here may have been sold since, and none begins any more. */
  isRestored?: true
  /** `sale` is the duplicate, as far as this person may see it. */
  stop?: Omit<BatchStop, 'otherSale'> & { sale?: Sale | SaleSummary }
  lines: BatchLineAnswer[]
}
