import fc from 'fast-check'
import { expect, it } from 'vitest'

import { compareDecimals, decimal, money, type Money } from '#domain/money/money.ts'
import { medianOf, percentAbove, usualHours } from '#domain/reports/usual-day.ts'
import { aed } from '../../support/a-shop.ts'

const kwd = (amount: string) => money(decimal(amount), 'KWD')

it.each<[string, Money[][], Money[]]>([
  ['one day is its own median', [[aed('40')]], [aed('40')]],
  ['two days: halfway, and half a fils rounds up', [[aed('10.01')], [aed('20')]], [aed('15.01')]],
  [
    'three days: the middle one, so that one busy day does not count',
    [[aed('9')], [aed('900')], [aed('10')]],
    [aed('10')],
  ],
  ['a day without an amount counts as zero', [[aed('9')], []], [aed('4.5')]],
  ['four days: halfway between the middle two', [[aed('1')], [aed('2')], [aed('4')], [aed('100')]], [aed('3')]],
  ['usually nothing is no amount', [[aed('9')], [], []], []],
  [
    'each currency alone',
    [
      [aed('2'), kwd('0.001')],
      [aed('4'), kwd('0.002')],
    ],
    [aed('3'), kwd('0.002')],
  ],
])('the usual amount of some days: %s', (_, days, usual) => {
  expect(medianOf(days)).toEqual(usual)
})

it("usual hours follow the order of the shop's day", () => {
  const days = [
    [
      { id: '01', paid: [aed('5')] },
      { id: '09', paid: [aed('10')] },
    ],
    [{ id: '09', paid: [aed('20')] }],
  ]
  expect(usualHours(days, ['09', '10', '01'])).toEqual([
    { id: '09', paid: [aed('15')] },
    { id: '01', paid: [aed('2.5')] },
  ])
})

it.each([
  ['112', '100', 12n],
  ['88', '100', -12n],
  ['100', '100.00', 0n],
  ['100.5', '100', 1n],
  ['99.5', '100', -1n],
  ['0', '10', -100n],
  ['10', '0', undefined],
])('%s is compared with a usual %s in whole percent', (paid, usual, percent) => {
  expect(percentAbove(decimal(paid), decimal(usual))).toBe(percent)
})

const amounts = fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 4 })
const asMoney = (fils: number) => aed((fils / 100).toFixed(2))

it('a usual amount is between the least and the most, in any order of the days, and half of the days are on each side', () => {
  fc.assert(
    fc.property(amounts, (fils) => {
      const [usual, ...others] = medianOf(fils.map((each) => [asMoney(each)]))
      expect(others).toEqual([])
      expect(medianOf(fils.toReversed().map((each) => [asMoney(each)]))).toEqual([usual])
      const sides = fils.map((each) => compareDecimals(decimal(asMoney(each).amount), decimal(usual!.amount)))
      expect(sides.filter((side) => side <= 0).length * 2).toBeGreaterThanOrEqual(fils.length)
      expect(sides.filter((side) => side >= 0).length * 2).toBeGreaterThanOrEqual(fils.length - 1)
    }),
  )
})
