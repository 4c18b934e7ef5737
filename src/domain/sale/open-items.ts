import type { Person } from '../person.ts'
import { CUSTOMER_PRESENT_MS, findAttention, isRefundDue, isUndelivered, isWaiting, isYoungerThan } from './sale.ts'
import type { SaleRecord } from './record.ts'

/**
 * Lies on the pending desk of the shop: it waits, needs a person, has money to give back, or is news. No clock is needed to tell. Codes to hand
 * over lie beside these: nobody may ever tick them off.
 */
export const isOpenItem = (sale: SaleRecord): boolean =>
  isWaiting(sale) || isRefundDue(sale) || sale.unread !== undefined || needsResolution(sale)

/** A settled sale that waits for a supervisor's word (rules 7 and 15). */
const needsResolution = (sale: SaleRecord) =>
  sale.conflicting === true || (!sale.resolution && (sale.state === 'cancelled' || sale.state === 'replaced'))

/** Something of this sale is news for this person. */
export const isUnreadFor = (person: Person, { cashier, unread }: SaleRecord): boolean =>
  (unread?.cashier === true && cashier.id === person.id) ||
  (unread?.supervisor !== undefined && person.role === 'supervisor')

/** Waits longer than a confirm usually takes; until then it is only being sold. */
const waitsByNow = (sale: SaleRecord, now: number) =>
  isWaiting(sale) && !(sale.state === 'confirming' && isYoungerThan(CUSTOMER_PRESENT_MS, sale.confirmedAt, now))

/** The part of the desk a person sees: supervisors all of it, cashiers what anybody may go on with and what is their own. */
export const isOpenItemFor = (person: Person, sale: SaleRecord, now: number): boolean =>
  waitsByNow(sale, now) ||
  isRefundDue(sale) ||
  isUndelivered(sale) ||
  isUnreadFor(person, sale) ||
  (needsResolution(sale) && (person.role === 'supervisor' || sale.cashier.id === person.id))

export type OpenItemCounts = {
  waiting: number
  attention: number
  refundsDue: number
  undelivered: number
  unread: number
}

/** What the badges count beside the codes to hand over: the shop's, but for the news, which are this person's. */
export function countOpenItems(
  openItems: readonly SaleRecord[],
  person: Person,
  now: number,
): Omit<OpenItemCounts, 'undelivered'> {
  const count = (isCounted: (sale: SaleRecord) => boolean) => openItems.filter(isCounted).length
  return {
    waiting: count((sale) => waitsByNow(sale, now)),
    attention: count((sale) => findAttention(sale, now) !== undefined),
    refundsDue: count(isRefundDue),
    unread: count((sale) => isUnreadFor(person, sale)),
  }
}
