import type { NumberCheck } from '../customer-display.ts'
import type { LimitRef } from '../limit-ref.ts'
import type { SaleEvent } from './event.ts'
import type { Resolution } from './sale.ts'
import type { SaleId } from './id.ts'
import type { SaleRecord } from './record.ts'
import type { Payment } from '../money/payment.ts'
import type { NamedRef } from '../person.ts'
import type { PrinterConnection, SaleDocument } from '../printer-connection.ts'
import type { TimedAnswer } from '../wallet/transaction.ts'
import type { DeliveryMethod } from '../catalog/voucher.ts'

/**
 * `accepts`: the detected operator is the chosen one (rule 10). `overridden` names the supervisor who allowed exceeding these limits. `payment` replaces an
 * earlier one.
 */
export type SaleApproval = {
  /** In epoch ms. Present if it was earlier than now, because the approval of a batch covers its lines (rule 18). */
  at?: number
  by: NamedRef
  terminal: NamedRef
  duplicateOf?: SaleId
  accepts?: 'operator'
  countsTowardLimits?: true
  overridden?: { by: NamedRef; limits: readonly LimitRef[] }
  payment?: Payment
  isFraudWarningShown?: true
  numberCheck?: NumberCheck
}

export type SaleInput =
  | { kind: 'check-answered' | 'confirm-answered' | 'find-answered'; answered: TimedAnswer }
  | ({ kind: 'approved' } & SaleApproval)
  | { kind: 'abandoned'; by: NamedRef }
  | { kind: 'poll-requested'; by: NamedRef }
  | { kind: 'taken-over'; by: NamedRef }
  /** A supervisor's decision (rule 15). */
  | { kind: 'resolved'; outcome: Resolution['outcome']; note: string; by: NamedRef }
  | ({ kind: 'refunded'; by: NamedRef; terminal: NamedRef } & Partial<Omit<Payment, 'cashTendered'>>)
  | { kind: 'acknowledged'; by: NamedRef; as: 'cashier' | 'supervisor' }
  /** Recorded before the code or receipt is shown. `reason` is present if it was delivered before. */
  | { kind: 'revealed'; by: NamedRef; what: 'code' | 'receipt'; reason?: string }
  /** The customer received it (rule 12). */
  | { kind: 'delivered'; by: NamedRef; method: DeliveryMethod }
  /** Recorded before the code is sent to this network printer. */
  | { kind: 'print-started'; by: NamedRef; printer: string }
  | { kind: 'print-ended'; by: NamedRef; outcome: 'printed' | 'not-printed' | 'unclear' }
  /** The terminal printed the code itself and does not know the outcome. */
  | { kind: 'print-reported'; by: NamedRef; way: PrinterConnection }
  | { kind: 'print-answered'; by: NamedRef; isOnPaper: boolean }
  /** A document without an undelivered code was sent to a network printer, with an unknown outcome. */
  | { kind: 'print-outcome-unknown'; by: NamedRef; printer: string; paper: SaleDocument }
  /** The receipt was emailed without its code; `to` is masked. */
  | { kind: 'receipt-mailed'; by: NamedRef; to: string }
  | { kind: 'expired' }
  /** `unreadable`: the record can be read again. */
  | { kind: 'restarted'; reason?: 'unreadable' }
  /** The journal was restored from a backup: the sale may have continued since, and even been confirmed. */
  | { kind: 'restored' }

/** In ms (spec 8). */
export type PollInterval = { readonly firstMs: number; readonly longestMs: number }

export type StepContext = {
  /** Epoch ms by the server's monotonic clock. */
  now: number
  /** In [0, 1), from the random port. */
  jitter: number
  pollInterval: PollInterval
  /** How long an accepted confirm may take to be visible to find (ms). */
  confirmGraceMs: number
  /** While set, nothing is confirmed automatically (rule 6). */
  isSellingStopped: boolean
}

export type SaleStep = { sale: SaleRecord; events: SaleEvent[] }

export const unchanged = (sale: SaleRecord): SaleStep => ({ sale, events: [] })

export function withoutNext(sale: SaleRecord): SaleRecord {
  const { next: _, ...rest } = sale
  return rest
}
