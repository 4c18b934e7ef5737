import { describe, expect, it } from 'vitest'

import { countOpenItems, isUnreadFor, isOpenItem, isOpenItemFor } from '#domain/sale/open-items.ts'
import type { Person } from '#domain/person.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import {
  ABANDONED_AT,
  acknowledgedBy,
  amal,
  APPROVED_AT,
  aSale,
  DAY,
  findAnswered,
  FIRST_POLLED_AT,
  hamad,
  HOUR,
  joseph,
  MINUTE,
  refunded,
  resolved,
  says,
  SECOND,
} from '../../support/sales.ts'

const cashier: Person = { ...amal, role: 'cashier' }
const another: Person = { ...joseph, role: 'cashier' }
const supervisor: Person = { ...hamad, role: 'supervisor' }

const LATER = FIRST_POLLED_AT + HOUR
const settledLate = () => findAnswered(aSale.pending(), says(1), FIRST_POLLED_AT).sale
const failedLate = () => findAnswered(aSale.pending(), says(2), FIRST_POLLED_AT).sale
const seenByAll = (sale: SaleRecord) =>
  acknowledgedBy(acknowledgedBy(sale, amal, 'cashier', LATER).sale, hamad, 'supervisor', LATER).sale
const closedAsSold = () => resolved(aSale.canceled(), 'sold', LATER).sale
const disputed = () => seenByAll(findAnswered(aSale.succeeded(), says(2), FIRST_POLLED_AT).sale)

describe('open items', () => {
  const BOSSES = 'its cashier and supervisors'
  it.each<[string, 'nobody' | typeof BOSSES | 'everybody', () => SaleRecord]>([
    ['opened', 'nobody', aSale.opened],
    ['checked', 'nobody', aSale.checked],
    ['refused', 'nobody', aSale.refused],
    ['confirming', 'everybody', aSale.confirming],
    ['unknown', 'everybody', aSale.unknown],
    ['pending', 'everybody', aSale.pending],
    ['not executed', 'everybody', aSale.notExecuted],
    ['sold at once', 'nobody', aSale.succeeded],
    ['failed at once', 'nobody', aSale.failed],
    ['sold unwatched', BOSSES, settledLate],
    ['sold, and seen', 'nobody', () => seenByAll(settledLate())],
    ['failed, with a refund due', 'everybody', () => seenByAll(failedLate())],
    ['failed, and refunded', 'nobody', () => refunded(seenByAll(failedLate()), LATER).sale],
    ['abandoned, with a refund due', 'everybody', aSale.abandoned],
    ['abandoned, and refunded', 'nobody', () => refunded(aSale.abandoned(), ABANDONED_AT).sale],
    ['canceled', BOSSES, aSale.canceled],
    ['replaced', BOSSES, aSale.replaced],
    ['disputed', BOSSES, disputed],
    ['canceled, and closed as sold', 'nobody', closedAsSold],
    ['pending, and closed as sold', 'nobody', () => resolved(aSale.pending(), 'sold', LATER).sale],
    ['pending, and closed as not sold', 'everybody', () => resolved(aSale.pending(), 'not-sold', LATER).sale],
    ['closed, and disputed again', BOSSES, () => seenByAll(findAnswered(closedAsSold(), says(2), LATER + DAY).sale)],
  ])('a sale that is %s is an open item for %s', (_, whom, given) => {
    const sale = given()
    expect(isOpenItem(sale)).toBe(whom !== 'nobody')
    expect(isOpenItem(sale) && isOpenItemFor(supervisor, sale, LATER)).toBe(whom !== 'nobody')
    expect(isOpenItemFor(cashier, sale, LATER)).toBe(whom !== 'nobody')
    expect(isOpenItemFor(another, sale, LATER)).toBe(whom === 'everybody')
  })

  it.each([
    { age: 0, waits: false },
    { age: 15 * SECOND - 1, waits: false },
    { age: 15 * SECOND, waits: true },
    { age: -1, waits: true },
  ])('a sale that has been confirming for $age ms is an open item: $waits', ({ age, waits }) => {
    const now = APPROVED_AT + age
    for (const person of [cashier, another, supervisor]) {
      expect(isOpenItemFor(person, aSale.confirming(), now)).toBe(waits)
      expect(countOpenItems([aSale.confirming()], person, now).waiting).toBe(waits ? 1 : 0)
    }
    expect(isOpenItemFor(cashier, aSale.unknown(), now)).toBe(true)
  })

  it('a sale that is unread only by its cashier is an open item for no one else', () => {
    const theirs: SaleRecord = { ...seenByAll(settledLate()), unread: { cashier: true } }
    expect(isOpenItem(theirs)).toBe(true)
    expect([cashier, another, supervisor].map((one) => isOpenItemFor(one, theirs, LATER))).toEqual([true, false, false])
  })

  it('a quote of which supervisors were notified is an open item, and not for its cashier', () => {
    const notified: SaleRecord = { ...aSale.checked(), unread: { supervisor: 'notified' } }
    expect(isOpenItem(notified)).toBe(true)
    expect(isOpenItemFor(cashier, notified, LATER)).toBe(false)
  })
})

describe('unread sales', () => {
  it.each([
    { unread: undefined, own: false, other: false, boss: false },
    { unread: { cashier: true }, own: true, other: false, boss: false },
    { unread: { supervisor: 'completed' }, own: false, other: false, boss: true },
    { unread: { supervisor: 'notified' }, own: false, other: false, boss: true },
    { unread: { cashier: true, supervisor: 'notified' }, own: true, other: false, boss: true },
  ] as const)(
    '$unread is unread for its cashier: $own, another cashier: $other, a supervisor: $boss',
    ({ unread, own, other, boss }) => {
      const { unread: _, ...rest } = aSale.succeeded()
      const sale: SaleRecord = unread ? { ...rest, unread } : rest
      expect([cashier, another, supervisor].map((person) => isUnreadFor(person, sale))).toEqual([own, other, boss])
    },
  )

  it('the mark for the cashier counts for a supervisor who sold it', () => {
    const own: SaleRecord = { ...settledLate(), cashier: hamad, unread: { cashier: true } }
    expect(isUnreadFor(supervisor, own)).toBe(true)
  })
})

describe('the counts of open items', () => {
  const desk = [
    [aSale.unknown(), aSale.pending(), aSale.held(), aSale.notExecuted(), aSale.canceled(), disputed()],
    [failedLate(), aSale.abandoned(), { ...settledLate(), cashier: joseph }],
  ].flat()

  it('the counts are those of the shop, except the open items a person sees and the unread sales', () => {
    const now = APPROVED_AT + 20 * MINUTE
    // These need attention: the unknown and the held sale are late, one sale is canceled, and one is conflicting.
    const shop = { waiting: 4, attention: 4, refundsDue: 2 }
    expect(countOpenItems(desk, cashier, now)).toEqual({ ...shop, openItems: 8, unread: 1 })
    // Canceled and conflicting sales are open items for their own cashier and for supervisors.
    expect(countOpenItems(desk, another, now)).toEqual({ ...shop, openItems: 6, unread: 1 })
    expect(countOpenItems(desk, supervisor, now)).toEqual({ ...shop, openItems: 8, unread: 2 })
  })

  it('sales that wait longer need attention in the counts', () => {
    expect(countOpenItems(desk, cashier, APPROVED_AT + MINUTE).attention).toBe(2)
    expect(countOpenItems(desk, cashier, APPROVED_AT + 2 * HOUR).attention).toBe(5)
  })

  it('the counts without open items are zero', () => {
    const none = { openItems: 0, waiting: 0, attention: 0, refundsDue: 0, unread: 0 }
    expect(countOpenItems([], supervisor, LATER)).toEqual(none)
  })
})
