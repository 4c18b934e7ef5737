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
  /** An answer to confirm or find has another account, amount or service than ours. `reason` lists the unreadable fields, if there are any. */
  'answer-differs',
  /** The check detected another operator than the chosen one, and a person accepted it as the same (rule 10). */
  'operator-differs',
  'operator-accepted',
  /** The customer answered the three questions against gift-card scams, and the sale went on. */
  'scam-asked',
  /** The customer said on the display that the number is right. */
  'number-confirmed',
  /** The shop asks them, and the cashier went on without. */
  'number-unconfirmed',
  /** The shop asks them, and the display of this till was not reading. */
  'without-display',
  /** A supervisor permitted exceeding limits. `reason` names each one. */
  'limit-overridden',
  /** The wholesaler reports that our own request is wrong (codes 2 and 50). */
  'bad-request',
  /** The same confirm is repeated automatically (rule 6). */
  'confirm-repeated',
  'unclear-answers',
  'restarted',
  /** The journal was put back from a backup. What happened to the sale after that backup is not in it. */
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
  /** The code left for a printer in the network (`note`); nobody knows whether it came out, at whatever printer; it did not, as `by` saw or as the proxy knows. */
  'print-started',
  'print-unclear',
  'not-printed',
  /** A paper without an undelivered code (`reason`) left for a printer in the network (`note`), and nobody knows whether it came out. */
  'paper-unclear',
  /** The receipt without its code left by email. `note` is the address, masked. */
  'receipt-mailed',
  /** The code of a voucher, or a receipt alone, was printed, shared, copied or given (`reason`). */
  'delivered',
] as const
export type SaleEventKind = (typeof SALE_EVENT_KINDS)[number]

/** One entry of a sale's timeline, in order. `code` and `state` are the wholesaler's, as received. */
export const SaleEvent = v.strictObject({
  at: time,
  kind: v.picklist(SALE_EVENT_KINDS),
  by: optionalText,
  code: v.exactOptional(v.union([v.number(), v.string()])),
  state: v.exactOptional(v.union([v.number(), v.literal('unlisted')])),
  reason: optionalText,
  /** What a person wrote. */
  note: optionalText,
  /** How the customer paid, or was paid back, if the shop notes it, and the cash they handed over. */
  paidBy: v.exactOptional(v.picklist(PAYMENT_METHODS)),
  given: v.exactOptional(Money),
})
export type SaleEvent = v.InferOutput<typeof SaleEvent>
/** The newest events of a sale in order, and how many there are in all where that is more. */
export type SaleHistory = { events: SaleEvent[]; eventCount?: number }
