import { describe, expect, it } from 'vitest'

import { countDesk, isNewsFor, isOnDesk, isOnDeskOf } from '#domain/desk.ts'
import type { Person } from '#domain/person.ts'
import type { SaleRecord } from '#domain/sale-record.ts'
import {
  abandonedSale,
  amal,
  APPROVED_AT,
  cancelledSale,
  checkedSale,
  closed,
  confirmingSale,
  DAY,
  failedSale,
  findAnswered,
  FIRST_ASKED_AT,
  givenBack,
  GIVEN_UP_AT,
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
  seenBy,
  succeededSale,
  unknownSale,
} from '../support/sales.ts'

const cashier: Person = { ...amal, role: 'cashier' }
const another: Person = { ...joseph, role: 'cashier' }
const supervisor: Person = { ...hamad, role: 'supervisor' }

const LATER = FIRST_ASKED_AT + HOUR
const settledLate = () => findAnswered(pendingSale(), says(1), FIRST_ASKED_AT).sale
const failedLate = () => findAnswered(pendingSale(), says(2), FIRST_ASKED_AT).sale
const seenByAll = (sale: SaleRecord) =>
  seenBy(seenBy(sale, amal, 'cashier', LATER).sale, hamad, 'supervisor', LATER).sale
const disputed = () => seenByAll(findAnswered(succeededSale(), says(2), FIRST_ASKED_AT).sale)

describe('the pending desk', () => {
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
      given: () => givenBack(seenByAll(failedLate()), LATER).sale,
      shop: false,
      own: false,
      others: false,
    },
    { was: 'given up, its money to be given back', given: abandonedSale, shop: true, own: true, others: true },
    {
      was: 'given up, and paid back',
      given: () => givenBack(abandonedSale(), GIVEN_UP_AT).sale,
      shop: false,
      own: false,
      others: false,
    },
    { was: 'cancelled', given: cancelledSale, shop: true, own: true, others: false },
    { was: 'replaced', given: replacedSale, shop: true, own: true, others: false },
    { was: 'disputed', given: disputed, shop: true, own: true, others: false },
    {
      was: 'cancelled, and closed as sold',
      given: () => closed(cancelledSale(), 'sold', LATER).sale,
      shop: false,
      own: false,
      others: false,
    },
    {
      was: 'pending, and closed as sold',
      given: () => closed(pendingSale(), 'sold', LATER).sale,
      shop: false,
      own: false,
      others: false,
    },
    {
      was: 'pending, and closed as not sold',
      given: () => closed(pendingSale(), 'not-sold', LATER).sale,
      shop: true,
      own: true,
      others: true,
    },
    {
      was: 'closed, and disputed again',
      given: () => seenByAll(findAnswered(closed(cancelledSale(), 'sold', LATER).sale, says(2), LATER + DAY).sale),
      shop: true,
      own: true,
      others: false,
    },
  ])('has a sale that is $was: $shop, for its cashier $own, for another $others', ({ given, shop, own, others }) => {
    const sale = given()
    expect(isOnDesk(sale)).toBe(shop)
    expect(isOnDesk(sale) && isOnDeskOf(supervisor, sale, LATER)).toBe(shop)
    expect(isOnDeskOf(cashier, sale, LATER)).toBe(own)
    expect(isOnDeskOf(another, sale, LATER)).toBe(others)
  })

  it.each([
    { age: 0, waits: false },
    { age: 15 * SECOND - 1, waits: false },
    { age: 15 * SECOND, waits: true },
    { age: -1, waits: true },
  ])('has one that is confirming for $age ms: $waits', ({ age, waits }) => {
    const now = APPROVED_AT + age
    for (const person of [cashier, another, supervisor]) {
      expect(isOnDeskOf(person, confirmingSale(), now)).toBe(waits)
      expect(countDesk([confirmingSale()], person, now).waiting).toBe(waits ? 1 : 0)
    }
    // An answer that is lost needs nobody's patience.
    expect(isOnDeskOf(cashier, unknownSale(), now)).toBe(true)
  })

  it('has news that is the cashier’s alone for nobody else', () => {
    const theirs: SaleRecord = { ...seenByAll(settledLate()), unseen: { cashier: true } }
    expect(isOnDesk(theirs)).toBe(true)
    expect([cashier, another, supervisor].map((one) => isOnDeskOf(one, theirs, LATER))).toEqual([true, false, false])
  })

  it('has a quote of which a supervisor was told', () => {
    const told: SaleRecord = { ...checkedSale(), unseen: { supervisor: 'told' } }
    expect(isOnDesk(told)).toBe(true)
    expect(isOnDeskOf(cashier, told, LATER)).toBe(false)
  })
})

describe('news', () => {
  it.each([
    { unseen: undefined, own: false, other: false, boss: false },
    { unseen: { cashier: true }, own: true, other: false, boss: false },
    { unseen: { supervisor: 'settled' }, own: false, other: false, boss: true },
    { unseen: { supervisor: 'told' }, own: false, other: false, boss: true },
    { unseen: { cashier: true, supervisor: 'told' }, own: true, other: false, boss: true },
  ] as const)(
    'unseen $unseen: for its cashier $own, another $other, a supervisor $boss',
    ({ unseen, own, other, boss }) => {
      const { unseen: _, ...rest } = succeededSale()
      const sale: SaleRecord = unseen ? { ...rest, unseen } : rest
      expect([cashier, another, supervisor].map((person) => isNewsFor(person, sale))).toEqual([own, other, boss])
    },
  )

  it('is a supervisor’s twice over when they sold it themselves', () => {
    const own: SaleRecord = { ...settledLate(), cashier: hamad, unseen: { cashier: true } }
    expect(isNewsFor(supervisor, own)).toBe(true)
  })
})

describe('the counts of the badges', () => {
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

  it('are the shop’s, but for the news', () => {
    const now = APPROVED_AT + 20 * MINUTE
    // Late: the unknown and the held one; cancelled; disputed.
    const shop = { waiting: 4, attention: 4, giveBack: 2 }
    expect(countDesk(desk, cashier, now)).toEqual({ ...shop, news: 1 })
    expect(countDesk(desk, another, now)).toEqual({ ...shop, news: 1 })
    expect(countDesk(desk, supervisor, now)).toEqual({ ...shop, news: 2 })
  })

  it('follow the clock: what waits longer needs attention', () => {
    expect(countDesk(desk, cashier, APPROVED_AT + MINUTE).attention).toBe(2)
    expect(countDesk(desk, cashier, APPROVED_AT + 2 * HOUR).attention).toBe(5)
  })

  it('of an empty desk are zero', () => {
    expect(countDesk([], supervisor, LATER)).toEqual({ waiting: 0, attention: 0, giveBack: 0, news: 0 })
  })
})
