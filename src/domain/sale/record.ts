import type { NamedRef } from '../person.ts'
import type { Commission } from '../commission.ts'
import type { InternationalChoice } from '../international.ts'
import type { LimitRef } from '../limit-ref.ts'
import type { Money } from '../money.ts'
import type { Batch, UnreadReason, Sale } from './sale.ts'
import type { SaleId } from './id.ts'

/** What is done next by itself, and when (epoch ms), with a deadline shorter than the usual one. `expire` ends a quote nobody confirmed. */
export type NextAction =
  | { kind: 'confirm'; at: number }
  | { kind: 'expire'; at: number }
  | { kind: 'check' | 'find'; at: number; withinMs?: number }

/** A sale as the journal keeps it: what the API shows, and what the rules need to remember (DESIGN section 2). */
export type SaleRecord = Omit<Sale, 'events' | 'nextFindAt' | 'attention' | 'isUnread' | 'unreadReasons'> & {
  /** The version at which the state last changed: finds that say nothing new go on counting versions, and a person's decision stands. */
  stateVersion: number
  next?: NextAction
  /** Checks that left or may have left, and checks of which no byte left. */
  checksSent: number
  checksNotSent: number
  /** Only looked for, never checked again: the process that opened it is gone (rule 13). */
  isFindOnly?: true
  /** The other sale a person knew of when this one was wanted all the same (rule 11). */
  duplicateOf?: SaleId
  /** `countsTowardLimits`: it counts for limits, as all do but a supervisor's of a journal older than rule 17; `approver` let it go beyond `lifted`. */
  approval?: {
    at: number
    by: NamedRef
    terminal: NamedRef
    countsTowardLimits?: true
    approver?: NamedRef
    overridden?: readonly LimitRef[]
  }
  /** Of a line of a quantity: the cashier (id) who opened it. The quantity is theirs, whoever takes the line over (rule 18). */
  batchOwnerId?: string
  /** Confirms that left or may have left. */
  confirmsSent?: number
  /** The first confirm ended so that the same one may go again by itself; not after a restart (rule 6). */
  mayRepeatConfirm?: true
  /** Confirms of the last approval of which no byte left. */
  confirmsNotSent: number
  /** A confirm left or may have left, and when the last one did at the latest. */
  confirmSentAt?: number
  /** When find first answered -1 after the last confirm (rule 5). */
  minusOneAt?: number
  /** A state of 0 or above was seen: a later -1 is worthless (rule 5). */
  hasStarted?: true
  /** Find by the wholesaler's id: it does not know ours (error 22). */
  findsByTransactionId?: true
  /** Answers in a row that make no sense: too big, of another transaction, -1 after a state above it (RELIABILITY G4, G11, G13). */
  unclearFinds?: number
  /** The wholesaler named another account, amount or service than ours; told once. */
  hasDiffered?: true
  /** It named one that nobody can read; told once. */
  hasUnreadable?: true
  unread?: Unread
  /** What contradicted it last: told again only when it is something else. */
  conflictWith?: number | string
  /** Daily finds after a supervisor's word. */
  dailyFinds?: number
  /** How often a sale given up after a confirm was looked at again (rule 5). */
  recheckCount: number
}

/**
 * Who has not looked yet: `settled` was of interest only because nobody was there, `told` is for a supervisor in any case, and `because` says
 * what of.
 */
export type Unread = { cashier?: true; supervisor?: 'completed' | 'notified'; reasons?: readonly UnreadReason[] }

/** What a till asks to be sold. */
export type SaleContent = {
  kind: Sale['kind']
  serviceId: string
  serviceName: string
  brand: string
  account?: string
  customer?: string
  amount: Money
  /** What the customer pays where that is not the amount: the `sale_price` of an international sale. */
  pays?: Money
  international?: InternationalChoice
  /** What the list of services promised then. */
  commission?: Commission
  batch?: Batch
  duplicateOf?: SaleId
}

/** A new sale, with its check due at once. Its number and version are the journal's. */
export function newSale(
  id: SaleId,
  content: SaleContent,
  cashier: NamedRef,
  terminal: NamedRef,
  now: number,
): SaleRecord {
  return {
    id,
    number: 0,
    version: 0,
    stateVersion: 1,
    state: 'opened',
    ...content,
    revealCount: 0,
    printCount: 0,
    pays: content.pays ?? content.amount,
    openedAt: now,
    findCount: 0,
    cashier,
    terminal,
    ...(content.batch ? { batchOwnerId: cashier.id } : {}),
    next: { kind: 'check', at: now },
    checksSent: 0,
    checksNotSent: 0,
    confirmsNotSent: 0,
    recheckCount: 0,
  }
}
