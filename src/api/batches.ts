import * as v from 'valibot'

import { Money } from '#domain/money/money.ts'
import { PAYMENT_METHODS, PaymentPart } from '#domain/money/payment-method.ts'
import { NamedRef } from '#domain/person.ts'
import { BATCH_STATES, BATCH_STOP_REASONS, LINE_SKIP_REASONS, MAX_LIST_LINES } from '#domain/sale/batch.ts'
import { Sale } from '#domain/sale/sale.ts'
import { SaleSummary } from '#domain/sale/summary.ts'
import { count, time } from '#domain/schema-parts.ts'
import { boundedList, NoContent } from './input-parts.ts'
import { approver, atCounter, duplicateOf, exportForm, lineNumber, MAX_LINES, OpenServiceSale } from './sales.ts'

const { orderId: _, duplicateOf: __, ...lineContent } = OpenServiceSale.entries

/** A quantity of one recharge or voucher: each line sells the same. */
const OpenQuantity = v.strictObject({
  ...lineContent,
  duplicateOf,
  count: v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(MAX_LINES)),
})

/** A basket or a list: each line has its own content, and all are checked before the approval. A line that is not sold does not stop the others. */
const OpenLines = v.strictObject({
  lines: v.pipe(boundedList(v.strictObject(lineContent), MAX_LIST_LINES), v.minLength(1)),
})

/** Rule 18. */
export const OpenBatch = v.union([OpenQuantity, OpenLines])
export type OpenBatch = v.InferOutput<typeof OpenBatch>
export type OpenQuantity = v.InferOutput<typeof OpenQuantity>
export type BatchLineContent = v.InferOutput<typeof OpenLines>['lines'][number]

/** For 200 lines of which each field has its full length. */
export const MAX_BATCH_BYTES = 128 * 1024

const someLines = v.pipe(
  boundedList(lineNumber, MAX_LIST_LINES),
  v.check((lines) => new Set(lines).size === lines.length, 'each line once'),
)

/**
 * Approves the named lines as the person saw them at `version`. Repeating the request changes nothing. `duplicateOf` is the sale in a
 * `confirm-duplicate` failure. `again` names lines that were passed over as likely duplicates, and that the customer wants in addition.
 */
export const ConfirmBatch = v.strictObject({
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  lines: v.pipe(someLines, v.minLength(1)),
  again: v.optional(someLines),
  /** The supervisor who allows exceeding limits (rule 17). */
  approver,
  duplicateOf,
  ...atCounter,
})
export type ConfirmBatch = v.InferOutput<typeof ConfirmBatch>

const content = v.pick(Sale, [
  'kind',
  'serviceId',
  'serviceName',
  'brand',
  'account',
  'customer',
  'amount',
  'pays',
]).entries

/** Another sale, as far as this person may see it. */
const otherSale = v.exactOptional(v.union([Sale, SaleSummary]))

/**
 * `approved`: the last approval includes this line; `wasApproved`: any approval did. `content` is absent if the line sells the content of the batch.
 * `parts`: what each method pays of the line, in a batch with a split payment. `sale` is absent until the line is opened. `skip`: why a line of a basket or list was passed over.
 */
const BatchLineAnswer = v.strictObject({
  line: count,
  content: v.exactOptional(v.strictObject(content)),
  sale: v.exactOptional(Sale),
  approved: v.boolean(),
  wasApproved: v.boolean(),
  parts: v.exactOptional(v.array(PaymentPart)),
  skip: v.exactOptional(
    v.strictObject({
      reason: v.picklist(LINE_SKIP_REASONS),
      code: v.exactOptional(v.string()),
      sale: otherSale,
    }),
  ),
})
export type BatchLineAnswer = v.InferOutput<typeof BatchLineAnswer>

/** Status 202 while the batch is running or a check has not been answered; otherwise 200. */
const BatchAnswer = v.strictObject({
  /** What each line of a quantity sells; of a basket or list, what its first line sells. */
  ...content,
  id: v.string(),
  version: count,
  state: v.picklist(BATCH_STATES),
  count,
  /** For all lines; `amount` and `pays` are per line. */
  total: Money,
  /** `sold` is what the customer pays. `notSold` is not charged, `open` is not known yet, and `apart` is refunded on the sale itself. */
  charge: v.strictObject({ sold: Money, open: Money, notSold: Money, apart: Money }),
  cashier: NamedRef,
  openedAt: time,
  approvedAt: v.exactOptional(time),
  /** The last cash received, and its change. */
  paymentMethod: v.exactOptional(v.picklist(PAYMENT_METHODS)),
  split: v.exactOptional(PaymentPart),
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
      sale: otherSale,
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
  /** The result of each line, as a file. */
  'GET /api/batches/:id/lines.csv': { query: v.strictObject({ form: exportForm }), answer: 'text' as const },
}
