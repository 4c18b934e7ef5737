import type { Money } from './money.ts'
import type { Sale } from './sale.ts'
import type { SaleId } from './sale-id.ts'

/** What is done next by itself, and when (epoch ms), with a deadline shorter than the usual one. `expire` ends a quote nobody confirmed. */
export type NextDeed =
  { do: 'confirm' | 'expire'; at: number } | { do: 'check' | 'find'; at: number; withinMs?: number }

export type Who = { id: string; name: string }

/** A sale as the journal keeps it: what the API shows, and what the rules need to remember (DESIGN section 2). */
export type SaleRecord = Omit<Sale, 'events' | 'nextFindAt'> & {
  /** The version at which the state last changed: finds that say nothing new go on counting versions, and a person's decision stands. */
  stateSince: number
  next?: NextDeed
  /** Checks that left or may have left, and checks of which no byte left. */
  checksSent: number
  checksNotSent: number
  /** Only looked for, never checked again: the process that opened it is gone (rule 13). */
  isOnlyLookedFor?: true
  approval?: { at: number; by: Who; terminal: Who }
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
  /** How often a sale given up after a confirm was looked at again (rule 5). */
  watches: number
}

/** What a till asks to be sold. */
export type SaleContent = { serviceId: string; serviceName: string; brand: string; account: string; amount: Money }

/** A new sale, with its check due at once. Its number and version are the journal's. */
export function newSale(id: SaleId, content: SaleContent, cashier: Who, terminal: Who, now: number): SaleRecord {
  return {
    id,
    number: 0,
    version: 0,
    stateSince: 1,
    kind: 'direct',
    state: 'opened',
    ...content,
    pays: content.amount,
    openedAt: now,
    finds: 0,
    cashier,
    terminal,
    next: { do: 'check', at: now },
    checksSent: 0,
    checksNotSent: 0,
    confirmsNotSent: 0,
    watches: 0,
  }
}
