import * as v from 'valibot'

import { Money } from '../money/money.ts'
import { PAYMENT_METHODS, PaymentPart } from '../money/payment-method.ts'
import { optionalText, time } from '../schema-parts.ts'

const SALE_EVENT_KINDS = [
  'opened',
  'check-lost',
  'check-not-sent',
  'checked',
  'refused',
  'approved',
  'confirm-not-sent',
  'confirm-lost',
  'confirm-refused',
  'still-reserved',
  'find-lost',
  'pending',
  'final',
  'not-executed',
  'abandoned',
  'conflict',
  'started-without-confirm',
  'cost-differs',
  /** The account, amount or service in the answer to confirm or find differs from ours. `reason` lists unreadable fields. */
  'answer-differs',
  /** The check detected another operator, which a person then accepted as the chosen one (rule 10). */
  'operator-differs',
  'operator-accepted',
  /** The fraud warning was answered, and the sale continued. */
  'scam-asked',
  'number-confirmed',
  /** The shop asks customers, and the cashier continued without an answer. */
  'number-unconfirmed',
  /** The shop asks customers, and this till's display was not reading the ticket. */
  'without-display',
  /** `reason` names each limit. */
  'limit-overridden',
  /** The wholesaler reports that our own request is wrong (codes 2 and 50). */
  'bad-request',
  /** The same confirm is repeated automatically (rule 6). */
  'confirm-repeated',
  'unclear-answers',
  'restarted',
  /** Later events of the sale are not in the restored backup. */
  'restored',
  'taken-over',
  'resolved',
  'refunded',
  'acknowledged',
  'receipt-revealed',
  'code-coming',
  'code-arrived',
  'code-revealed',
  /** In turn: sent to a network printer (`note`); unknown whether any printer printed it; not printed, as `by` saw or as the server knows. */
  'print-started',
  'print-unclear',
  'not-printed',
  /** A document (`reason`) without an undelivered code was sent to a network printer (`note`), with an unknown outcome. */
  'print-outcome-unknown',
  /** The receipt without its code was emailed. `note` is the masked address. */
  'receipt-mailed',
  /** The code, or a receipt alone, was printed, shared, copied or handed over (`reason`). */
  'delivered',
] as const
export type SaleEventKind = (typeof SALE_EVENT_KINDS)[number]

/** `code` and `state` are the wholesaler's, as received. */
export const SaleEvent = v.strictObject({
  at: time,
  kind: v.picklist(SALE_EVENT_KINDS),
  by: optionalText,
  code: v.exactOptional(v.union([v.number(), v.string()])),
  state: v.exactOptional(v.union([v.number(), v.literal('unlisted')])),
  reason: optionalText,
  /** Written by a person. */
  note: optionalText,
  /** How it was paid or refunded, if the shop records that. */
  paymentMethod: v.exactOptional(v.picklist(PAYMENT_METHODS)),
  split: v.exactOptional(PaymentPart),
  cashTendered: v.exactOptional(Money),
})
export type SaleEvent = v.InferOutput<typeof SaleEvent>
/** The newest events, in order. `eventCount` is present if there are more. */
export type SaleHistory = { events: SaleEvent[]; eventCount?: number }
