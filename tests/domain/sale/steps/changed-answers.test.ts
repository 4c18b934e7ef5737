import { describe, expect, it } from 'vitest'

import { findDuplicate } from '#domain/sale/duplicate.ts'
import { isRefundDue, moneyMoved, saleCan } from '#domain/sale/sale.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import {
  ABANDONED_AT,
  ANSWERED_AT,
  APPROVED_AT,
  aSale,
  aSaleId,
  DAY,
  findAnswered,
  hamad,
  HOUR,
  kindsOf,
  lost,
  MINUTE,
  notSent,
  pollRequested,
  resolved,
  restarted,
  says,
  SECOND,
  step,
  till,
} from '../../../support/sales.ts'

const LATE = ABANDONED_AT + MINUTE
const disputedSale = () => findAnswered(aSale.abandoned(), says(1), LATE).sale
const closedAs = (sale: SaleRecord, as: 'sold' | 'not-sold', now = LATE + HOUR) => {
  const { sale: word } = resolved(sale, as, now)
  expect(word.resolution?.outcome).toBe(as)
  return word
}

describe('whether money moved', () => {
  const contradicted = (given: () => SaleRecord, state: 1 | 2) => findAnswered(given(), says(state), LATE).sale
  it.each<[string, ReturnType<typeof moneyMoved>, () => SaleRecord]>([
    ['abandoned, executed after all', 'unknown', disputedSale],
    ['abandoned, closed as sold', 'yes', () => closedAs(disputedSale(), 'sold')],
    ['abandoned, closed as not sold', 'no', () => closedAs(disputedSale(), 'not-sold')],
    ['succeeded, contradicted, closed as not sold', 'no', () => closedAs(contradicted(aSale.succeeded, 2), 'not-sold')],
    ['failed, contradicted, closed as sold', 'yes', () => closedAs(contradicted(aSale.failed, 1), 'sold')],
  ])('whether money moved for a sale that is %s: %s', (_, moved, given) => expect(moneyMoved(given())).toBe(moved))
})

describe('a conflicting sale', () => {
  it('a conflicting sale reports the next contradiction, too, and each one once', () => {
    const first = findAnswered(aSale.abandoned(), says(0), LATE)
    const { unread: _, ...seen } = first.sale
    const second = findAnswered(seen, says(1), LATE + 14 * MINUTE)
    expect(second.events).toEqual([{ at: LATE + 14 * MINUTE, kind: 'conflict', state: 1 }])
    expect(second.sale).toMatchObject({ conflicting: true, unread: { supervisor: 'notified' } })
    expect(findAnswered(second.sale, says(1), LATE + HOUR).events).toEqual([])
  })

  it('a conflicting sale has no refund due until a supervisor resolves it', () => {
    expect(isRefundDue(aSale.abandoned())).toBe(true)
    expect(isRefundDue(disputedSale())).toBe(false)
    expect(step(disputedSale(), { kind: 'refunded', by: hamad, terminal: till }, LATE).sale).toEqual(disputedSale())
    expect(isRefundDue(closedAs(disputedSale(), 'not-sold'))).toBe(true)
  })

  it('a conflicting sale can be polled, and that find is not one of its rechecks', () => {
    expect(saleCan.poll(disputedSale())).toBe(true)
    const now = LATE + 5 * SECOND
    const looked = pollRequested(disputedSale(), now).sale
    expect(looked.next).toEqual({ kind: 'find', at: now })
    expect(findAnswered(looked, says(1), now).sale.recheckCount).toBe(disputedSale().recheckCount)
  })
})

describe('a resolved sale', () => {
  const closedAt = APPROVED_AT + 2 * HOUR
  const closedSale = () => closedAs(aSale.pending(), 'not-sold', closedAt)

  it('a resolved sale is polled on thirty days, whatever the clock says', () => {
    let { sale } = restarted(closedSale(), closedAt + 365 * DAY)
    let finds = 0
    for (; sale.next && finds < 100; finds++) sale = findAnswered(sale, lost(), sale.next.at).sale
    expect(finds).toBe(30)
  })

  it('supervisors are notified when a resolved sale continues', () => {
    const held = findAnswered(closedSale(), says(6), closedAt + DAY)
    expect(kindsOf(held.events)).toEqual(['pending'])
    expect(held.sale.unread).toEqual({ supervisor: 'notified', reasons: ['pending-after-resolution'] })
  })
})

it('a confirm that was not sent is not repeated while selling is stopped', () => {
  const answered = { answer: notSent(), sentAt: ANSWERED_AT, answeredAt: ANSWERED_AT }
  const input = { kind: 'confirm-answered', answered } as const
  const { sale } = step(aSale.confirming(), input, ANSWERED_AT, { isSellingStopped: true })
  expect(sale.state).toBe('not-executed')
})

describe('the confirmation of a likely duplicate', () => {
  const sold = { ...aSale.succeeded(), id: aSaleId('B'), number: 2 }
  const soldSince = { ...aSale.succeeded(), id: aSaleId('C'), number: 1, confirmedAt: (sold.confirmedAt ?? 0) + MINUTE }
  const mine = { ...aSale.opened(), id: aSaleId('D'), number: 3 }
  const now = ANSWERED_AT + 2 * MINUTE

  it('confirming a likely duplicate does not cover another sale that was confirmed later', () => {
    expect(findDuplicate(mine, [sold], now, sold.id)).toBeUndefined()
    expect(findDuplicate(mine, [sold, soldSince], now, sold.id)).toEqual({ kind: 'confirm', sale: soldSince })
  })

  it('a duplicate of a sale that was resolved as sold recently needs a confirmation', () => {
    const closedNow = { ...closedAs(aSale.pending(), 'sold', now + HOUR), id: aSaleId('B') }
    expect(findDuplicate(mine, [closedNow], now + HOUR + MINUTE, undefined)?.kind).toBe('confirm')
    expect(findDuplicate(mine, [closedNow], now + 2 * HOUR, undefined)).toBeUndefined()
  })

  it('lines of one batch need no confirmation, unless another cashier took one over', () => {
    const batch = { id: aSaleId('E'), line: 1, of: 2 }
    const line = { ...aSale.pending(), id: aSaleId('B'), batch }
    expect(findDuplicate({ ...mine, batch }, [line], now, undefined)).toBeUndefined()
    const foreign = { ...line, cashier: hamad }
    expect(findDuplicate({ ...mine, batch }, [foreign], now, undefined)?.kind).toBe('blocked')
  })
})
