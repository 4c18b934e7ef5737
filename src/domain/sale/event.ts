import * as v from 'valibot'

import { Money } from '../money.ts'
import { PAYMENT_METHODS } from '../payment.ts'
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
  /**
   * An answer to confirm or find has another account, amount or service than ours. `reason` lists unreadable fields.
   */
  'answer-differs',
  /** A person accepted the detected operator as the chosen one (rule 10). */
  'operator-differs',
  'operator-accepted',
  /** The fraud warning was answered, and the sale continued. */
  'scam-asked',
  /** The customer confirmed the number on the display. */
  'number-confirmed',
  /** The shop asks customers, and the cashier continued without. */
  'number-unconfirmed',
  /** The shop asks customers, and this till's display was not connected. */
  'without-display',
  /** A supervisor allowed exceeding limits. `reason` names each one. */
  'limit-overridden',
  /** The wholesaler reports that our own request is wrong (codes 2 and 50). */
  'bad-request',
  /** The same confirm is repeated automatically (rule 6). */
  'confirm-repeated',
  'unclear-answers',
  'restarted',
  /** The journal was restored from a backup. Later events of the sale are not in it. */
  'restored',
  'taken-over',
  'resolved',
  'refunded',
  'acknowledged',
  'receipt-revealed',
  /** The code had not arrived when the sale succeeded, and then it arrived. */
  'code-coming',
  'code-arrived',
  'code-revealed',
  /**
   * The code was sent to a network printer (`note`); it is unknown whether it was printed, on any printer; it was not
   * printed, as `by` saw or as the server knows.
   */
  'print-started',
  'print-unclear',
  'not-printed',
  /**
   * A document without an undelivered code (`reason`) was sent to a network printer (`note`), and it is unknown whether
   * it was printed.
   */
  'paper-unclear',
  /** The receipt without its code was emailed. `note` is the masked address. */
  'receipt-mailed',
  /** The code, or a receipt alone, was printed, shared, copied or handed over (`reason`). */
  'delivered',
] as const
export type SaleEventKind = (typeof SALE_EVENT_KINDS)[number]

/** One entry of a sale's timeline. `code` and `state` are the wholesaler's, as received. */
export const SaleEvent = v.strictObject({
  at: time,
  kind: v.picklist(SALE_EVENT_KINDS),
  by: optionalText,
  code: v.exactOptional(v.union([v.number(), v.string()])),
  state: v.exactOptional(v.union([v.number(), v.literal('unlisted')])),
  reason: optionalText,
  /** Written by a person. */
  note: optionalText,
  /** How the customer paid or was refunded, and the cash received, if the shop records it. */
  paidBy: v.exactOptional(v.picklist(PAYMENT_METHODS)),
  given: v.exactOptional(Money),
})
export type SaleEvent = v.InferOutput<typeof SaleEvent>
/** The newest events in order, and their total number if there are more. */
export type SaleHistory = { events: SaleEvent[]; eventCount?: number }
