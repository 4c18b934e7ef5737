import type { Decimal, Money } from './money.ts'
import type { Receipt } from './receipt.ts'
import type { SaleId, TransactionId } from './sale/id.ts'
import type { Voucher } from './voucher.ts'

/** What the wholesaler says of its transaction (spec 2.10), in our words. Absent means absent or unreadable, never zero. */
export type Transaction = {
  /** What the answer names and nobody can read: it may be another than ours, where what is left out is not. */
  unreadable?: readonly NamedField[]
  id: TransactionId
  saleId?: SaleId | string
  /** A plain integer as the wholesaler gave it, or `unlisted` for anything that is not plainly one (service-notes, states). */
  state: number | 'unlisted'
  /** As given, without a zone: shown, never computed with. */
  time?: string
  serviceId?: string
  serviceName?: string
  account?: string
  amount?: Decimal
  amountCurrency?: string
  /** International only: as detected from the number. */
  countryId?: string
  countryName?: string
  providerId?: string
  providerName?: string
  amountId?: string
  /** What the wallet pays. */
  cost?: Money
  /** `transaction.error`, meaningful at state 2. */
  error?: string
  /** The biller's reference (`info.reference`), only where it may be noted (rule 12); until then it travels with the code. */
  reference?: string
  /** The reference that was noted before repeats the code of this answer: it is forgotten. */
  forgetsReference?: true
  /** The customer can use what came with it (spec 2.11); the code itself travels beside and reaches no rule. */
  hasCode?: true
  /** Something only its customer may see came with it, usable or not. */
  hasInfo?: true
  /** It is not the code this process was given for this sale before. */
  isOtherCode?: true
}

/** What a sale is compared with, and its cost. Country and operator are named by id or name; one of them that can be read is enough. */
export type NamedField =
  'serviceId' | 'account' | 'amount' | 'amountCurrency' | 'countryId' | 'providerId' | 'amountId' | 'cost'

/** Codes after, and meanings of, the wholesaler's error object (spec 7). */
export type WholesalerError = { code: number | 'unreadable'; displayError?: string }

/** Why there is no readable answer although a byte may have left. */
export type LostReason =
  'timeout' | 'reset' | 'http-status' | 'not-json' | 'too-big' | 'too-deep' | 'wrong-shape' | 'redirect'

/** What became of one call. It never throws: an answer, or the reason why there is none. */
export type Answer =
  | { kind: 'transaction'; transaction: Transaction; receipt?: Receipt; voucher?: Voucher }
  | { kind: 'refusal'; refusal: WholesalerError }
  | { kind: 'lost'; reason: LostReason; detail?: string }
  /** This process saw that no byte left: name, connect or TLS failed, or the call never got its turn. */
  | { kind: 'not-sent'; reason: 'connect' | 'busy' | 'stopping' }

/** An answer with the moment its request left, by the proxy's monotonic clock in epoch ms. */
export type TimedAnswer = { answer: Answer; sentAt: number; answeredAt: number }
