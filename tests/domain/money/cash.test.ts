import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { cashChips, changeIn, denominationsOf, sumOfCount } from '#domain/money/cash.ts'
import {
  compareDecimals,
  decimal,
  decimalsOf,
  formatDecimal,
  isSameDecimal,
  type DecimalText,
} from '#domain/money/money.ts'
import { atLevel } from '../../support/level.ts'

const CURRENCIES = 'AED BDT BHD EGP EUR GBP INR JPY KWD LKR NPR OMR PHP PKR QAR SAR USD'.split(' ')

const anyCurrency = fc.constantFrom(...CURRENCIES)

/** An amount in the smallest unit of a currency, up to a few hundred thousand units. */
const anyAmount = (currency: string) =>
  fc.bigInt({ min: 1n, max: 400_000n }).map((units) => ({ units, scale: decimalsOf(currency) }))

const amountAndCurrency = anyCurrency.chain((currency) => anyAmount(currency).map((amount) => ({ amount, currency })))

describe('denominationsOf', () => {
  it.each(CURRENCIES)('the notes and coins of %s go from large to small, without one twice', (currency) => {
    const table = denominationsOf(currency)
    for (const kind of ['note', 'coin']) {
      const values = table.filter((one) => one.kind === kind).map(({ value }) => value)
      expect(values.length).toBeGreaterThan(0)
      expect(values).toEqual(values.toSorted((a, b) => compareDecimals(decimal(b), decimal(a))))
    }
    expect(new Set(table.map(({ value }) => Number(value))).size).toBe(table.length)
  })

  it.each(CURRENCIES)('no coin of %s is worth more than a note or less than the smallest unit', (currency) => {
    const table = denominationsOf(currency)
    const smallest = decimal((10 ** -decimalsOf(currency)).toFixed(decimalsOf(currency)))
    const smallestNote = decimal(table.findLast(({ kind }) => kind === 'note')?.value ?? '0')
    for (const { value, kind } of table) {
      expect(compareDecimals(decimal(value), smallest)).toBeGreaterThanOrEqual(0)
      if (kind === 'coin') expect(compareDecimals(decimal(value), smallestNote)).toBeLessThan(0)
    }
  })

  it.each(['ZWL', 'XXX', '', 'constructor', 'aed'])('denominationsOf has no table for %j', (currency) => {
    expect(denominationsOf(currency)).toEqual([])
  })
})

describe('sumOfCount', () => {
  it.each<[Record<string, number>, string]>([
    [{}, '0'],
    [{ '1000': 0 }, '0'],
    [{ '500': 1, '200': 1, '50': 4, '1': 11, '0.50': 3 }, '912.5'],
    [{ '0.250': 3, '0.005': 1 }, '0.755'],
    [{ '10000': 99_999 }, '999990000'],
  ])('the pieces %j come to %s', (counts, sum) => {
    const pieces = Object.entries(counts).map(([value, count]) => ({ value: value as DecimalText, count }))
    expect(formatDecimal(sumOfCount({ pieces }))).toBe(sum)
  })

  it('a total equals itself', () => expect(formatDecimal(sumOfCount({ total: '12.5' as DecimalText }))).toBe('12.5'))

  it('the sum of a count does not depend on the order of its rows', () => {
    const anyCountOf = ({ value }: { value: DecimalText }) =>
      fc.nat({ max: 100_000 }).map((count) => ({ value, count }))
    const anyPieces = anyCurrency.chain((currency) => fc.tuple(...denominationsOf(currency).map(anyCountOf)))
    fc.assert(
      fc.property(anyPieces, (pieces) => {
        expect(isSameDecimal(sumOfCount({ pieces }), sumOfCount({ pieces: pieces.toReversed() }))).toBe(true)
      }),
    )
  })
})

describe('changeIn', () => {
  it.each([
    { amount: '5', currency: 'AED', change: '1 x 5' },
    { amount: '155', currency: 'AED', change: '1 x 100, 1 x 50, 1 x 5' },
    { amount: '40', currency: 'AED', change: '2 x 20' },
    { amount: '3.75', currency: 'AED', change: '3 x 1, 1 x 0.50, 1 x 0.25' },
    { amount: '0.750', currency: 'KWD', change: '1 x 0.500, 1 x 0.250' },
    { amount: '700', currency: 'JPY', change: '1 x 500, 2 x 100' },
    // This needs more than three kinds of notes and coins.
    { amount: '188', currency: 'AED', change: '' },
    // No coin is that small.
    { amount: '0.10', currency: 'AED', change: '' },
    { amount: '5.01', currency: 'AED', change: '' },
    { amount: '5', currency: 'XXX', change: '' },
    { amount: '0', currency: 'AED', change: '' },
  ])('changeIn $amount $currency is "$change"', ({ amount, currency, change }) => {
    const pieces = changeIn(decimal(amount), currency)
    expect(pieces.map(({ value, count }) => `${count} x ${value}`).join(', ')).toBe(change)
  })

  it('change is exact, of at most three kinds, and has the fewest possible pieces', () => {
    fc.assert(
      fc.property(
        anyCurrency.chain((currency) => fc.nat({ max: 3000 }).map((units) => ({ currency, units }))),
        (given) => {
          const amount = { units: BigInt(given.units), scale: decimalsOf(given.currency) }
          const pieces = changeIn(amount, given.currency)
          if (pieces.length === 0) return
          expect(isSameDecimal(sumOfCount({ pieces }), amount)).toBe(true)
          expect(pieces.length).toBeLessThanOrEqual(3)
          const count = pieces.reduce((sum, piece) => sum + piece.count, 0)
          expect(count).toBe(fewestPieces(given.units, given.currency))
        },
      ),
      { numRuns: atLevel(100, 300) },
    )
  })
})

/** The fewest notes and coins, found by trying all combinations. `units` are the smallest units of the currency. */
function fewestPieces(units: number, currency: string): number {
  const values = denominationsOf(currency).map(({ value }) => Math.round(Number(value) * 10 ** decimalsOf(currency)))
  const fewest = [0]
  for (let sum = 1; sum <= units; sum += 1) {
    const before = values.map((value) => fewest[sum - value] ?? Infinity)
    fewest.push(Math.min(...before) + 1)
  }
  return fewest[units] ?? Infinity
}

describe('cashChips', () => {
  it.each([
    { amount: '45', currency: 'AED', chips: '45 50 100 200' },
    { amount: '50', currency: 'AED', chips: '50 100 200 500' },
    { amount: '10.50', currency: 'AED', chips: '10.5 20 50 100' },
    { amount: '250', currency: 'AED', chips: '250 300 500 1000' },
    { amount: '620', currency: 'AED', chips: '620 700 1000' },
    { amount: '1250', currency: 'AED', chips: '1250 1300 1500 2000' },
    { amount: '1000', currency: 'AED', chips: '1000 1100 1500 2000' },
    { amount: '1.250', currency: 'KWD', chips: '1.25 5 10 20' },
    { amount: '23', currency: 'KWD', chips: '23 24 25 30' },
    { amount: '120', currency: 'USD', chips: '120 130 150 200' },
    { amount: '2500', currency: 'JPY', chips: '2500 3000 5000 10000' },
    { amount: '45', currency: 'XXX', chips: '45' },
  ])('for $amount $currency the chips are $chips', ({ amount, currency, chips }) => {
    const offered = cashChips(decimal(amount), currency)
    expect(offered.map((chip) => formatDecimal(chip)).join(' ')).toBe(chips)
  })

  it('the first chip is the amount, and each after it is larger than the one before', () => {
    fc.assert(
      fc.property(amountAndCurrency, ({ amount, currency }) => {
        const [exact, ...above] = cashChips(amount, currency)
        expect(exact).toEqual(amount)
        expect(above.length).toBeGreaterThan(0)
        expect(above.length).toBeLessThanOrEqual(3)
        let before = amount
        for (const chip of above) {
          expect(compareDecimals(chip, before)).toBeGreaterThan(0)
          before = chip
        }
      }),
    )
  })
})
