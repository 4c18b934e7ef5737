import type { NumberCheck } from '../customer-display.ts'
import type { LimitRef } from '../limit-ref.ts'
import type { SaleEvent } from './event.ts'
import type { Resolution } from './sale.ts'
import type { SaleId } from './id.ts'
import type { SaleRecord } from './record.ts'
import type { Payment, PaymentMethod } from '../payment.ts'
import type { NamedRef } from '../person.ts'
import type { PrintWay, SalePaper } from '../print-way.ts'
import type { TimedAnswer } from '../transaction.ts'
import type { DeliveryMethod } from '../voucher.ts'

/**
 * A person's approval of a sale. `accepts` means that the detected operator is the chosen one (rule 10). `countsTowardLimits` means that the
 * sale counts toward sales limits. `overridden` has the limits that it exceeds and the supervisor who permitted it. `payment` takes the place of
 * what was noted before; `isScamAsked` means that the customer was asked the three questions, and `numberCheck` says
 * what they said of the number.
 */
export type SaleApproval = {
  /** When the person approved (epoch ms), if that was before now. The approval of a batch covers its lines (rule 18). */
  at?: number
  by: NamedRef
  terminal: NamedRef
  duplicateOf?: SaleId
  accepts?: 'operator'
  countsTowardLimits?: true
  overridden?: { by: NamedRef; limits: readonly LimitRef[] }
  payment?: Payment
  isScamAsked?: true
  numberCheck?: NumberCheck
}

/** What can happen to a sale. */
export type SaleInput =
  | { kind: 'check-answered' | 'confirm-answered' | 'find-answered'; answered: TimedAnswer }
  | ({ kind: 'approved' } & SaleApproval)
  | { kind: 'abandoned'; by: NamedRef }
  /** A person requests a find now. */
  | { kind: 'poll-requested'; by: NamedRef }
  /** Another cashier continues the sale. */
  | { kind: 'taken-over'; by: NamedRef }
  /** A supervisor's decision (rule 15). */
  | { kind: 'resolved'; outcome: Resolution['outcome']; note: string; by: NamedRef }
  /** The customer has been paid back. */
  | { kind: 'refunded'; by: NamedRef; terminal: NamedRef; paidBy?: PaymentMethod }
  | { kind: 'acknowledged'; by: NamedRef; as: 'cashier' | 'supervisor' }
  /** The code, or only the receipt, is about to be shown. `reason` is present if it had been delivered before. */
  | { kind: 'revealed'; by: NamedRef; what: 'code' | 'receipt'; reason?: string }
  /** The customer received it (rule 12). */
  | { kind: 'delivered'; by: NamedRef; method: DeliveryMethod }
  /** The code is about to leave for a printer in the network, which is named. */
  | { kind: 'print-started'; by: NamedRef; printer: string }
  | { kind: 'print-ended'; by: NamedRef; outcome: 'printed' | 'not-printed' | 'unclear' }
  /** A till has printed the code by itself and does not know whether it came out. */
  | { kind: 'print-reported'; by: NamedRef; way: PrintWay }
  /** A person says whether the code is on paper. */
  | { kind: 'print-answered'; by: NamedRef; isOnPaper: boolean }
  /** Nobody knows whether a paper without an undelivered code came out of a printer in the network. */
  | { kind: 'paper-unclear'; by: NamedRef; printer: string; paper: SalePaper }
  /** The receipt without its code left by email, to an address that is masked. */
  | { kind: 'receipt-mailed'; by: NamedRef; to: string }
  /** The time of the quote is up. */
  | { kind: 'expired' }
  /** The proxy restarted, and a new process continues the sale. */
  | { kind: 'restarted' }
  /** The same, in a journal that was put back from a backup: the sale may have gone on after it, also by a confirm. */
  | { kind: 'restored' }

/** The interval between finds: the first one and the longest one, in ms (spec 8). */
export type PollInterval = { readonly firstMs: number; readonly longestMs: number }

export type StepContext = {
  /** Epoch ms by the proxy's monotonic clock. */
  now: number
  /** In [0, 1), from the random port. */
  jitter: number
  pollInterval: PollInterval
  /** CONFIRM_GRACE_SECONDS in ms. */
  confirmGraceMs: number
  /** While set, nothing is confirmed automatically (rule 6). */
  isSellingStopped: boolean
}

export type SaleStep = { sale: SaleRecord; events: SaleEvent[] }

/** No change: returns the same object. */
export const unchanged = (sale: SaleRecord): SaleStep => ({ sale, events: [] })

export function withoutNext(sale: SaleRecord): SaleRecord {
  const { next: _, ...rest } = sale
  return rest
}
