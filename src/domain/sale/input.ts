import type { PollInterval } from './polling.ts'
import type { LimitRef } from '../limit-ref.ts'
import type { Resolution, SaleEvent } from './sale.ts'
import type { SaleId } from './id.ts'
import type { SaleRecord } from './record.ts'
import type { NamedRef } from '../person.ts'
import type { TimedAnswer } from '../transaction.ts'
import type { DeliveryMethod } from '../voucher.ts'

/**
 * A person's yes to a sale. `accepts`: the detected operator is the chosen one (rule 10). `countsTowardLimits`: it counts for limits. `lifted`: the
 * limits that it goes beyond, and the supervisor who let it.
 */
export type SaleApproval = {
  /** When the person said yes (epoch ms), where that was before now: a line of a quantity is approved with its batch (rule 18). */
  at?: number
  by: NamedRef
  terminal: NamedRef
  duplicateOf?: SaleId
  accepts?: 'operator'
  countsTowardLimits?: true
  overridden?: { by: NamedRef; limits: readonly LimitRef[] }
}

/** What can happen to a sale. */
export type SaleInput =
  | { kind: 'check-answered' | 'confirm-answered' | 'find-answered'; answered: TimedAnswer }
  | ({ kind: 'approved' } & SaleApproval)
  | { kind: 'abandoned'; by: NamedRef }
  /** A person wants find asked now. */
  | { kind: 'poll-requested'; by: NamedRef }
  /** Another cashier goes on with it. */
  | { kind: 'taken-over'; by: NamedRef }
  /** A supervisor's word (rule 15). */
  | { kind: 'resolved'; outcome: Resolution['outcome']; note: string; by: NamedRef }
  /** The customer has the money back. */
  | { kind: 'refunded'; by: NamedRef }
  | { kind: 'acknowledged'; by: NamedRef; as: 'cashier' | 'supervisor' }
  /** Its code, or its receipt alone, is about to be shown; `reason` where it had been handed over before. */
  | { kind: 'revealed'; by: NamedRef; what: 'code' | 'receipt'; reason?: string }
  /** The customer has it (rule 12). */
  | { kind: 'delivered'; by: NamedRef; method: DeliveryMethod }
  /** The quote's time is over. */
  | { kind: 'expired' }
  /** Another process follows the sale from here on. */
  | { kind: 'restarted' }

export type StepContext = {
  /** Epoch ms by the proxy's steady clock. */
  now: number
  /** In [0, 1), from the random port. */
  jitter: number
  pollInterval: PollInterval
  /** CONFIRM_GRACE_SECONDS in ms. */
  confirmGraceMs: number
  /** Nothing is confirmed by itself (rule 6). */
  isSellingStopped: boolean
}

export type SaleStep = { sale: SaleRecord; events: SaleEvent[] }

/** Nothing happened: the very same record. */
export const unchanged = (sale: SaleRecord): SaleStep => ({ sale, events: [] })

export function withoutNext(sale: SaleRecord): SaleRecord {
  const { next: _, ...rest } = sale
  return rest
}
