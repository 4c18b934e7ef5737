import type { Decimal, Money } from '#domain/money.ts'
import type { SaleId, TransactionId } from '#domain/sale/id.ts'
import type { Category, Country, Denomination, Provider } from '#domain/international.ts'
import type { Service } from '#domain/service.ts'
import type { Tile } from '#domain/frontview.ts'
import type { TimedAnswer } from '#domain/transaction.ts'
import type { CallMetrics } from './call-metrics.ts'
import type { QueueMetrics } from './request-queue.ts'
import type { ServiceHealth } from './health.ts'
import type { Skipped } from './read-list.ts'

/** The agent and the point of sale (spec 2.2), in our words. */
export type Point = {
  posId: string
  agentName: string
  receiptName: string
  address: string
  frontviewId?: string
  topupCode?: string
  supportEmail?: string
}

/** What a read answered, or why there is nothing to show. `problem` names the field of the answer that could not be read. */
export type Read<T> =
  { ok: true; value: T } | { ok: false; reason: 'unreachable' | 'refused' | 'unreadable'; problem: string }

/** What check asks for; account and customer only where they were entered (service-notes, "Requests"). */
export type CheckContent = {
  id: SaleId
  serviceId: string
  account?: string | undefined
  customer?: string | undefined
  amount: Decimal
}

/** The operators of one country; the country where it could be read. `skipped` names what could not be. */
export type CountryProviders = { country?: Country; providers: Provider[] } & Skipped
/** What one operator offers. `country` carries the other id of spec 2.6. */
export type OperatorOffer = { country?: Country; provider: Provider; denominations: Denomination[] } & Skipped

/** What an international check asks for (spec 4.9): nothing else is sent. */
export type InternationalCheckContent = { denominationId: string; account: string }

/** What the rest of the proxy asks of the wholesaler. Nothing here throws, and nothing is retried that could move money. */
export type Wholesaler = {
  pointInfo: () => Promise<Read<Point>>
  balance: () => Promise<Read<Money>>
  /** The account's currency (spec 2.3), also where the balance itself cannot be read. */
  currency: () => Promise<Read<string>>
  /** `skipped` names the elements that could not be read, and why. */
  services: () => Promise<Read<{ services: Service[] } & Skipped>>
  frontview: (frontviewId: string) => Promise<Read<{ tiles: Tile[] } & Skipped>>
  /** Spec 4.5 to 4.8. A country is asked for by its ISO code, an operator by its number. */
  countries: () => Promise<Read<{ countries: Country[] } & Skipped>>
  categories: () => Promise<Read<{ categories: Category[] } & Skipped>>
  providers: (countryId: string) => Promise<Read<CountryProviders>>
  /** `saleWithinMs`: for a sale that is being opened, and no longer than that. */
  providerOffer: (providerId: string, saleWithinMs?: number) => Promise<Read<OperatorOffer>>
  /** Spec 4.9, direct recharge and voucher. `withinMs` shortens the deadline of 20 s. */
  check: (sale: CheckContent, withinMs?: number) => Promise<TimedAnswer>
  /** Spec 4.10, direct recharge and voucher. */
  confirm: (sale: { id: SaleId; amount: Decimal }) => Promise<TimedAnswer>
  /** Spec 4.9 and 4.10, international. */
  checkInternational: (sale: InternationalCheckContent, withinMs?: number) => Promise<TimedAnswer>
  confirmInternational: (transactionId: TransactionId) => Promise<TimedAnswer>
  /** Spec 4.11: by our id, or by the wholesaler's. `withinMs` shortens the deadline of 15 s. */
  find: (by: { saleId: SaleId } | { transactionId: TransactionId }, withinMs?: number) => Promise<TimedAnswer>
  health: () => ServiceHealth
  /** No new sale until `tryResumeSelling`: the wholesaler said one final thing of a sale, and then another (DESIGN rule 7). */
  stopSelling: (reason: 'contradiction') => void
  /** Asks for the balance; selling goes on when it is answered without code 1 or 5. Answers whether selling is not stopped any more. */
  tryResumeSelling: () => Promise<boolean>
  metrics: () => QueueMetrics & CallMetrics
  /** Resolves once `/balance` was answered after the start; until then nothing is checked or confirmed (DESIGN rule 13). */
  fenced: Promise<void>
  isFenced: () => boolean
  /** Takes no new call and waits for those in flight, `withinMs` at most. */
  close: (withinMs: number) => Promise<void>
}
