import type { Decimal, Money } from '../money/money.ts'
import type { Receipt } from '../receipt.ts'
import type { SaleId, TransactionId } from '../sale/id.ts'
import type { Voucher } from '../catalog/voucher.ts'

/** The wholesaler's transaction (spec 2.10). An absent field was absent or unreadable in the answer, never zero. */
export type Transaction = {
  /** Unlike absent fields, these may differ from ours. */
  unreadable?: readonly NamedField[]
  id: TransactionId
  saleId?: SaleId | string
  /** The wholesaler's integer, or `unlisted` for anything that is not clearly an integer (docs/service-notes.md, states). */
  state: number | 'unlisted'
  /** As sent, without a time zone, so it is only shown and never used in calculations. */
  time?: string
  serviceId?: string
  serviceName?: string
  account?: string
  amount?: Decimal
  amountCurrency?: string
  /** International only, detected from the number. */
  countryId?: string
  countryName?: string
  providerId?: string
  providerName?: string
  amountId?: string
  cost?: Money
  /** `transaction.error`, meaningful at state 2. */
  error?: string
  /** The biller's `info.reference`, only when it may be stored (rule 12); until then it is part of the voucher. */
  reference?: string
  /** The stored reference repeats the code of this answer and has to be removed. */
  forgetsReference?: true
  /** The answer has a usable code (spec 2.11). The code is not in this type, so no rule can see it. */
  hasCode?: true
  /** The answer has something that only its customer may see, usable or not. */
  hasInfo?: true
  /** The code differs from the one that this process received for the sale before. */
  isOtherCode?: true
}

/** For a country or operator, a readable id or name is enough. */
export type NamedField =
  'serviceId' | 'account' | 'amount' | 'amountCurrency' | 'countryId' | 'providerId' | 'amountId' | 'cost' | 'code'

/** The wholesaler's error object (spec 7). */
export type WholesalerError = { code: number | 'unreadable'; displayError?: string }

/** Why there is no readable answer although a byte may have been sent. */
export type LostReason =
  'timeout' | 'reset' | 'http-status' | 'not-json' | 'too-big' | 'too-deep' | 'wrong-shape' | 'redirect'

/** A call never throws. */
export type Answer =
  | { kind: 'transaction'; transaction: Transaction; receipt?: Receipt; voucher?: Voucher }
  | { kind: 'refusal'; refusal: WholesalerError }
  | { kind: 'lost'; reason: LostReason; detail?: string }
  /**
   * No byte was sent: name resolution, connect or TLS failed, or the call did not get its turn or was no longer due. `detail` is the connection's error code.
   */
  | { kind: 'not-sent'; reason: 'connect' | 'busy' | 'stopping' | 'no-longer-due'; detail?: string }

/** In epoch ms, by the server's monotonic clock. */
export type TimedAnswer = { answer: Answer; sentAt: number; answeredAt: number }
