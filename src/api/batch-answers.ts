import * as v from 'valibot'

import { PAYMENT_METHODS } from '#domain/payment.ts'
import type { BatchState, BatchStopReason } from '#domain/sale/batch.ts'
import { count, exactly, money, namedRef, time, words } from './answer-parts.ts'
import { type BatchAnswer as Answer, type BatchLineAnswer, ConfirmBatch, OpenBatch } from './batches.ts'
import { NoContent } from './input-parts.ts'
import { SaleAnswer } from './sale-answers.ts'
import { SaleSummaryAnswer } from './sale-list-answers.ts'

/** What all routes of a batch return, as `batches.ts` describes it. */
export const BatchAnswer = exactly<Answer>()({
  id: v.string(),
  version: count,
  state: words<BatchState>({ checked: true, running: true, stopped: true, complete: true }),
  count,
  kind: v.picklist(['direct', 'voucher', 'international']),
  serviceId: v.string(),
  serviceName: v.string(),
  brand: v.string(),
  account: v.exactOptional(v.string()),
  customer: v.exactOptional(v.string()),
  amount: money,
  pays: money,
  total: money,
  cashier: namedRef,
  openedAt: time,
  approvedAt: v.exactOptional(time),
  paidBy: v.exactOptional(v.picklist(PAYMENT_METHODS)),
  given: v.exactOptional(money),
  change: v.exactOptional(money),
  isRestored: v.exactOptional(v.literal(true)),
  stop: v.exactOptional(
    exactly<NonNullable<Answer['stop']>>()({
      reason: words<BatchStopReason>({
        requested: true,
        'not-sold': true,
        'not-approved': true,
        'taken-over': true,
        'approval-expired': true,
        'started-without-confirm': true,
        restarted: true,
        restored: true,
        'duplicate-blocked': true,
        'confirm-duplicate': true,
        'not-sellable': true,
        'selling-stopped': true,
        'service-unreachable': true,
        'disk-full': true,
      }),
      at: time,
      line: v.exactOptional(count),
      by: v.exactOptional(namedRef),
      code: v.exactOptional(v.string()),
      sale: v.exactOptional(v.union([SaleAnswer, SaleSummaryAnswer])),
    }),
  ),
  lines: v.array(exactly<BatchLineAnswer>()({ line: count, sale: v.exactOptional(SaleAnswer), approved: v.boolean() })),
})
export type BatchAnswer = Answer

export const batchEndpoints = {
  'PUT /api/batches/:id': { body: OpenBatch, answer: BatchAnswer },
  'POST /api/batches/:id/confirm': { body: ConfirmBatch, answer: BatchAnswer },
  'POST /api/batches/:id/stop': { body: NoContent, answer: BatchAnswer },
  'GET /api/batches/:id': { answer: BatchAnswer },
}
