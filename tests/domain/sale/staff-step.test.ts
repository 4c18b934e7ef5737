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
  till,
} from '../../support/sales.ts'

const now = FIRST_POLLED_AT
/** The answer of a find, when nobody is at the counter any more. */
const late = (sale: SaleRecord, answer: Answer) => findAnswered(sale, answer, now).sale

describe('taking a sale over', () => {
  it.each([
    { was: 'opened', given: openedSale },
    { was: 'checked', given: checkedSale },
    { was: 'confirming', given: confirmingSale },
    { was: 'unknown', given: unknownSale },
    { was: 'pending', given: pendingSale },
    { was: 'not executed', given: notExecutedSale },
  ])('a sale that is $was can be taken over, and nothing else changes', ({ given }) => {
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
  ])('a sale that is $was cannot be taken over', ({ given }) => {
    const sale = given()
    expect(saleCan.takeOver(sale)).toBe(false)
    expect(takenOver(sale, joseph, now).sale).toBe(sale)
  })

  it('a cashier does not take over their own sale', () => {
    const sale = pendingSale()
    const step = takenOver(sale, amal, now)
    expect(step.sale).toBe(sale)
    expect(step.events).toEqual([])
  })
})

describe('the refund of a customer who left', () => {
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
  ])('a refund is due when the sale $what: $due', ({ given, due }) => {
    expect(given().refund).toEqual(due ? {} : undefined)
    expect(isRefundDue(given())).toBe(due)
  })

  it('a refund is made once, and stores who made it and when', () => {
    const { sale, events } = refunded(abandonedSale(), ABANDONED_AT + HOUR, joseph)
    expect(sale).toEqual({
      ...abandonedSale(),
      refund: { done: { at: ABANDONED_AT + HOUR, by: joseph.name } },
      refundTerminalId: till.id,
    })
    expect(events).toEqual([{ at: ABANDONED_AT + HOUR, kind: 'refunded', by: joseph.name }])
    expect(isRefundDue(sale)).toBe(false)
    expect(saleCan.markRefunded(sale)).toBe(false)
    expect(refunded(sale, ABANDONED_AT + 2 * HOUR).sale).toBe(sale)
  })

  it('a refund that is not due cannot be made', () => {
    for (const sale of [succeededSale(), pendingSale(), failedSale()]) {
      expect(saleCan.markRefunded(sale)).toBe(false)
      const step = refunded(sale, now)
      expect(step.sale).toBe(sale)
      expect(step.events).toEqual([])
    }
  })

  it('a refund that was made before the failure is not due again', () => {
    const before: SaleRecord = { ...pendingSale(), refund: { done: { at: 1, by: 'Amal' } } }
    expect(late(before, says(2)).refund).toEqual({ done: { at: 1, by: 'Amal' } })
  })
})

describe('E8, notifications of a sale', () => {
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
  ] as const)('E8: a sale is unread for the people concerned when it is $what', ({ given, unread }) => {
    expect(given().unread).toEqual(unread)
  })

  it('E8: supervisors remain notified when the sale becomes complete', () => {
    const told: SaleRecord = { ...pendingSale(), unread: { supervisor: 'notified' } }
    expect(late(told, says(1)).unread).toEqual({ cashier: true, supervisor: 'notified' })
  })

  const settledNow = () => late(pendingSale(), says(1))

  it('E8: an acknowledgement by the cashier within 15 seconds also covers supervisors', () => {
    const { sale, events } = acknowledgedBy(settledNow(), amal, 'cashier', now + 15 * SECOND - 1)
    expect(sale).not.toHaveProperty('unread')
    expect(events).toEqual([{ at: now + 15 * SECOND - 1, kind: 'acknowledged', by: amal.name }])
  })

  it('E8: a later acknowledgement by the cashier does not cover supervisors', () => {
    for (const at of [now + 15 * SECOND, now + HOUR, now - 1]) {
      expect(acknowledgedBy(settledNow(), amal, 'cashier', at).sale.unread).toEqual({ supervisor: 'completed' })
    }
  })

  it('E8: an acknowledgement by the cashier never removes a notification of supervisors', () => {
    const told: SaleRecord = { ...settledNow(), unread: { cashier: true, supervisor: 'notified' } }
    expect(acknowledgedBy(told, amal, 'cashier', now).sale.unread).toEqual({ supervisor: 'notified' })
  })

  it('E8: an acknowledgement by the cashier removes their own mark', () => {
    const mine: SaleRecord = { ...settledNow(), unread: { cashier: true } }
    expect(acknowledgedBy(mine, amal, 'cashier', now + HOUR).sale).not.toHaveProperty('unread')
  })

  it('E8: an acknowledgement by the cashier of an open sale does not cover supervisors', () => {
    const waiting: SaleRecord = { ...pendingSale(), unread: { cashier: true, supervisor: 'completed' }, finalAt: now }
    expect(acknowledgedBy(waiting, amal, 'cashier', now).sale.unread).toEqual({ supervisor: 'completed' })
  })

  it('E8: an acknowledgement by a supervisor does not cover the cashier', () => {
    const { sale, events } = acknowledgedBy(settledNow(), hamad, 'supervisor', now + HOUR)
    expect(sale.unread).toEqual({ cashier: true })
    expect(events).toEqual([{ at: now + HOUR, kind: 'acknowledged', by: hamad.name }])
    const told: SaleRecord = { ...settledNow(), unread: { supervisor: 'notified' } }
    expect(acknowledgedBy(told, hamad, 'supervisor', now).sale).not.toHaveProperty('unread')
  })

  it('E8: an acknowledgement without a mark changes nothing', () => {
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

  it('E8: an acknowledgement changes nothing else in the sale', () => {
    const { unread: _, ...before } = settledNow()
    expect(acknowledgedBy(settledNow(), amal, 'cashier', now).sale).toEqual(before)
    expect(ANSWERED_AT).toBeLessThan(now)
  })
})
