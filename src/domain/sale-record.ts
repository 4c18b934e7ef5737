import type { Commission } from './commission.ts'
import type { InternationalChoice } from './international.ts'
import type { WhichLimit } from './limits.ts'
import type { Money } from './money.ts'
import type { Batch, NewsReason, Sale } from './sale.ts'
import type { SaleId } from './sale-id.ts'

/** What is done next by itself, and when (epoch ms), with a deadline shorter than the usual one. `expire` ends a quote nobody confirmed. */
export type NextDeed =
  { do: 'confirm'; at: number } | { do: 'expire'; at: number } | { do: 'check' | 'find'; at: number; withinMs?: number }

export type Who = { id: string; name: string }

/** A sale as the journal keeps it: what the API shows, and what the rules need to remember (DESIGN section 2). */
export type SaleRecord = Omit<Sale, 'events' | 'nextFindAt' | 'attention' | 'isNews' | 'newsBecause'> & {
  /** The version at which the state last changed: finds that say nothing new go on counting versions, and a person's decision stands. */
  stateSince: number
  next?: NextDeed
  /** Checks that left or may have left, and checks of which no byte left. */
  checksSent: number
  checksNotSent: number
  /** Only looked for, never checked again: the process that opened it is gone (rule 13). */
  isOnlyLookedFor?: true
  /** The other sale a person knew of when this one was wanted all the same (rule 11). */
  duplicateOf?: SaleId
  /** `usesLimits`: it counts for limits, as all do but a supervisor's of a journal older than rule 17; `approver` let it go beyond `lifted`. */
  approval?: {
    at: number
    by: Who
    terminal: Who
    usesLimits?: true
    approver?: Who
    lifted?: readonly WhichLimit[]
  }
  /** Of a line of a quantity: the cashier (id) who opened it. The quantity is theirs, whoever takes the line over (rule 18). */
  batchOwnerId?: string
  /** Confirms that left or may have left. */
  confirmsLeft?: number
  /** The first confirm ended so that the same one may go again by itself; not after a restart (rule 6). */
  mayGoAgain?: true
  /** Confirms of the last approval of which no byte left. */
  confirmsNotSent: number
  /** A confirm left or may have left, and when the last one did at the latest. */
  confirmLeftAt?: number
  /** When find first answered -1 after the last confirm (rule 5). */
  minusOneAt?: number
  /** A state of 0 or above was seen: a later -1 is worthless (rule 5). */
  hasMoved?: true
  /** Find by the wholesaler's id: it does not know ours (error 22). */
  findsByTransactionId?: true
  /** Answers in a row that make no sense: too big, of another transaction, -1 after a state above it (RELIABILITY G4, G11, G13). */
  oddFinds?: number
  /** The wholesaler named another account, amount or service than ours, or one nobody can read; told once. */
  hasDiffered?: true
  unseen?: Unseen
  /** What contradicted it last: told again only when it is something else. */
  disputedBy?: number | string
  /** Daily finds after a supervisor's word. */
  dailyFinds?: number
  /** How often a sale given up after a confirm was looked at again (rule 5). */
  watches: number
}

/**
 * Who has not looked yet: `settled` was of interest only because nobody was there, `told` is for a supervisor in any case, and `because` says
 * what of.
 */
export type Unseen = { cashier?: true; supervisor?: 'settled' | 'told'; because?: readonly NewsReason[] }

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
export function newSale(id: SaleId, content: SaleContent, cashier: Who, terminal: Who, now: number): SaleRecord {
  return {
    id,
    number: 0,
    version: 0,
    stateSince: 1,
    state: 'opened',
    ...content,
    shownTimes: 0,
    printedTimes: 0,
    pays: content.pays ?? content.amount,
    openedAt: now,
    finds: 0,
    cashier,
    terminal,
    ...(content.batch ? { batchOwnerId: cashier.id } : {}),
    next: { do: 'check', at: now },
    checksSent: 0,
    checksNotSent: 0,
    confirmsNotSent: 0,
    watches: 0,
  }
}
