import { describe, expect, it } from 'vitest'

import { mayPrint, mayShowCode } from '#domain/show-code.ts'
import {
  amal,
  comingVoucher,
  HANDED_AT,
  handedOverVoucher,
  hamad,
  HOUR,
  joseph,
  MINUTE,
  readyVoucher,
  succeededSale,
  taken,
} from '../support/sales.ts'

const cashier = { ...amal, role: 'cashier' as const }
const colleague = { ...joseph, role: 'cashier' as const }
const supervisor = { ...hamad, role: 'supervisor' as const }
const UNTIL = HANDED_AT + 2 * MINUTE

describe('mayShowCode (rule 12)', () => {
  it.each([
    {
      what: 'its cashier, not handed over, however late',
      sale: readyVoucher(),
      who: cashier,
      at: HANDED_AT + HOUR,
      may: 'yes',
    },
    {
      what: 'its cashier, what is there of one that is to come',
      sale: comingVoucher(),
      who: cashier,
      at: HANDED_AT,
      may: 'yes',
    },
    { what: 'a colleague', sale: readyVoucher(), who: colleague, at: HANDED_AT, may: 'no' },
    {
      what: 'the colleague who took it over',
      sale: taken(readyVoucher(), joseph, HANDED_AT).sale,
      who: colleague,
      at: HANDED_AT,
      may: 'yes',
    },
    {
      what: 'who it was taken from',
      sale: taken(readyVoucher(), joseph, HANDED_AT).sale,
      who: cashier,
      at: HANDED_AT,
      may: 'no',
    },
    { what: 'a supervisor, for a cashier', sale: readyVoucher(), who: supervisor, at: HANDED_AT, may: 'with-reason' },
    { what: 'its cashier, two minutes long', sale: handedOverVoucher(), who: cashier, at: UNTIL - 1, may: 'yes' },
    { what: 'its cashier, after that', sale: handedOverVoucher(), who: cashier, at: UNTIL, may: 'no' },
    {
      what: 'its cashier, where the clock jumped back',
      sale: handedOverVoucher(),
      who: cashier,
      at: HANDED_AT - 1,
      may: 'no',
    },
    { what: 'a colleague, handed over', sale: handedOverVoucher(), who: colleague, at: HANDED_AT, may: 'no' },
    {
      what: 'a supervisor, handed over',
      sale: handedOverVoucher(),
      who: supervisor,
      at: UNTIL + HOUR,
      may: 'with-reason',
    },
    { what: 'anybody, without a code', sale: succeededSale(), who: cashier, at: HANDED_AT, may: 'no' },
    ...[cashier, supervisor].flatMap((who) =>
      [
        { why: 'answers disagree', more: { disputed: true as const } },
        { why: 'it was closed as not sold', more: { closed: { as: 'not-sold' as const, note: '', at: 1, by: '' } } },
        { why: 'the money goes back', more: { giveBack: {} } },
        { why: 'it is not sold, or not any more', more: { voucher: undefined } },
      ].map(({ why, more }) => ({
        what: `its ${who.role}, when ${why}`,
        sale: { ...readyVoucher(), ...more } as ReturnType<typeof readyVoucher>,
        who,
        at: HANDED_AT,
        may: who === supervisor ? 'with-reason' : 'no',
      })),
    ),
  ])('$what: $may', ({ sale, who, at, may }) => expect(mayShowCode(sale, who, at)).toBe(may))
})

describe('who may see codes again', () => {
  const allowed = { ...joseph, role: 'cashier' as const, may: ['show-again'] as const }

  it.each([
    { what: 'one that was handed over', sale: handedOverVoucher(), may: 'with-reason' },
    { what: 'a colleague’s that is to be handed over', sale: readyVoucher(), may: 'with-reason' },
    { what: 'none that is disputed', sale: { ...handedOverVoucher(), disputed: true as const }, may: 'no' },
    { what: 'none whose money is given back', sale: { ...handedOverVoucher(), giveBack: {} }, may: 'no' },
    { what: 'none of a sale without one', sale: succeededSale(), may: 'no' },
  ])('sees, with a reason: $what', ({ sale, may }) => {
    expect(mayShowCode(sale, allowed, UNTIL + HOUR)).toBe(may)
  })
})

describe('mayPrint', () => {
  const printed = { printedTimes: 1, printedAt: HANDED_AT }
  const reprints = { ...cashier, may: ['reprint'] as const }

  it.each([
    { what: 'anybody, the first paper', sale: { printedTimes: 0 }, who: cashier, at: HANDED_AT, may: true },
    { what: 'anybody, while the first may have failed', sale: printed, who: cashier, at: UNTIL - 1, may: true },
    { what: 'nobody without the permission after that', sale: printed, who: cashier, at: UNTIL, may: false },
    { what: 'whoever has the permission', sale: printed, who: reprints, at: UNTIL + HOUR, may: true },
    { what: 'a supervisor', sale: printed, who: supervisor, at: UNTIL + HOUR, may: true },
    {
      what: 'nobody without it when it is not known how long ago',
      sale: { printedTimes: 2 },
      who: cashier,
      at: UNTIL,
      may: false,
    },
    {
      what: 'nobody without it under a clock that was put back',
      sale: printed,
      who: cashier,
      at: HANDED_AT - 1,
      may: false,
    },
  ])('$what', ({ sale, who, at, may }) => {
    expect(mayPrint(sale, who, at)).toBe(may)
  })
})
