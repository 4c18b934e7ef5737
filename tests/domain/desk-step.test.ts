import { describe, expect, it } from 'vitest'

import { isToGiveBack, saleCan } from '#domain/sale.ts'
import type { SaleRecord } from '#domain/sale-record.ts'
import type { Answer } from '#domain/transaction.ts'
import {
  abandonedSale,
  amal,
  ANSWERED_AT,
  APPROVED_AT,
  cancelledSale,
  checkAnswered,
  CHECKED_AT,
  checkedSale,
  confirmAnswered,
  confirmingSale,
  expiredSale,
  failedSale,
  findAnswered,
  FIRST_ASKED_AT,
  givenBack,
  givenUp,
  GIVEN_UP_AT,
  hamad,
  HOUR,
  joseph,
  notExecutedSale,
  openedSale,
  pendingSale,
  PROVEN_AT,
  refusedSale,
  replacedSale,
  says,
  SECOND,
  seenBy,
  succeededSale,
  taken,
  unknownSale,
} from '../support/sales.ts'

const now = FIRST_ASKED_AT
/** Told by find, when nobody stands at the counter any more. */
const late = (sale: SaleRecord, answer: Answer) => findAnswered(sale, answer, now).sale

describe('another cashier takes a sale over', () => {
  it.each([
    { was: 'opened', given: openedSale },
    { was: 'checked', given: checkedSale },
    { was: 'confirming', given: confirmingSale },
    { was: 'unknown', given: unknownSale },
    { was: 'pending', given: pendingSale },
    { was: 'not executed', given: notExecutedSale },
  ])('that is $was: it is theirs, and nothing else changes', ({ given }) => {
    const { sale, events } = taken(given(), joseph, now)
    expect(sale).toEqual({ ...given(), cashier: joseph })
    expect(events).toEqual([{ at: now, kind: 'taken-over', by: joseph.name }])
  })

  it.each([
    { was: 'refused', given: refusedSale },
    { was: 'sold', given: succeededSale },
    { was: 'failed', given: failedSale },
    { was: 'cancelled', given: cancelledSale },
    { was: 'replaced', given: replacedSale },
    { was: 'given up', given: abandonedSale },
  ])('but not one that is $was', ({ given }) => {
    const sale = given()
    expect(saleCan.take(sale)).toBe(false)
    expect(taken(sale, joseph, now).sale).toBe(sale)
  })

  it('not their own', () => {
    const sale = pendingSale()
    const step = taken(sale, amal, now)
    expect(step.sale).toBe(sale)
    expect(step.events).toEqual([])
  })
})

describe('the money of a customer who left', () => {
  it.each([
    { what: 'failed, told by find', given: () => late(pendingSale(), says(2)), due: true },
    { what: 'failed, told by find of an unknown one', given: () => late(unknownSale(), says(2)), due: true },
    { what: 'failed while the customer waits', given: failedSale, due: false },
    {
      what: 'failed just in time',
      given: () => confirmAnswered(confirmingSale(), says(2), APPROVED_AT + 15 * SECOND - 1).sale,
      due: false,
    },
    {
      what: 'failed by a confirm that took too long to wait for',
      given: () => confirmAnswered(confirmingSale(), says(2), APPROVED_AT + 15 * SECOND).sale,
      due: true,
    },
    { what: 'given up after a confirm', given: abandonedSale, due: true },
    { what: 'given up before any confirm', given: () => givenUp(checkedSale(), CHECKED_AT + SECOND).sale, due: false },
    { what: 'expired', given: expiredSale, due: false },
    { what: 'refused', given: refusedSale, due: false },
    { what: 'sold after all', given: () => late(unknownSale(), says(1)), due: false },
    { what: 'cancelled, which only a supervisor can tell', given: () => late(unknownSale(), says(3)), due: false },
    {
      what: 'failed, though nobody here ever confirmed it',
      given: () => late(checkAnswered(openedSale(), says(0), CHECKED_AT).sale, says(2)),
      due: false,
    },
    { what: 'still pending', given: pendingSale, due: false },
    { what: 'not executed', given: notExecutedSale, due: false },
  ])('is to be given back where the sale $what: $due', ({ given, due }) => {
    expect(given().giveBack).toEqual(due ? {} : undefined)
    expect(isToGiveBack(given())).toBe(due)
  })

  it('is given back once: who and when is kept', () => {
    const { sale, events } = givenBack(abandonedSale(), GIVEN_UP_AT + HOUR, joseph)
    expect(sale).toEqual({ ...abandonedSale(), giveBack: { done: { at: GIVEN_UP_AT + HOUR, by: joseph.name } } })
    expect(events).toEqual([{ at: GIVEN_UP_AT + HOUR, kind: 'given-back', by: joseph.name }])
    expect(isToGiveBack(sale)).toBe(false)
    expect(saleCan.giveBack(sale)).toBe(false)
    expect(givenBack(sale, GIVEN_UP_AT + 2 * HOUR).sale).toBe(sale)
  })

  it('is not given back where nothing is due', () => {
    for (const sale of [succeededSale(), pendingSale(), failedSale()]) {
      expect(saleCan.giveBack(sale)).toBe(false)
      const step = givenBack(sale, now)
      expect(step.sale).toBe(sale)
      expect(step.events).toEqual([])
    }
  })

  it('that was given back before the failure is not due a second time', () => {
    const before: SaleRecord = { ...pendingSale(), giveBack: { done: { at: 1, by: 'Amal' } } }
    expect(late(before, says(2)).giveBack).toEqual({ done: { at: 1, by: 'Amal' } })
  })
})

describe('E8, news of a sale', () => {
  it.each([
    { what: 'sold while the cashier waits', given: succeededSale, unseen: undefined },
    { what: 'failed while the cashier waits', given: failedSale, unseen: undefined },
    {
      what: 'sold, told by find',
      given: () => late(pendingSale(), says(1)),
      unseen: { cashier: true, supervisor: 'settled' },
    },
    {
      what: 'failed, told by find',
      given: () => late(unknownSale(), says(2)),
      unseen: { cashier: true, supervisor: 'settled' },
    },
    {
      what: 'sold, told by a find a moment after the confirm was lost',
      given: () => findAnswered(unknownSale(), says(1), ANSWERED_AT + SECOND).sale,
      unseen: { cashier: true, supervisor: 'settled' },
    },
    {
      what: 'sold after a confirm of 15 seconds',
      given: () => confirmAnswered(confirmingSale(), says(1), APPROVED_AT + 15 * SECOND).sale,
      unseen: { cashier: true, supervisor: 'settled' },
    },
    {
      what: 'sold by a check, which a supervisor has to see',
      given: () => checkAnswered(openedSale(), says(1), CHECKED_AT).sale,
      unseen: { supervisor: 'told', because: ['moved-without-confirm'] },
    },
    { what: 'given up', given: abandonedSale, unseen: undefined },
    { what: 'pending', given: pendingSale, unseen: undefined },
  ] as const)('is there for whom it concerns where it was $what', ({ given, unseen }) => {
    expect(given().unseen).toEqual(unseen)
  })

  it('that a supervisor is to be told in any case stays so when it settles', () => {
    const told: SaleRecord = { ...pendingSale(), unseen: { supervisor: 'told' } }
    expect(late(told, says(1)).unseen).toEqual({ cashier: true, supervisor: 'told' })
  })

  const settledNow = () => late(pendingSale(), says(1))

  it('is seen by a cashier who was there: then it is no news for a supervisor either', () => {
    const { sale, events } = seenBy(settledNow(), amal, 'cashier', now + 15 * SECOND - 1)
    expect(sale).not.toHaveProperty('unseen')
    expect(events).toEqual([{ at: now + 15 * SECOND - 1, kind: 'seen', by: amal.name }])
  })

  it('is seen by a cashier later: a supervisor is still to see it', () => {
    for (const at of [now + 15 * SECOND, now + HOUR, now - 1]) {
      expect(seenBy(settledNow(), amal, 'cashier', at).sale.unseen).toEqual({ supervisor: 'settled' })
    }
  })

  it('is still a supervisor’s where they are told in any case, however soon the cashier looks', () => {
    const told: SaleRecord = { ...settledNow(), unseen: { cashier: true, supervisor: 'told' } }
    expect(seenBy(told, amal, 'cashier', now).sale.unseen).toEqual({ supervisor: 'told' })
  })

  it('is seen by the cashier alone where it is theirs alone', () => {
    const mine: SaleRecord = { ...settledNow(), unseen: { cashier: true } }
    expect(seenBy(mine, amal, 'cashier', now + HOUR).sale).not.toHaveProperty('unseen')
  })

  it('of a sale that is not settled leaves the supervisor theirs', () => {
    const waiting: SaleRecord = { ...pendingSale(), unseen: { cashier: true, supervisor: 'settled' }, settledAt: now }
    expect(seenBy(waiting, amal, 'cashier', now).sale.unseen).toEqual({ supervisor: 'settled' })
  })

  it('is seen by a supervisor: the cashier still has to see it', () => {
    const { sale, events } = seenBy(settledNow(), hamad, 'supervisor', now + HOUR)
    expect(sale.unseen).toEqual({ cashier: true })
    expect(events).toEqual([{ at: now + HOUR, kind: 'seen', by: hamad.name }])
    const told: SaleRecord = { ...settledNow(), unseen: { supervisor: 'told' } }
    expect(seenBy(told, hamad, 'supervisor', now).sale).not.toHaveProperty('unseen')
  })

  it('is seen once, and only where there is some', () => {
    for (const [sale, as] of [
      [succeededSale(), 'cashier'],
      [succeededSale(), 'supervisor'],
      [{ ...settledNow(), unseen: { supervisor: 'told' as const } }, 'cashier'],
      [{ ...settledNow(), unseen: { cashier: true as const } }, 'supervisor'],
    ] as const) {
      const step = seenBy(sale, amal, as, PROVEN_AT)
      expect(step.sale).toBe(sale)
      expect(step.events).toEqual([])
    }
  })

  it('is nobody’s business of whoever looks: the sale itself stays', () => {
    const { unseen: _, ...before } = settledNow()
    expect(seenBy(settledNow(), amal, 'cashier', now).sale).toEqual(before)
    expect(ANSWERED_AT).toBeLessThan(now)
  })
})
