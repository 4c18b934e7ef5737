import { describe, expect, it } from 'vitest'

import { mayPrint, mayReveal } from '#domain/sale/reveal-rights.ts'
import {
  amal,
  comingVoucher,
  DELIVERED_AT,
  deliveredVoucher,
  hamad,
  HOUR,
  joseph,
  MINUTE,
  readyVoucher,
  succeededSale,
  takenOver,
} from '../../support/sales.ts'

const cashier = { ...amal, role: 'cashier' as const }
const colleague = { ...joseph, role: 'cashier' as const }
const supervisor = { ...hamad, role: 'supervisor' as const }
const UNTIL = DELIVERED_AT + 2 * MINUTE

describe('mayReveal (rule 12)', () => {
  it.each([
    {
      what: 'its cashier, not handed over, however late',
      sale: readyVoucher(),
      who: cashier,
      at: DELIVERED_AT + HOUR,
      may: 'yes',
    },
    {
      what: 'its cashier, what is there of one that is to come',
      sale: comingVoucher(),
      who: cashier,
      at: DELIVERED_AT,
      may: 'yes',
    },
    { what: 'a colleague', sale: readyVoucher(), who: colleague, at: DELIVERED_AT, may: 'no' },
    {
      what: 'the colleague who took it over',
      sale: takenOver(readyVoucher(), joseph, DELIVERED_AT).sale,
      who: colleague,
      at: DELIVERED_AT,
      may: 'yes',
    },
    {
      what: 'who it was taken from',
      sale: takenOver(readyVoucher(), joseph, DELIVERED_AT).sale,
      who: cashier,
      at: DELIVERED_AT,
      may: 'no',
    },
    {
      what: 'a supervisor, for a cashier',
      sale: readyVoucher(),
      who: supervisor,
      at: DELIVERED_AT,
      may: 'with-reason',
    },
    { what: 'its cashier, two minutes long', sale: deliveredVoucher(), who: cashier, at: UNTIL - 1, may: 'yes' },
    { what: 'its cashier, after that', sale: deliveredVoucher(), who: cashier, at: UNTIL, may: 'no' },
    {
      what: 'its cashier, where the clock jumped back',
      sale: deliveredVoucher(),
      who: cashier,
      at: DELIVERED_AT - 1,
      may: 'no',
    },
    { what: 'a colleague, handed over', sale: deliveredVoucher(), who: colleague, at: DELIVERED_AT, may: 'no' },
    {
      what: 'a supervisor, handed over',
      sale: deliveredVoucher(),
      who: supervisor,
      at: UNTIL + HOUR,
      may: 'with-reason',
    },
    { what: 'anybody, without a code', sale: succeededSale(), who: cashier, at: DELIVERED_AT, may: 'no' },
    ...[cashier, supervisor].flatMap((who) =>
      [
        { reason: 'answers disagree', more: { conflicting: true as const } },
        {
          reason: 'it was closed as not sold',
          more: { resolution: { outcome: 'not-sold' as const, note: '', at: 1, by: '' } },
        },
        { reason: 'the money goes back', more: { refund: {} } },
        { reason: 'it is not sold, or not any more', more: { voucher: undefined } },
      ].map(({ reason, more }) => ({
        what: `its ${who.role}, when ${reason}`,
        sale: { ...readyVoucher(), ...more } as ReturnType<typeof readyVoucher>,
        who,
        at: DELIVERED_AT,
        may: who === supervisor ? 'with-reason' : 'no',
      })),
    ),
  ])('mayReveal for $what is $may', ({ sale, who, at, may }) => expect(mayReveal(sale, who, at)).toBe(may))
})

describe('the permission to reveal codes again', () => {
  const allowed = { ...joseph, role: 'cashier' as const, permissions: ['reveal-again'] as const }

  it.each([
    { what: 'one that was handed over', sale: deliveredVoucher(), may: 'with-reason' },
    { what: 'a colleague’s that is to be handed over', sale: readyVoucher(), may: 'with-reason' },
    { what: 'none that is disputed', sale: { ...deliveredVoucher(), conflicting: true as const }, may: 'no' },
    { what: 'none whose money is given back', sale: { ...deliveredVoucher(), refund: {} }, may: 'no' },
    { what: 'none of a sale without one', sale: succeededSale(), may: 'no' },
  ])('with the permission, a reason reveals $what', ({ sale, may }) => {
    expect(mayReveal(sale, allowed, UNTIL + HOUR)).toBe(may)
  })
})

describe('mayPrint', () => {
  const printed = { printCount: 1, printedAt: DELIVERED_AT }
  const reprints = { ...cashier, permissions: ['reprint'] as const }

  it.each([
    { what: 'anybody, the first paper', sale: { printCount: 0 }, who: cashier, at: DELIVERED_AT, may: true },
    { what: 'anybody, while the first may have failed', sale: printed, who: cashier, at: UNTIL - 1, may: true },
    { what: 'nobody without the permission after that', sale: printed, who: cashier, at: UNTIL, may: false },
    { what: 'anyone who has the permission', sale: printed, who: reprints, at: UNTIL + HOUR, may: true },
    { what: 'a supervisor', sale: printed, who: supervisor, at: UNTIL + HOUR, may: true },
    {
      what: 'nobody without it when it is not known how long ago',
      sale: { printCount: 2 },
      who: cashier,
      at: UNTIL,
      may: false,
    },
    {
      what: 'nobody without it under a clock that was put back',
      sale: printed,
      who: cashier,
      at: DELIVERED_AT - 1,
      may: false,
    },
  ])('mayPrint allows $what', ({ sale, who, at, may }) => {
    expect(mayPrint(sale, who, at)).toBe(may)
  })
})
