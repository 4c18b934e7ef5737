import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  addDecimals,
  atCommonScale,
  compareDecimals,
  decimal,
  decimalsOf,
  findDecimal,
  formatDecimal,
  isSameDecimal,
  isSameMoney,
  money,
  timesMoney,
  toWireNumber,
  UnreadableDecimal,
  type Decimal,
} from '#domain/money/money.ts'
import { rowsOf } from '../../support/rows.ts'

/** Any readable decimal: up to 15 significant digits, up to 6 of them after the point. */
const anyDecimal = fc
  .record({ units: fc.bigInt({ min: 0n, max: 999_999_999_999_999n }), scale: fc.integer({ min: 0, max: 6 }) })
  .map((value): Decimal => value)

describe('findDecimal', () => {
  it.each([
    { value: '50', units: 50n, scale: 0 },
    { value: '50.00', units: 5000n, scale: 2 },
    { value: '007.50', units: 750n, scale: 2 },
    { value: '0', units: 0n, scale: 0 },
    { value: '0.000001', units: 1n, scale: 6 },
    { value: '999999999999999', units: 999_999_999_999_999n, scale: 0 },
    { value: '123456789.123456', units: 123_456_789_123_456n, scale: 6 },
    // Extra zeros do not count as digits.
    { value: '50.00000000', units: 50_000_000n, scale: 6 },
    { value: '000000000000000000001', units: 1n, scale: 0 },
    { value: 50, units: 50n, scale: 0 },
    { value: 4.56, units: 456n, scale: 2 },
    { value: 0.3, units: 3n, scale: 1 },
    { value: 0.000001, units: 1n, scale: 6 },
    { value: -0, units: 0n, scale: 0 },
  ])('findDecimal reads $value', ({ value, units, scale }) => expect(findDecimal(value)).toEqual({ units, scale }))

  it.each(
    rowsOf<string, unknown>([
      ['a sign', ['-5', -5, '+5']],
      ['an exponent', ['1e3', 1e21, 1e-7]],
      ['more than 6 decimals', [0.1 + 0.2, '0.0000001']],
      ['16 digits', ['1000000000000000', '1234567890.123456', 9_007_199_254_740_993]],
      ['not a number', [Number.NaN, Infinity]],
      ['nothing', ['']],
      ['a space', [' 5']],
      ['a line break', ['5\n']],
      ['a bare point', ['5.', '.5']],
      ['a comma', ['1,5']],
      ['two points', ['1.2.3']],
      ['digits that are not Western', ['٥٠']],
      ['not decimal', ['0x10']],
      ['not an amount', [null, true, ['5'], 5n, undefined]],
    ]),
  )('findDecimal does not read %o: %s', (value) => expect(findDecimal(value)).toBeUndefined())

  it('findDecimal never throws, and reads only strings and numbers', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const read = findDecimal(value)
        if (read) expect(typeof value === 'string' || typeof value === 'number').toBe(true)
      }),
    )
  })
})

describe('decimal', () => {
  it('decimal throws for an unreadable value and does not repeat it', () => {
    expect(() => decimal('+12.345')).toThrow(UnreadableDecimal)
    expect(() => decimal('--2.345')).toThrow(/^not a readable amount: string of 7 characters$/)
  })

  it.each(['-120.50', '-0.05', '-7', '0.50'])('decimal reads the balance %s, and formatDecimal writes it', (text) => {
    expect(formatDecimal(decimal(text), text.includes('.') ? 2 : 0)).toBe(text)
  })
})

describe('formatDecimal', () => {
  it.each([
    { text: '50', decimals: 0, shown: '50' },
    { text: '50', decimals: 2, shown: '50.00' },
    { text: '50.00', decimals: 0, shown: '50' },
    { text: '50.50', decimals: 0, shown: '50.5' },
    { text: '50.5', decimals: 2, shown: '50.50' },
    { text: '50.125', decimals: 2, shown: '50.125' },
    { text: '0.05', decimals: 2, shown: '0.05' },
    { text: '0', decimals: 2, shown: '0.00' },
    { text: '0.000001', decimals: 0, shown: '0.000001' },
    { text: '100', decimals: 0, shown: '100' },
  ])('formatDecimal writes $text with at least $decimals decimals as $shown', ({ text, decimals, shown }) =>
    expect(formatDecimal(decimal(text), decimals)).toBe(shown),
  )

  it('a formatted amount is read as the same value', () => {
    fc.assert(
      fc.property(anyDecimal, fc.integer({ min: 0, max: 6 }), (value, decimals) => {
        expect(isSameDecimal(decimal(formatDecimal(value, decimals)), value)).toBe(true)
      }),
    )
  })
})

describe('toWireNumber', () => {
  it.each([
    { text: '50.00', number: 50 },
    { text: '0.3', number: 0.3 },
    { text: '4.56', number: 4.56 },
    { text: '0.000001', number: 0.000001 },
    { text: '999999999999999', number: 999_999_999_999_999 },
  ])('toWireNumber of $text is $number', ({ text, number }) => expect(toWireNumber(decimal(text))).toBe(number))

  it('every readable amount becomes a number that prints as the same value', () => {
    fc.assert(
      fc.property(anyDecimal, (value) => {
        const printed = JSON.stringify(toWireNumber(value))
        expect(isSameDecimal(decimal(printed), value)).toBe(true)
      }),
    )
  })

  it('an amount that no number represents exactly throws', () => {
    expect(() => toWireNumber({ units: 9_007_199_254_740_993n, scale: 0 })).toThrow(UnreadableDecimal)
    expect(() => toWireNumber({ units: 1n, scale: 7 })).toThrow(UnreadableDecimal)
  })
})

describe('comparing and adding', () => {
  it.each([
    { a: '50', b: '50.00', sign: 0 },
    { a: '0.1', b: '0.09', sign: 1 },
    { a: '9.99', b: '10', sign: -1 },
    { a: '0', b: '0.000', sign: 0 },
  ])('$a compared with $b is $sign', ({ a, b, sign }) => expect(compareDecimals(decimal(a), decimal(b))).toBe(sign))

  it('comparing is antisymmetric for any two amounts', () => {
    fc.assert(
      fc.property(anyDecimal, anyDecimal, (a, b) => {
        expect(compareDecimals(a, b) + compareDecimals(b, a)).toBe(0)
        expect(compareDecimals(a, a)).toBe(0)
      }),
    )
  })

  it('a sum is never less than its parts, and does not depend on their order', () => {
    fc.assert(
      fc.property(anyDecimal, anyDecimal, (a, b) => {
        const sum = addDecimals(a, b)
        expect(compareDecimals(sum, a)).toBeGreaterThanOrEqual(0)
        expect(isSameDecimal(sum, addDecimals(b, a))).toBe(true)
      }),
    )
  })

  it('0.1 and 0.2 add up to 0.3', () => expect(formatDecimal(addDecimals(decimal('0.1'), decimal('0.2')))).toBe('0.3'))

  it('amounts at a common scale are counted in the smallest unit among them', () => {
    expect(atCommonScale(decimal('5'), decimal('0.1'), decimal('0.25'))).toEqual([500n, 10n, 25n])
  })
})

describe('decimalsOf', () => {
  it.each([
    { currency: 'AED', decimals: 2 },
    { currency: 'JPY', decimals: 0 },
    { currency: 'KWD', decimals: 3 },
    { currency: 'QQQ', decimals: 2 },
    { currency: 'aed', decimals: 2 },
    { currency: '', decimals: 2 },
    { currency: 'dirham', decimals: 2 },
  ])('the currency "$currency" has $decimals decimals', ({ currency, decimals }) =>
    expect(decimalsOf(currency)).toBe(decimals),
  )
})

describe('money', () => {
  it.each([
    { text: '50', currency: 'AED', amount: '50.00' },
    { text: '50.5', currency: 'KWD', amount: '50.500' },
    { text: '50.00', currency: 'JPY', amount: '50' },
    // A price may have more decimals than its currency; none of them is lost.
    { text: '47.125', currency: 'AED', amount: '47.125' },
  ])('money of $text $currency has the amount $amount', ({ text, currency, amount }) =>
    expect(money(decimal(text), currency)).toEqual({ amount, currency }),
  )

  it('money is the same only in the same currency', () => {
    const fifty = money(decimal('50'), 'AED')
    expect(isSameMoney(fifty, { ...money(decimal('50.0'), 'AED') })).toBe(true)
    expect(isSameMoney(fifty, money(decimal('50.01'), 'AED'))).toBe(false)
    expect(isSameMoney(fifty, money(decimal('50'), 'USD'))).toBe(false)
  })
})

it.each([
  { each: '0.1', count: 3, total: '0.30' },
  { each: '20', count: 10, total: '200.00' },
  { each: '19.99', count: 7, total: '139.93' },
  { each: '50', count: 0, total: '0.00' },
])('$count times $each is $total', ({ each, count, total }) => {
  expect(timesMoney(money(decimal(each), 'AED'), count)).toEqual({ amount: total, currency: 'AED' })
})
