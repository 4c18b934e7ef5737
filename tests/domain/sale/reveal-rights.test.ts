import { describe, expect, it } from 'vitest'

import type { SaleRecord } from '#domain/sale/record.ts'
import { mayPrint, mayReveal } from '#domain/sale/reveal-rights.ts'
import {
  amal,
  aVoucher,
  DELIVERED_AT,
  hamad,
  HOUR,
  joseph,
  MINUTE,
  succeededSale,
  takenOver,
} from '../../support/sales.ts'

/** @security V14.2.1: Showing a code again takes a permission and a reason. */

const cashier = { ...amal, role: 'cashier' as const }
const colleague = { ...joseph, role: 'cashier' as const }
const supervisor = { ...hamad, role: 'supervisor' as const }
const UNTIL = DELIVERED_AT + 2 * MINUTE

describe('mayReveal (rule 12)', () => {
  const handedToColleague = () => takenOver(aVoucher.ready(), joseph, DELIVERED_AT).sale
  const { ready, coming, delivered } = aVoucher

  it.each<[string, string, () => SaleRecord, Parameters<typeof mayReveal>[1], number]>([
    ['its cashier before the delivery, however late', 'yes', ready, cashier, DELIVERED_AT + HOUR],
    ['its cashier, with the known parts of a code that is still coming', 'yes', coming, cashier, DELIVERED_AT],
    ['a colleague', 'no', ready, colleague, DELIVERED_AT],
    ['the colleague who took it over', 'yes', handedToColleague, colleague, DELIVERED_AT],
    ['the cashier it was taken over from', 'no', handedToColleague, cashier, DELIVERED_AT],
    ['a supervisor, for a cashier', 'with-reason', ready, supervisor, DELIVERED_AT],
    ['its cashier within two minutes of the delivery', 'yes', delivered, cashier, UNTIL - 1],
    ['its cashier after two minutes', 'no', delivered, cashier, UNTIL],
    ['its cashier after the clock was set back', 'no', delivered, cashier, DELIVERED_AT - 1],
    ['a colleague after the delivery', 'no', delivered, colleague, DELIVERED_AT],
    ['a supervisor after the delivery', 'with-reason', delivered, supervisor, UNTIL + HOUR],
    ['anyone, without a code', 'no', succeededSale, cashier, DELIVERED_AT],
  ])('mayReveal for %s is %s', (_, may, given, who, at) => expect(mayReveal(given(), who, at)).toBe(may))

  it.each([
    { reason: 'answers disagree', more: { conflicting: true } },
    {
      reason: 'the sale was closed as not sold',
      more: { resolution: { outcome: 'not-sold', note: '', at: 1, by: '' } },
    },
    { reason: 'the sale is refunded', more: { refund: {} } },
    { reason: 'the sale is not sold, or no longer sold', more: { voucher: undefined } },
  ])('mayReveal allows it only to a supervisor, with a reason, when $reason', ({ more }) => {
    const sale = { ...ready(), ...more } as SaleRecord
    expect([cashier, supervisor].map((who) => mayReveal(sale, who, DELIVERED_AT))).toEqual(['no', 'with-reason'])
  })
})

describe('the permission to reveal codes again', () => {
  const allowed = { ...joseph, role: 'cashier' as const, permissions: ['reveal-again'] as const }

  it.each([
    { what: 'a delivered code', sale: aVoucher.delivered(), may: 'with-reason' },
    { what: 'an undelivered code of a colleague', sale: aVoucher.ready(), may: 'with-reason' },
    { what: 'no disputed code', sale: { ...aVoucher.delivered(), conflicting: true as const }, may: 'no' },
    { what: 'no refunded code', sale: { ...aVoucher.delivered(), refund: {} }, may: 'no' },
    { what: 'nothing of a sale without a code', sale: succeededSale(), may: 'no' },
  ])('with the permission, a reason reveals $what', ({ sale, may }) =>
    expect(mayReveal(sale, allowed, UNTIL + HOUR)).toBe(may),
  )
})

describe('mayPrint', () => {
  const printed = { printCount: 1, printedAt: DELIVERED_AT }
  const reprints = { ...cashier, permissions: ['reprint'] as const }

  it.each<[string, boolean, Parameters<typeof mayPrint>[0], Parameters<typeof mayPrint>[1], number]>([
    ['the first print for anyone', true, { printCount: 0 }, cashier, DELIVERED_AT],
    ['another print for anyone while the first may have failed', true, printed, cashier, UNTIL - 1],
    ['a later print only with the permission', false, printed, cashier, UNTIL],
    ['a later print with the permission', true, printed, reprints, UNTIL + HOUR],
    ['a supervisor', true, printed, supervisor, UNTIL + HOUR],
    ['a print without the permission when the time of the first is unknown', false, { printCount: 2 }, cashier, UNTIL],
    ['a print without the permission after the clock was set back', false, printed, cashier, DELIVERED_AT - 1],
  ])('mayPrint allows %s: %s', (_, may, sale, who, at) => expect(mayPrint(sale, who, at)).toBe(may))
})
