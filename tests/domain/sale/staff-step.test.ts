import { describe, expect, it } from 'vitest'

import { isRefundDue, saleCan } from '#domain/sale/sale.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
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
  FIRST_POLLED_AT,
  refunded,
  abandoned,
  ABANDONED_AT,
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
  acknowledgedBy,
  succeededSale,
  takenOver,
  unknownSale,
} from '../../support/sales.ts'

const now = FIRST_POLLED_AT
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
    const { sale, events } = takenOver(given(), joseph, now)
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
    expect(saleCan.takeOver(sale)).toBe(false)
    expect(takenOver(sale, joseph, now).sale).toBe(sale)
  })

  it('not their own', () => {
    const sale = pendingSale()
    const step = takenOver(sale, amal, now)
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
    {
      what: 'given up before any confirm',
      given: () => abandoned(checkedSale(), CHECKED_AT + SECOND).sale,
      due: false,
    },
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
    expect(given().refund).toEqual(due ? {} : undefined)
    expect(isRefundDue(given())).toBe(due)
  })

  it('is given back once: who and when is kept', () => {
    const { sale, events } = refunded(abandonedSale(), ABANDONED_AT + HOUR, joseph)
    expect(sale).toEqual({ ...abandonedSale(), refund: { done: { at: ABANDONED_AT + HOUR, by: joseph.name } } })
    expect(events).toEqual([{ at: ABANDONED_AT + HOUR, kind: 'refunded', by: joseph.name }])
    expect(isRefundDue(sale)).toBe(false)
    expect(saleCan.markRefunded(sale)).toBe(false)
    expect(refunded(sale, ABANDONED_AT + 2 * HOUR).sale).toBe(sale)
  })

  it('is not given back where nothing is due', () => {
    for (const sale of [succeededSale(), pendingSale(), failedSale()]) {
      expect(saleCan.markRefunded(sale)).toBe(false)
      const step = refunded(sale, now)
      expect(step.sale).toBe(sale)
      expect(step.events).toEqual([])
    }
  })

  it('that was given back before the failure is not due a second time', () => {
    const before: SaleRecord = { ...pendingSale(), refund: { done: { at: 1, by: 'Amal' } } }
    expect(late(before, says(2)).refund).toEqual({ done: { at: 1, by: 'Amal' } })
  })
})

describe('E8, news of a sale', () => {
  it.each([
    { what: 'sold while the cashier waits', given: succeededSale, unread: undefined },
    { what: 'failed while the cashier waits', given: failedSale, unread: undefined },
    {
      what: 'sold, told by find',
      given: () => late(pendingSale(), says(1)),
      unread: { cashier: true, supervisor: 'completed' },
    },
    {
      what: 'failed, told by find',
      given: () => late(unknownSale(), says(2)),
      unread: { cashier: true, supervisor: 'completed' },
    },
    {
      what: 'sold, told by a find a moment after the confirm was lost',
      given: () => findAnswered(unknownSale(), says(1), ANSWERED_AT + SECOND).sale,
      unread: { cashier: true, supervisor: 'completed' },
    },
    {
      what: 'sold after a confirm of 15 seconds',
      given: () => confirmAnswered(confirmingSale(), says(1), APPROVED_AT + 15 * SECOND).sale,
      unread: { cashier: true, supervisor: 'completed' },
    },
    {
      what: 'sold by a check, which a supervisor has to see',
      given: () => checkAnswered(openedSale(), says(1), CHECKED_AT).sale,
      unread: { supervisor: 'notified', reasons: ['started-without-confirm'] },
    },
    { what: 'given up', given: abandonedSale, unread: undefined },
    { what: 'pending', given: pendingSale, unread: undefined },
  ] as const)('is there for whom it concerns where it was $what', ({ given, unread }) => {
    expect(given().unread).toEqual(unread)
  })

  it('that a supervisor is to be told in any case stays so when it settles', () => {
    const told: SaleRecord = { ...pendingSale(), unread: { supervisor: 'notified' } }
    expect(late(told, says(1)).unread).toEqual({ cashier: true, supervisor: 'notified' })
  })

  const settledNow = () => late(pendingSale(), says(1))

  it('is seen by a cashier who was there: then it is no news for a supervisor either', () => {
    const { sale, events } = acknowledgedBy(settledNow(), amal, 'cashier', now + 15 * SECOND - 1)
    expect(sale).not.toHaveProperty('unread')
    expect(events).toEqual([{ at: now + 15 * SECOND - 1, kind: 'acknowledged', by: amal.name }])
  })

  it('is seen by a cashier later: a supervisor is still to see it', () => {
    for (const at of [now + 15 * SECOND, now + HOUR, now - 1]) {
      expect(acknowledgedBy(settledNow(), amal, 'cashier', at).sale.unread).toEqual({ supervisor: 'completed' })
    }
  })

  it('is still a supervisor’s where they are told in any case, however soon the cashier looks', () => {
    const told: SaleRecord = { ...settledNow(), unread: { cashier: true, supervisor: 'notified' } }
    expect(acknowledgedBy(told, amal, 'cashier', now).sale.unread).toEqual({ supervisor: 'notified' })
  })

  it('is seen by the cashier alone where it is theirs alone', () => {
    const mine: SaleRecord = { ...settledNow(), unread: { cashier: true } }
    expect(acknowledgedBy(mine, amal, 'cashier', now + HOUR).sale).not.toHaveProperty('unread')
  })

  it('of a sale that is not settled leaves the supervisor theirs', () => {
    const waiting: SaleRecord = { ...pendingSale(), unread: { cashier: true, supervisor: 'completed' }, finalAt: now }
    expect(acknowledgedBy(waiting, amal, 'cashier', now).sale.unread).toEqual({ supervisor: 'completed' })
  })

  it('is seen by a supervisor: the cashier still has to see it', () => {
    const { sale, events } = acknowledgedBy(settledNow(), hamad, 'supervisor', now + HOUR)
    expect(sale.unread).toEqual({ cashier: true })
    expect(events).toEqual([{ at: now + HOUR, kind: 'acknowledged', by: hamad.name }])
    const told: SaleRecord = { ...settledNow(), unread: { supervisor: 'notified' } }
    expect(acknowledgedBy(told, hamad, 'supervisor', now).sale).not.toHaveProperty('unread')
  })

  it('is seen once, and only where there is some', () => {
    for (const [sale, as] of [
      [succeededSale(), 'cashier'],
      [succeededSale(), 'supervisor'],
      [{ ...settledNow(), unread: { supervisor: 'notified' as const } }, 'cashier'],
      [{ ...settledNow(), unread: { cashier: true as const } }, 'supervisor'],
    ] as const) {
      const step = acknowledgedBy(sale, amal, as, PROVEN_AT)
      expect(step.sale).toBe(sale)
      expect(step.events).toEqual([])
    }
  })

  it('is nobody’s business of whoever looks: the sale itself stays', () => {
    const { unread: _, ...before } = settledNow()
    expect(acknowledgedBy(settledNow(), amal, 'cashier', now).sale).toEqual(before)
    expect(ANSWERED_AT).toBeLessThan(now)
  })
})
