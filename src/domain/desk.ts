import type { Person } from './person.ts'
import { CUSTOMER_STAYS_MS, findAttention, isToGiveBack, isToHandOver, isWaiting, isYoungerThan } from './sale.ts'
import type { SaleRecord } from './sale-record.ts'

/**
 * Lies on the pending desk of the shop: it waits, needs a person, has money to give back, or is news. No clock is needed to tell. Codes to hand
 * over lie beside these: nobody may ever tick them off.
 */
export const isOnDesk = (sale: SaleRecord): boolean =>
  isWaiting(sale) || isToGiveBack(sale) || sale.unseen !== undefined || needsWord(sale)

/** A settled sale that waits for a supervisor's word (rules 7 and 15). */
const needsWord = (sale: SaleRecord) =>
  sale.disputed === true || (!sale.closed && (sale.state === 'cancelled' || sale.state === 'replaced'))

/** Something of this sale is news for this person. */
export const isNewsFor = (person: Person, { cashier, unseen }: SaleRecord): boolean =>
  (unseen?.cashier === true && cashier.id === person.id) ||
  (unseen?.supervisor !== undefined && person.role === 'supervisor')

/** Waits longer than a confirm usually takes; until then it is only being sold. */
const waitsByNow = (sale: SaleRecord, now: number) =>
  isWaiting(sale) && !(sale.state === 'confirming' && isYoungerThan(CUSTOMER_STAYS_MS, sale.confirmedAt, now))

/** The part of the desk a person sees: supervisors all of it, cashiers what anybody may go on with and what is their own. */
export const isOnDeskOf = (person: Person, sale: SaleRecord, now: number): boolean =>
  waitsByNow(sale, now) ||
  isToGiveBack(sale) ||
  isToHandOver(sale) ||
  isNewsFor(person, sale) ||
  (needsWord(sale) && (person.role === 'supervisor' || sale.cashier.id === person.id))

export type DeskCounts = { waiting: number; attention: number; giveBack: number; unhanded: number; news: number }

/** What the badges count beside the codes to hand over: the shop's, but for the news, which are this person's. */
export function countDesk(desk: readonly SaleRecord[], person: Person, now: number): Omit<DeskCounts, 'unhanded'> {
  const count = (isCounted: (sale: SaleRecord) => boolean) => desk.filter(isCounted).length
  return {
    waiting: count((sale) => waitsByNow(sale, now)),
    attention: count((sale) => findAttention(sale, now) !== undefined),
    giveBack: count(isToGiveBack),
    news: count((sale) => isNewsFor(person, sale)),
  }
}
