import type { Person } from '../person.ts'
import { CUSTOMER_PRESENT_MS, findAttention, isRefundDue, isUndelivered, isWaiting, isYoungerThan } from './sale.ts'
import type { SaleRecord } from './record.ts'

/** Independent of the time. Undelivered codes are not included, because people may never mark them as delivered. */
export const isOpenItem = (sale: SaleRecord): boolean =>
  isWaiting(sale) || isRefundDue(sale) || sale.unread !== undefined || sale.print !== undefined || needsResolution(sale)

/** Whether a supervisor has to decide (rules 7 and 15). */
const needsResolution = (sale: SaleRecord) =>
  sale.conflicting === true || (!sale.resolution && (sale.state === 'canceled' || sale.state === 'replaced'))

export const isUnreadFor = (person: Person, { cashier, unread }: SaleRecord): boolean =>
  (unread?.cashier === true && cashier.id === person.id) ||
  (unread?.supervisor !== undefined && person.role === 'supervisor')

/** Until a confirm takes longer than usual, the sale is simply being sold. */
const waitsByNow = (sale: SaleRecord, now: number) =>
  isWaiting(sale) && !(sale.state === 'confirming' && isYoungerThan(CUSTOMER_PRESENT_MS, sale.confirmedAt, now))

/** Supervisors see all open items; cashiers see their own and those that anyone may continue. */
export const isOpenItemFor = (person: Person, sale: SaleRecord, now: number): boolean =>
  waitsByNow(sale, now) ||
  isRefundDue(sale) ||
  isUndelivered(sale) ||
  isUnreadFor(person, sale) ||
  isAskedAboutPrint(person, sale) ||
  needsResolutionFor(person, sale)

/** Whether to ask this person about a print whose code has been delivered in another way meanwhile. */
const isAskedAboutPrint = (person: Person, { print, cashier }: SaleRecord): boolean =>
  print !== undefined && (person.role === 'supervisor' || cashier.id === person.id)

const needsResolutionFor = (person: Person, sale: SaleRecord): boolean =>
  needsResolution(sale) && (person.role === 'supervisor' || sale.cashier.id === person.id)

export type OpenItemCounts = {
  /** Excludes sales that are only unread. */
  openItems: number
  waiting: number
  attention: number
  refundsDue: number
  undelivered: number
  unread: number
}

/** Excludes undelivered codes. `openItems` and `unread` are for this person, the other counts for the whole shop. */
export function countOpenItems(
  openItems: readonly SaleRecord[],
  person: Person,
  now: number,
): Omit<OpenItemCounts, 'undelivered'> {
  const count = (isCounted: (sale: SaleRecord) => boolean) => openItems.filter(isCounted).length
  const isSeen = (sale: SaleRecord) =>
    !isUndelivered(sale) &&
    (waitsByNow(sale, now) || isRefundDue(sale) || isAskedAboutPrint(person, sale) || needsResolutionFor(person, sale))
  return {
    openItems: count(isSeen),
    waiting: count((sale) => waitsByNow(sale, now)),
    attention: count((sale) => findAttention(sale, now) !== undefined),
    refundsDue: count(isRefundDue),
    unread: count((sale) => isUnreadFor(person, sale)),
  }
}
