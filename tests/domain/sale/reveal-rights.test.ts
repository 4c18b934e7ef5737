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
    ['its cashier, not handed over, however late', 'yes', ready, cashier, DELIVERED_AT + HOUR],
    ['its cashier, what is there of one that is to come', 'yes', coming, cashier, DELIVERED_AT],
    ['a colleague', 'no', ready, colleague, DELIVERED_AT],
    ['the colleague who took it over', 'yes', handedToColleague, colleague, DELIVERED_AT],
    ['who it was taken from', 'no', handedToColleague, cashier, DELIVERED_AT],
    ['a supervisor, for a cashier', 'with-reason', ready, supervisor, DELIVERED_AT],
    ['its cashier, two minutes long', 'yes', delivered, cashier, UNTIL - 1],
    ['its cashier, after that', 'no', delivered, cashier, UNTIL],
    ['its cashier, where the clock jumped back', 'no', delivered, cashier, DELIVERED_AT - 1],
    ['a colleague, handed over', 'no', delivered, colleague, DELIVERED_AT],
    ['a supervisor, handed over', 'with-reason', delivered, supervisor, UNTIL + HOUR],
    ['anybody, without a code', 'no', succeededSale, cashier, DELIVERED_AT],
  ])('mayReveal for %s is %s', (_, may, given, who, at) => expect(mayReveal(given(), who, at)).toBe(may))

  it.each([
    { reason: 'answers disagree', more: { conflicting: true } },
    { reason: 'it was closed as not sold', more: { resolution: { outcome: 'not-sold', note: '', at: 1, by: '' } } },
    { reason: 'the money goes back', more: { refund: {} } },
    { reason: 'it is not sold, or not any more', more: { voucher: undefined } },
  ])('mayReveal allows it only to a supervisor, with a reason, when $reason', ({ more }) => {
    const sale = { ...ready(), ...more } as SaleRecord
    expect([cashier, supervisor].map((who) => mayReveal(sale, who, DELIVERED_AT))).toEqual(['no', 'with-reason'])
  })
})

describe('the permission to reveal codes again', () => {
  const allowed = { ...joseph, role: 'cashier' as const, permissions: ['reveal-again'] as const }

  it.each([
    { what: 'one that was handed over', sale: aVoucher.delivered(), may: 'with-reason' },
    { what: 'a colleague’s that is to be handed over', sale: aVoucher.ready(), may: 'with-reason' },
    { what: 'none that is disputed', sale: { ...aVoucher.delivered(), conflicting: true as const }, may: 'no' },
    { what: 'none whose money is given back', sale: { ...aVoucher.delivered(), refund: {} }, may: 'no' },
    { what: 'none of a sale without one', sale: succeededSale(), may: 'no' },
  ])('with the permission, a reason reveals $what', ({ sale, may }) =>
    expect(mayReveal(sale, allowed, UNTIL + HOUR)).toBe(may),
  )
})

describe('mayPrint', () => {
  const printed = { printCount: 1, printedAt: DELIVERED_AT }
  const reprints = { ...cashier, permissions: ['reprint'] as const }

  it.each<[string, boolean, Parameters<typeof mayPrint>[0], Parameters<typeof mayPrint>[1], number]>([
    ['anybody, the first paper', true, { printCount: 0 }, cashier, DELIVERED_AT],
    ['anybody, while the first may have failed', true, printed, cashier, UNTIL - 1],
    ['nobody without the permission after that', false, printed, cashier, UNTIL],
    ['anyone who has the permission', true, printed, reprints, UNTIL + HOUR],
    ['a supervisor', true, printed, supervisor, UNTIL + HOUR],
    ['nobody without it when it is not known how long ago', false, { printCount: 2 }, cashier, UNTIL],
    ['nobody without it under a clock that was put back', false, printed, cashier, DELIVERED_AT - 1],
  ])('mayPrint allows %s: %s', (_, may, sale, who, at) => expect(mayPrint(sale, who, at)).toBe(may))
})
