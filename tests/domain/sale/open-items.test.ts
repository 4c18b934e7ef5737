import { describe, expect, it } from 'vitest'

import { countOpenItems, isUnreadFor, isOpenItem, isOpenItemFor } from '#domain/sale/open-items.ts'
import type { Person } from '#domain/person.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import {
  abandonedSale,
  amal,
  APPROVED_AT,
  cancelledSale,
  checkedSale,
  resolved,
  confirmingSale,
  DAY,
  failedSale,
  findAnswered,
  FIRST_POLLED_AT,
  refunded,
  ABANDONED_AT,
  hamad,
  heldSale,
  HOUR,
  joseph,
  MINUTE,
  notExecutedSale,
  openedSale,
  pendingSale,
  refusedSale,
  replacedSale,
  says,
  SECOND,
  acknowledgedBy,
  succeededSale,
  unknownSale,
} from '../../support/sales.ts'

const cashier: Person = { ...amal, role: 'cashier' }
const another: Person = { ...joseph, role: 'cashier' }
const supervisor: Person = { ...hamad, role: 'supervisor' }

const LATER = FIRST_POLLED_AT + HOUR
const settledLate = () => findAnswered(pendingSale(), says(1), FIRST_POLLED_AT).sale
const failedLate = () => findAnswered(pendingSale(), says(2), FIRST_POLLED_AT).sale
const seenByAll = (sale: SaleRecord) =>
  acknowledgedBy(acknowledgedBy(sale, amal, 'cashier', LATER).sale, hamad, 'supervisor', LATER).sale
const disputed = () => seenByAll(findAnswered(succeededSale(), says(2), FIRST_POLLED_AT).sale)

describe('open items', () => {
  it.each([
    { was: 'opened', given: openedSale, shop: false, own: false, others: false },
    { was: 'checked', given: checkedSale, shop: false, own: false, others: false },
    { was: 'refused', given: refusedSale, shop: false, own: false, others: false },
    { was: 'confirming', given: confirmingSale, shop: true, own: true, others: true },
    { was: 'unknown', given: unknownSale, shop: true, own: true, others: true },
    { was: 'pending', given: pendingSale, shop: true, own: true, others: true },
    { was: 'not executed', given: notExecutedSale, shop: true, own: true, others: true },
    { was: 'sold at once', given: succeededSale, shop: false, own: false, others: false },
    { was: 'failed at once', given: failedSale, shop: false, own: false, others: false },
    { was: 'sold while nobody looked', given: settledLate, shop: true, own: true, others: false },
    { was: 'sold, and seen', given: () => seenByAll(settledLate()), shop: false, own: false, others: false },
    {
      was: 'failed, its money to be given back',
      given: () => seenByAll(failedLate()),
      shop: true,
      own: true,
      others: true,
    },
    {
      was: 'failed, and paid back',
      given: () => refunded(seenByAll(failedLate()), LATER).sale,
      shop: false,
      own: false,
      others: false,
    },
    { was: 'given up, its money to be given back', given: abandonedSale, shop: true, own: true, others: true },
    {
      was: 'given up, and paid back',
      given: () => refunded(abandonedSale(), ABANDONED_AT).sale,
      shop: false,
      own: false,
      others: false,
    },
    { was: 'cancelled', given: cancelledSale, shop: true, own: true, others: false },
    { was: 'replaced', given: replacedSale, shop: true, own: true, others: false },
    { was: 'disputed', given: disputed, shop: true, own: true, others: false },
    {
      was: 'cancelled, and closed as sold',
      given: () => resolved(cancelledSale(), 'sold', LATER).sale,
      shop: false,
      own: false,
      others: false,
    },
    {
      was: 'pending, and closed as sold',
      given: () => resolved(pendingSale(), 'sold', LATER).sale,
      shop: false,
      own: false,
      others: false,
    },
    {
      was: 'pending, and closed as not sold',
      given: () => resolved(pendingSale(), 'not-sold', LATER).sale,
      shop: true,
      own: true,
      others: true,
    },
    {
      was: 'closed, and disputed again',
      given: () => seenByAll(findAnswered(resolved(cancelledSale(), 'sold', LATER).sale, says(2), LATER + DAY).sale),
      shop: true,
      own: true,
      others: false,
    },
  ])(
    'a sale that is $was is an open item: $shop, for its cashier: $own, for another: $others',
    ({ given, shop, own, others }) => {
      const sale = given()
      expect(isOpenItem(sale)).toBe(shop)
      expect(isOpenItem(sale) && isOpenItemFor(supervisor, sale, LATER)).toBe(shop)
      expect(isOpenItemFor(cashier, sale, LATER)).toBe(own)
      expect(isOpenItemFor(another, sale, LATER)).toBe(others)
    },
  )

  it.each([
    { age: 0, waits: false },
    { age: 15 * SECOND - 1, waits: false },
    { age: 15 * SECOND, waits: true },
    { age: -1, waits: true },
  ])('a sale that has been confirming for $age ms is an open item: $waits', ({ age, waits }) => {
    const now = APPROVED_AT + age
    for (const person of [cashier, another, supervisor]) {
      expect(isOpenItemFor(person, confirmingSale(), now)).toBe(waits)
      expect(countOpenItems([confirmingSale()], person, now).waiting).toBe(waits ? 1 : 0)
    }
    // A lost answer is an open item at once.
    expect(isOpenItemFor(cashier, unknownSale(), now)).toBe(true)
  })

  it('a sale that is unread only by its cashier is an open item for nobody else', () => {
    const theirs: SaleRecord = { ...seenByAll(settledLate()), unread: { cashier: true } }
    expect(isOpenItem(theirs)).toBe(true)
    expect([cashier, another, supervisor].map((one) => isOpenItemFor(one, theirs, LATER))).toEqual([true, false, false])
  })

  it('a quote of which supervisors were notified is an open item, and not for its cashier', () => {
    const told: SaleRecord = { ...checkedSale(), unread: { supervisor: 'notified' } }
    expect(isOpenItem(told)).toBe(true)
    expect(isOpenItemFor(cashier, told, LATER)).toBe(false)
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
      const { unread: _, ...rest } = succeededSale()
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
    unknownSale(),
    pendingSale(),
    heldSale(),
    notExecutedSale(),
    cancelledSale(),
    disputed(),
    failedLate(),
    abandonedSale(),
    { ...settledLate(), cashier: joseph },
  ]

  it('the counts are those of the shop, except the open items a person sees and the unread sales', () => {
    const now = APPROVED_AT + 20 * MINUTE
    // Attention: the unknown and the held sale are late, one is cancelled, and one is conflicting.
    const shop = { waiting: 4, attention: 4, refundsDue: 2 }
    expect(countOpenItems(desk, cashier, now)).toEqual({ ...shop, openItems: 8, unread: 1 })
    // What is cancelled and what is conflicting is for its own cashier and for supervisors.
    expect(countOpenItems(desk, another, now)).toEqual({ ...shop, openItems: 6, unread: 1 })
    expect(countOpenItems(desk, supervisor, now)).toEqual({ ...shop, openItems: 8, unread: 2 })
  })

  it('sales that wait longer need attention in the counts', () => {
    expect(countOpenItems(desk, cashier, APPROVED_AT + MINUTE).attention).toBe(2)
    expect(countOpenItems(desk, cashier, APPROVED_AT + 2 * HOUR).attention).toBe(5)
  })

  it('the counts without open items are zero', () => {
    expect(countOpenItems([], supervisor, LATER)).toEqual({
      openItems: 0,
      waiting: 0,
      attention: 0,
      refundsDue: 0,
      unread: 0,
    })
  })
})
