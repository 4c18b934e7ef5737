import { describe, expect, it } from 'vitest'

import { isRefundDue, saleCan } from '#domain/sale/sale.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { Answer } from '#domain/wallet/transaction.ts'
import {
  abandoned,
  ABANDONED_AT,
  acknowledgedBy,
  amal,
  ANSWERED_AT,
  APPROVED_AT,
  aSale,
  checkAnswered,
  CHECKED_AT,
  confirmAnswered,
  findAnswered,
  FIRST_POLLED_AT,
  hamad,
  HOUR,
  joseph,
  PROVEN_AT,
  refunded,
  says,
  SECOND,
  takenOver,
  till,
} from '../../../support/sales.ts'

const now = FIRST_POLLED_AT
const late = (sale: SaleRecord, answer: Answer) => findAnswered(sale, answer, now).sale
const startedAtCheck = (state: 0 | 1) => checkAnswered(aSale.opened(), says(state), CHECKED_AT).sale
const lateConfirm = (state: 1 | 2, age: number) =>
  confirmAnswered(aSale.confirming(), says(state), APPROVED_AT + age).sale

describe('taking a sale over', () => {
  it.each(['opened', 'checked', 'confirming', 'unknown', 'pending', 'notExecuted'] as const)(
    'a sale that is %s can be taken over, and nothing else changes',
    (was) => {
      const { sale, events } = takenOver(aSale[was](), joseph, now)
      expect(sale).toEqual({ ...aSale[was](), cashier: joseph })
      expect(events).toEqual([{ at: now, kind: 'taken-over', by: joseph.name }])
    },
  )

  it.each(['refused', 'succeeded', 'failed', 'canceled', 'replaced', 'abandoned'] as const)(
    'a sale that is %s cannot be taken over',
    (was) => {
      const sale = aSale[was]()
      expect(saleCan.takeOver(sale)).toBe(false)
      expect(takenOver(sale, joseph, now).sale).toBe(sale)
    },
  )

  it('a cashier does not take over their own sale', () => {
    const sale = aSale.pending()
    const step = takenOver(sale, amal, now)
    expect(step.sale).toBe(sale)
    expect(step.events).toEqual([])
  })
})

describe('the refund of a customer who left', () => {
  it.each<[string, boolean, () => SaleRecord]>([
    ['failed, reported by find', true, () => late(aSale.pending(), says(2))],
    ['failed, reported by find of an unknown one', true, () => late(aSale.unknown(), says(2))],
    ['failed while the customer waits', false, aSale.failed],
    ['failed just in time', false, () => lateConfirm(2, 15 * SECOND - 1)],
    ['failed by a confirm that took too long', true, () => lateConfirm(2, 15 * SECOND)],
    ['was abandoned after a confirm', true, aSale.abandoned],
    ['was abandoned before any confirm', false, () => abandoned(aSale.checked(), CHECKED_AT + SECOND).sale],
    ['expired', false, aSale.expired],
    ['was refused', false, aSale.refused],
    ['was sold after all', false, () => late(aSale.unknown(), says(1))],
    ['was canceled, which only a supervisor can resolve', false, () => late(aSale.unknown(), says(3))],
    ['failed, although it was never confirmed here', false, () => late(startedAtCheck(0), says(2))],
    ['is still pending', false, aSale.pending],
    ['is not executed', false, aSale.notExecuted],
  ])('a sale that %s has a refund due: %s', (_, due, given) => {
    expect(given().refund).toEqual(due ? {} : undefined)
    expect(isRefundDue(given())).toBe(due)
  })

  it('a refund is made once, and stores who made it and when', () => {
    const { sale, events } = refunded(aSale.abandoned(), ABANDONED_AT + HOUR, joseph)
    expect(sale).toEqual({
      ...aSale.abandoned(),
      refund: { done: { at: ABANDONED_AT + HOUR, by: joseph.name } },
      refundTerminalId: till.id,
    })
    expect(events).toEqual([{ at: ABANDONED_AT + HOUR, kind: 'refunded', by: joseph.name }])
    expect(isRefundDue(sale)).toBe(false)
    expect(saleCan.markRefunded(sale)).toBe(false)
    expect(refunded(sale, ABANDONED_AT + 2 * HOUR).sale).toBe(sale)
  })

  it('a refund that is not due cannot be made', () => {
    for (const sale of [aSale.succeeded(), aSale.pending(), aSale.failed()]) {
      expect(saleCan.markRefunded(sale)).toBe(false)
      const step = refunded(sale, now)
      expect(step.sale).toBe(sale)
      expect(step.events).toEqual([])
    }
  })

  it('a refund that was made before the failure is not due again', () => {
    const before: SaleRecord = { ...aSale.pending(), refund: { done: { at: 1, by: 'Amal' } } }
    expect(late(before, says(2)).refund).toEqual({ done: { at: 1, by: 'Amal' } })
  })
})

describe('E8, notifications of a sale', () => {
  const COMPLETED = { cashier: true, supervisor: 'completed' } as const
  const STARTED: SaleRecord['unread'] = { supervisor: 'notified', reasons: ['started-without-confirm'] }
  it.each<[string, SaleRecord['unread'] | undefined, () => SaleRecord]>([
    ['sold while the cashier waits', undefined, aSale.succeeded],
    ['failed while the cashier waits', undefined, aSale.failed],
    ['sold, reported by find', COMPLETED, () => late(aSale.pending(), says(1))],
    ['failed, reported by find', COMPLETED, () => late(aSale.unknown(), says(2))],
    [
      'sold, reported by a find a moment after the confirm was lost',
      COMPLETED,
      () => findAnswered(aSale.unknown(), says(1), ANSWERED_AT + SECOND).sale,
    ],
    ['sold after a confirm of 15 seconds', COMPLETED, () => lateConfirm(1, 15 * SECOND)],
    ['sold by a check, which a supervisor has to see', STARTED, () => startedAtCheck(1)],
    ['given up', undefined, aSale.abandoned],
    ['pending', undefined, aSale.pending],
  ])('E8: a sale is unread for the people concerned when it is %s: %j', (_, unread, given) => {
    expect(given().unread).toEqual(unread)
  })

  it('E8: supervisors remain notified when the sale becomes complete', () => {
    const notified: SaleRecord = { ...aSale.pending(), unread: { supervisor: 'notified' } }
    expect(late(notified, says(1)).unread).toEqual({ cashier: true, supervisor: 'notified' })
  })

  const settledNow = () => late(aSale.pending(), says(1))

  it('E8: an acknowledgement by the cashier within 15 seconds also covers supervisors', () => {
    const { sale, events } = acknowledgedBy(settledNow(), amal, 'cashier', now + 15 * SECOND - 1)
    expect(sale).not.toHaveProperty('unread')
    expect(events).toEqual([{ at: now + 15 * SECOND - 1, kind: 'acknowledged', by: amal.name }])
  })

  it('E8: a later acknowledgement by the cashier does not cover supervisors', () => {
    for (const at of [now + 15 * SECOND, now + HOUR, now - 1])
      expect(acknowledgedBy(settledNow(), amal, 'cashier', at).sale.unread).toEqual({ supervisor: 'completed' })
  })

  it('E8: an acknowledgement by the cashier never removes a notification of supervisors', () => {
    const notified: SaleRecord = { ...settledNow(), unread: { cashier: true, supervisor: 'notified' } }
    expect(acknowledgedBy(notified, amal, 'cashier', now).sale.unread).toEqual({ supervisor: 'notified' })
  })

  it('E8: an acknowledgement by the cashier removes their own mark', () => {
    const mine: SaleRecord = { ...settledNow(), unread: { cashier: true } }
    expect(acknowledgedBy(mine, amal, 'cashier', now + HOUR).sale).not.toHaveProperty('unread')
  })

  it('E8: an acknowledgement by the cashier of an open sale does not cover supervisors', () => {
    const waiting: SaleRecord = { ...aSale.pending(), unread: { cashier: true, supervisor: 'completed' }, finalAt: now }
    expect(acknowledgedBy(waiting, amal, 'cashier', now).sale.unread).toEqual({ supervisor: 'completed' })
  })

  it('E8: an acknowledgement by a supervisor does not cover the cashier', () => {
    const { sale, events } = acknowledgedBy(settledNow(), hamad, 'supervisor', now + HOUR)
    expect(sale.unread).toEqual({ cashier: true })
    expect(events).toEqual([{ at: now + HOUR, kind: 'acknowledged', by: hamad.name }])
    const notified: SaleRecord = { ...settledNow(), unread: { supervisor: 'notified' } }
    expect(acknowledgedBy(notified, hamad, 'supervisor', now).sale).not.toHaveProperty('unread')
  })

  it('E8: an acknowledgement without a mark changes nothing', () => {
    for (const [sale, as] of [
      [aSale.succeeded(), 'cashier'],
      [aSale.succeeded(), 'supervisor'],
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
