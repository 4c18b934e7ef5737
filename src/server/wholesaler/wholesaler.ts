import type { AccountProblem } from '#domain/catalog/account-problem.ts'
import type { Decimal, Money } from '#domain/money/money.ts'
import type { SaleId, TransactionId } from '#domain/sale/id.ts'
import type { Category, Country, Denomination, Provider } from '#domain/catalog/international.ts'
import type { Service } from '#domain/catalog/service.ts'
import type { Tile } from '#domain/catalog/frontview.ts'
import type { TimedAnswer } from '#domain/wallet/transaction.ts'
import type { CallMetrics } from './call-metrics.ts'
import type { KeySequence } from './keys.ts'
import type { QueueMetrics } from './request-queue.ts'
import type { ServiceHealth } from './health.ts'
import type { Skipped } from './read/read-list.ts'
import type { Token } from '../config/token.ts'

/** Spec 2.2. */
export type Point = {
  posId: string
  agentName: string
  receiptName: string
  address: string
  frontviewId?: string
  topupCode?: string
  supportEmail?: string
}

/** `problem` names the unreadable field. */
export type Read<T> =
  { ok: true; value: T } | { ok: false; reason: 'unreachable' | 'refused' | 'unreadable'; problem: string }

/** Account and customer are present only if they were entered (docs/service-notes.md, "Requests"). */
export type CheckContent = {
  id: SaleId
  serviceId: string
  account?: string | undefined
  customer?: string | undefined
  amount: Decimal
  /** A test transaction. It is unknown whether the wholesaler moves money for one. */
  isTest?: true
}

/** `country` is present if it could be read. `skipped` names the unreadable providers. */
export type CountryProviders = { country?: Country; providers: Provider[] } & Skipped
/** `country` has the other id of spec 2.6. */
export type OperatorOffer = { country?: Country; provider: Provider; denominations: Denomination[] } & Skipped

/** Spec 4.9. */
type InternationalCheckContent = { denominationId: string; account: string; isTest?: true }

/** `balance` is absent if it cannot be read, which keeps no shop from selling. `code`: the wholesaler's, with `rejected`. */
export type TriedAccount = { name: string; balance?: Money } | { problem: AccountProblem; code?: number; name?: never }

/** No call throws, and none that could move money is repeated. */
export type Wholesaler = {
  pointInfo: () => Promise<Read<{ point: Point } & Skipped>>
  balance: () => Promise<Read<Money>>
  /** Spec 2.3, even if the balance is unreadable. */
  currency: () => Promise<Read<string>>
  /** `skipped` names the unreadable elements, with reasons. */
  services: () => Promise<Read<{ services: Service[] } & Skipped>>
  frontview: (frontviewId: string) => Promise<Read<{ tiles: Tile[] } & Skipped>>
  /** Spec 4.5 to 4.8. A country is named by its ISO code, a provider by its number. */
  countries: () => Promise<Read<{ countries: Country[] } & Skipped>>
  categories: () => Promise<Read<{ categories: Category[] } & Skipped>>
  providers: (countryId: string) => Promise<Read<CountryProviders>>
  /** `saleWithinMs` is the time limit for a sale that is being opened. */
  providerOffer: (providerId: string, saleWithinMs?: number) => Promise<Read<OperatorOffer>>
  /** Spec 4.9, direct recharge and voucher. `withinMs` shortens the deadline of 20 s. */
  check: (sale: CheckContent, withinMs?: number) => Promise<TimedAnswer>
  /** Spec 4.10, direct recharge and voucher. If `isDue` returns false right before the confirm, nothing is sent. */
  confirm: (sale: { id: SaleId; amount: Decimal }, isDue?: () => boolean) => Promise<TimedAnswer>
  /** Spec 4.9 and 4.10, international. */
  checkInternational: (sale: InternationalCheckContent, withinMs?: number) => Promise<TimedAnswer>
  confirmInternational: (transactionId: TransactionId, isDue?: () => boolean) => Promise<TimedAnswer>
  /** Spec 4.11: by our id, or by the wholesaler's. `withinMs` shortens the deadline of 15 s. */
  find: (by: { saleId: SaleId } | { transactionId: TransactionId }, withinMs?: number) => Promise<TimedAnswer>
  health: () => ServiceHealth
  /** After a contradiction (two different final states of one sale, rule 7) until `tryResumeSelling` succeeds; after a restore until `endRecovery`. */
  stopSelling: (reason: 'contradiction' | 'restored') => void
  /** Call when a supervisor has confirmed a restore. */
  endRecovery: () => void
  /** Unless the answer is code 1 or 5, or the journal was restored. Returns whether selling is possible. */
  tryResumeSelling: () => Promise<boolean>
  /** Reads the account with another token, whose requests take their keys from the same sequence. */
  tryToken: (token: Token) => Promise<TriedAccount>
  metrics: () => QueueMetrics & CallMetrics
  keyFacts: KeySequence['facts']
  /** Resolves once `/balance` was answered after startup; until then nothing is checked or confirmed (rule 13). */
  fenced: Promise<void>
  isFenced: () => boolean
  /** Waits up to `withinMs` for calls in transit. */
  close: (withinMs: number) => Promise<void>
}
