import * as v from 'valibot'

import type { Commission } from '#domain/commission.ts'
import type { InternationalChoice, Mismatch, NamedProvider } from '#domain/international.ts'
import { PAYMENT_METHODS } from '#domain/payment.ts'
import { PRINT_WAYS } from '#domain/print-way.ts'
import type { Receipt } from '#domain/receipt.ts'
import { findSaleId, type SaleId, type TransactionId } from '#domain/sale/id.ts'
import type { SaleEvent, SaleEventKind } from '#domain/sale/event.ts'
import {
  SALE_STATES,
  type Attention,
  type Batch,
  type Problem,
  type ProblemCode,
  type Resolution,
  type Sale,
  type SaleKind,
  type UnreadReason,
  type VoucherStatus,
} from '#domain/sale/sale.ts'
import type { DeliveryMethod, Voucher } from '#domain/voucher.ts'
import { count, decimalText, exactly, money, namedRef, time, words } from './answer-parts.ts'
import { NoContent } from './input-parts.ts'
import { ConfirmSale, DeliverSale, OpenSale, RefundSale, ResolveSale, type Revealed, RevealSale } from './sales.ts'

/** The schemas of what the sale routes return. They are separate from `sales.ts`, which the browser loads to verify what it stores. */

export const saleId = v.custom<SaleId>((id) => typeof id === 'string' && findSaleId(id) !== undefined)
const transactionId = v.custom<TransactionId>((id) => typeof id === 'string')
const optionalText = v.exactOptional(v.string())
const optionalTime = v.exactOptional(time)
const isTrue = v.exactOptional(v.literal(true))

const paymentMethod = v.picklist(PAYMENT_METHODS)

const kind = words<SaleKind>({ direct: true, voucher: true, international: true })

const problemWords = words<Exclude<ProblemCode, `service-${number}`>>({
  'no-answer': true,
  'answer-differs': true,
  'country-differs': true,
  offline: true,
  expired: true,
  abandoned: true,
  busy: true,
  'service-failed': true,
  'service-unreadable': true,
})
const problemCode = v.custom<ProblemCode>(
  (code) => v.is(problemWords, code) || (typeof code === 'string' && /^service-\d+$/.test(code)),
)
const problem = exactly<Problem>()({ code: problemCode, text: optionalText, detected: optionalText })

const batch = exactly<Batch>()({ id: v.string(), line: count, of: count })

export const international = exactly<InternationalChoice>()({
  country: exactly<InternationalChoice['country']>()({
    id: v.string(),
    name: v.string(),
    phoneCode: v.string(),
    phoneMask: v.string(),
    flag: optionalText,
    flagLarge: optionalText,
    otherId: optionalText,
  }),
  provider: exactly<InternationalChoice['provider']>()({ id: v.string(), name: v.string(), logo: optionalText }),
  denomination: exactly<InternationalChoice['denomination']>()({
    id: v.string(),
    name: v.string(),
    description: v.string(),
    shownId: optionalText,
  }),
})

const namedProvider = exactly<NamedProvider>()({ id: optionalText, name: optionalText })
const mismatch = exactly<Mismatch>()({
  chosen: namedProvider,
  detected: namedProvider,
  accepted: v.exactOptional(v.strictObject({ at: time, by: v.string() })),
})

const commission = exactly<Commission>()({ kind: v.picklist(['percent', 'fixed']), value: decimalText })

const resolution = exactly<Resolution>()({
  outcome: v.picklist(['sold', 'not-sold']),
  note: v.string(),
  at: time,
  by: v.string(),
})

const event = exactly<SaleEvent>()({
  at: time,
  kind: words<SaleEventKind>({
    opened: true,
    'check-lost': true,
    'check-not-sent': true,
    checked: true,
    refused: true,
    approved: true,
    'confirm-not-sent': true,
    'confirm-lost': true,
    'confirm-refused': true,
    'still-reserved': true,
    'find-lost': true,
    pending: true,
    final: true,
    'not-executed': true,
    abandoned: true,
    conflict: true,
    'started-without-confirm': true,
    'cost-differs': true,
    'answer-differs': true,
    'operator-differs': true,
    'operator-accepted': true,
    'scam-asked': true,
    'number-confirmed': true,
    'number-unconfirmed': true,
    'without-display': true,
    'limit-overridden': true,
    'bad-request': true,
    'confirm-repeated': true,
    'unclear-answers': true,
    restarted: true,
    restored: true,
    'taken-over': true,
    resolved: true,
    refunded: true,
    acknowledged: true,
    'receipt-revealed': true,
    'code-coming': true,
    'code-arrived': true,
    'code-revealed': true,
    'print-started': true,
    'print-unclear': true,
    'not-printed': true,
    'paper-unclear': true,
    'receipt-mailed': true,
    delivered: true,
  }),
  by: optionalText,
  code: v.exactOptional(v.union([v.number(), v.string()])),
  state: v.exactOptional(v.union([v.number(), v.literal('unlisted')])),
  reason: optionalText,
  note: optionalText,
  paidBy: v.exactOptional(paymentMethod),
  given: v.exactOptional(money),
})

/** A sale as this person may see it; cost and commission are for supervisors only. */
export const SaleAnswer = exactly<Sale>()({
  id: saleId,
  number: count,
  version: count,
  kind,
  state: v.picklist(SALE_STATES),
  held: isTrue,
  serviceId: v.string(),
  serviceName: v.string(),
  brand: v.string(),
  account: optionalText,
  customer: optionalText,
  batch: v.exactOptional(batch),
  international: v.exactOptional(international),
  mismatch: v.exactOptional(mismatch),
  amount: money,
  pays: money,
  paidBy: v.exactOptional(paymentMethod),
  given: v.exactOptional(money),
  isTest: isTrue,
  isPractice: isTrue,
  cost: v.exactOptional(money),
  firstCost: v.exactOptional(money),
  commission: v.exactOptional(commission),
  transactionId: v.exactOptional(transactionId),
  serviceTime: optionalText,
  reference: optionalText,
  problem: v.exactOptional(problem),
  voucher: v.exactOptional(words<VoucherStatus>({ coming: true, ready: true, delivered: true })),
  isCodeUnreadable: isTrue,
  revealCount: count,
  printCount: count,
  printedAt: optionalTime,
  print: v.exactOptional(
    v.union([
      v.strictObject({ at: time, by: v.string(), isUnclear: isTrue, printer: v.string() }),
      v.strictObject({ at: time, by: v.string(), isUnclear: isTrue, way: v.picklist(PRINT_WAYS) }),
    ]),
  ),
  delivered: v.exactOptional(
    v.strictObject({
      at: time,
      method: words<DeliveryMethod>({ printed: true, shared: true, copied: true, given: true }),
      by: v.string(),
    }),
  ),
  mayBeDelivered: isTrue,
  conflicting: isTrue,
  resolution: v.exactOptional(resolution),
  attention: v.exactOptional(
    words<Attention>({
      late: true,
      held: true,
      'no-code': true,
      conflicting: true,
      cancelled: true,
      replaced: true,
      'unclear-answers': true,
    }),
  ),
  refund: v.exactOptional(
    v.strictObject({
      done: v.exactOptional(v.strictObject({ at: time, by: v.string(), paidBy: v.exactOptional(paymentMethod) })),
    }),
  ),
  isUnread: isTrue,
  unreadReasons: v.exactOptional(
    v.array(
      words<UnreadReason>({
        'answer-differs': true,
        'cost-differs': true,
        conflict: true,
        'pending-after-resolution': true,
        'started-without-confirm': true,
        'unclear-answers': true,
        'bad-request': true,
      }),
    ),
  ),
  nextFindAt: optionalTime,
  statusLink: optionalText,
  findCount: count,
  lastFindAt: optionalTime,
  openedAt: time,
  checkedAt: optionalTime,
  confirmedAt: optionalTime,
  finalAt: optionalTime,
  cashier: namedRef,
  terminal: namedRef,
  events: v.exactOptional(v.array(event)),
  eventCount: v.exactOptional(count),
})

const receipt = exactly<Receipt>()({
  header: optionalText,
  subheader: optionalText,
  info: optionalText,
  instruction: optionalText,
  promo: optionalText,
  footer: optionalText,
})

const voucher = exactly<Voucher>()({
  number: optionalText,
  serial: optionalText,
  link: optionalText,
  reference: optionalText,
})

const RevealedAnswer = exactly<Revealed>()({
  receipt: v.nullable(receipt),
  voucher: v.nullable(voucher),
  sale: SaleAnswer,
})

export const saleEndpoints = {
  'PUT /api/sales/:id': { body: OpenSale, answer: SaleAnswer },
  'POST /api/sales/:id/confirm': { body: v.optional(ConfirmSale, {}), answer: SaleAnswer },
  'POST /api/sales/:id/find': { body: NoContent, answer: SaleAnswer },
  'POST /api/sales/:id/abandon': { body: NoContent, answer: SaleAnswer },
  'POST /api/sales/:id/take-over': { body: NoContent, answer: SaleAnswer },
  'POST /api/sales/:id/refunded': { body: RefundSale, answer: SaleAnswer },
  /** A person has read the notification about this sale. */
  'POST /api/sales/:id/acknowledge': { body: NoContent, answer: SaleAnswer },
  'POST /api/sales/:id/resolve': { body: ResolveSale, answer: SaleAnswer },
  'POST /api/sales/:id/reveal': { body: RevealSale, answer: RevealedAnswer },
  'POST /api/sales/:id/delivered': { body: DeliverSale, answer: SaleAnswer },
  'GET /api/sales/:id': { answer: SaleAnswer },
}
