import type { NamedRef } from '../person.ts'
import type { Commission } from '../money/commission.ts'
import type { InternationalChoice } from '../catalog/international.ts'
import type { LimitRef } from '../limit-ref.ts'
import type { Money } from '../money/money.ts'
import type { Batch, UnreadReason, Sale } from './sale.ts'
import type { SaleId } from './id.ts'

/** Times are epoch ms. `withinMs` is a deadline shorter than the usual one. `expire` ends an unconfirmed quote. */
export type NextAction =
  | { kind: 'confirm'; at: number }
  | { kind: 'expire'; at: number }
  | { kind: 'check' | 'find'; at: number; withinMs?: number }

/** The API's sale, and what the rules need to remember. */
export type SaleRecord = Omit<
  Sale,
  'events' | 'eventCount' | 'nextFindAt' | 'statusLink' | 'attention' | 'isUnread' | 'unreadReasons'
> & {
  /** When the state last changed. Finds that show nothing new only increase `version`, so a person's decision stays valid. */
  stateVersion: number
  next?: NextAction
  /** Checks that were or may have been sent, and checks of which no byte was sent. */
  checksSent: number
  checksNotSent: number
  /** The check is only looked up with find, because the process that opened the sale has stopped (rule 13). */
  isFindOnly?: true
  /** The other sale a person knew about when they approved (rule 11). */
  duplicateOf?: SaleId
  /** Only one of an order's sales is sold (`holdsOrder`). */
  orderId?: string
  /** `countsTowardLimits` is absent only for a supervisor's sale older than rule 17. `approver` allowed the `overridden` limits to be exceeded. */
  approval?: {
    at: number
    by: NamedRef
    terminal: NamedRef
    countsTowardLimits?: true
    approver?: NamedRef
    overridden?: readonly LimitRef[]
  }
  /** The cashier who opened the batch of this line. It stays theirs even if someone takes the line over (rule 18). */
  batchOwnerId?: string
  /** Deliveries other than prints, by person and method, so the same delivery is not recorded twice. */
  deliveredBy?: readonly string[]
  isFraudWarningShown?: true
  /** Confirms that were or may have been sent. */
  confirmsSent?: number
  /** The first confirm ended in a way that allows it to be repeated automatically. Dropped at a restart (rule 6). */
  mayRepeatConfirm?: true
  /** Confirms of the last approval of which no byte was sent. */
  confirmsNotSent: number
  /** When the latest confirm was, or may have been, sent (epoch ms). */
  confirmSentAt?: number
  /** When find first returned -1 after the last confirm (rule 5). */
  minusOneAt?: number
  /** A state of 0 or above was seen, so a later -1 proves nothing (rule 5). */
  hasStarted?: true
  /** Find uses the wholesaler's id, because the wholesaler does not know ours (error 22). */
  findsByTransactionId?: true
  /** Answers in a row that made no sense: too big, for another transaction, or -1 after a higher state (G4, G11, G13). */
  unclearFinds?: number
  /** Supervisors have been notified that the account, amount or service differs, which happens only once. */
  hasDiffered?: true
  /** Supervisors have been notified that a field is unreadable, which happens only once. */
  hasUnreadable?: true
  refundTerminalId?: string
  unread?: Unread
  /** The last contradiction. Only a different one notifies supervisors again. */
  conflictWith?: number | string
  /** How many daily finds have been scheduled since a resolution. */
  dailyFinds?: number
  /** How many rechecks have been scheduled since the sale was abandoned after a confirm (rule 5). */
  recheckCount: number
}

/** `completed`: unread only because no one was at the counter. `notified`: a supervisor must see the sale. */
export type Unread = { cashier?: true; supervisor?: 'completed' | 'notified'; reasons?: readonly UnreadReason[] }

export type SaleContent = {
  kind: Sale['kind']
  serviceId: string
  serviceName: string
  brand: string
  account?: string
  customer?: string
  amount: Money
  /** The price, if it is not the amount: the `sale_price` of an international sale. */
  pays?: Money
  international?: InternationalChoice
  /** From the list of services when the sale was opened. */
  commission?: Commission
  batch?: Batch
  duplicateOf?: SaleId
  orderId?: string
  /** Fixed when the sale or its batch is opened. */
  isTest?: true
  isPractice?: true
}

/** The check is due immediately. The journal assigns number and version. */
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
