import type { FindPace } from './find-schedule.ts'
import type { WhichLimit } from './limits.ts'
import type { Closing, SaleEvent } from './sale.ts'
import type { SaleId } from './sale-id.ts'
import type { SaleRecord, Who } from './sale-record.ts'
import type { TimedAnswer } from './transaction.ts'
import type { HandedHow } from './voucher.ts'

/**
 * A person's yes to a sale. `accepts`: the detected operator is the chosen one (rule 10). `usesLimits`: it counts for limits. `lifted`: the
 * limits that it goes beyond, and the supervisor who let it.
 */
export type SaleApproval = {
  by: Who
  terminal: Who
  duplicateOf?: SaleId
  accepts?: 'operator'
  usesLimits?: true
  lifted?: { by: Who; limits: readonly WhichLimit[] }
}

/** What can happen to a sale. */
export type SaleInput =
  | { kind: 'check-answered' | 'confirm-answered' | 'find-answered'; answered: TimedAnswer }
  | ({ kind: 'approved' } & SaleApproval)
  | { kind: 'given-up'; by: Who }
  /** A person wants find asked now. */
  | { kind: 'asked'; by: Who }
  /** Another cashier goes on with it. */
  | { kind: 'taken'; by: Who }
  /** A supervisor's word (rule 15). */
  | { kind: 'closed'; as: Closing['as']; note: string; by: Who }
  /** The customer has the money back. */
  | { kind: 'given-back'; by: Who }
  | { kind: 'seen'; by: Who; as: 'cashier' | 'supervisor' }
  /** Its code, or its receipt alone, is about to be shown; `reason` where it had been handed over before. */
  | { kind: 'shown'; by: Who; what: 'code' | 'receipt'; reason?: string }
  /** The customer has it (rule 12). */
  | { kind: 'handed-over'; by: Who; how: HandedHow }
  /** The quote's time is over. */
  | { kind: 'expired' }
  /** Another process follows the sale from here on. */
  | { kind: 'restarted' }

export type StepContext = {
  /** Epoch ms by the proxy's steady clock. */
  now: number
  /** In [0, 1), from the random port. */
  jitter: number
  pace: FindPace
  /** SETTLE_SECONDS in ms. */
  settleMs: number
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
