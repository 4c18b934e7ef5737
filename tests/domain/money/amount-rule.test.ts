import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  findAmountProblem,
  findFixedAmount,
  nearestAmounts,
  quickAmounts,
  type AmountRule,
} from '#domain/money/amount-rule.ts'
import { compareDecimals, decimal, formatDecimal, type Decimal } from '#domain/money/money.ts'

const rule = (min: string, max: string, step: string): AmountRule => ({
  min: decimal(min),
  max: decimal(max),
  step: decimal(step),
})
const mobile = rule('5', '500', '0.1')
const fives = rule('5', '500', '5')
const fixedVoucher = rule('50', '50', '0')
const free = rule('5', '500', '0')
const texts = (amounts: readonly Decimal[]) => amounts.map((amount) => formatDecimal(amount))
const said = ({ min, max, step }: AmountRule) => `${formatDecimal(min)}–${formatDecimal(max)} by ${formatDecimal(step)}`

const someDecimal = fc
  .record({ units: fc.bigInt({ min: 0n, max: 1_000_000n }), scale: fc.integer({ min: 0, max: 3 }) })
  .map((value): Decimal => value)
const someRule = fc.record({ min: someDecimal, max: someDecimal, step: someDecimal })

describe('findAmountProblem', () => {
  it.each([
    { amount: '5', rule: mobile, problem: undefined },
    { amount: '5.3', rule: mobile, problem: undefined }, // with floating-point numbers, 5.3 % 0.1 is not 0
    { amount: '500', rule: mobile, problem: undefined },
    { amount: '4.99', rule: mobile, problem: 'below-min' },
    { amount: '500.01', rule: mobile, problem: 'above-max' },
    { amount: '7.25', rule: mobile, problem: 'off-step' },
    { amount: '0.3', rule: rule('0.1', '1', '0.1'), problem: undefined },
    { amount: '50.00', rule: fixedVoucher, problem: undefined },
    { amount: '51', rule: fixedVoucher, problem: 'above-max' },
    { amount: '49.99', rule: fixedVoucher, problem: 'below-min' },
    { amount: '7.77', rule: free, problem: undefined },
    // Steps count from zero, not from the minimum.
    { amount: '7', rule: rule('7', '100', '5'), problem: 'off-step' },
    { amount: '10', rule: rule('7', '100', '5'), problem: undefined },
  ])('findAmountProblem for $amount is $problem', ({ amount, rule, problem }) =>
    expect(findAmountProblem(decimal(amount), rule), said(rule)).toBe(problem),
  )
})

describe('findFixedAmount', () => {
  it('findFixedAmount returns the only amount when minimum and maximum are the same, however they are written', () => {
    expect(findFixedAmount({ ...fixedVoucher, max: decimal('50.00') })).toEqual(decimal('50'))
    expect(findFixedAmount(fives)).toBeUndefined()
  })
})

describe('nearestAmounts', () => {
  it.each([
    { amount: '52', rule: fives, nearest: ['50', '55'] },
    { amount: '50', rule: fives, nearest: ['50'] },
    { amount: '1', rule: fives, nearest: ['5'] },
    { amount: '1000', rule: fives, nearest: ['500'] },
    { amount: '7.25', rule: mobile, nearest: ['7.2', '7.3'] },
    { amount: '3', rule: fixedVoucher, nearest: ['50'] },
    { amount: '3', rule: free, nearest: ['5'] },
    { amount: '6.66', rule: free, nearest: ['6.66'] },
    { amount: '1', rule: rule('7', '22', '5'), nearest: ['10'] },
    { amount: '99', rule: rule('7', '22', '5'), nearest: ['20'] },
    // No multiple of the step is between the two.
    { amount: '3', rule: rule('3', '4', '5'), nearest: [] },
    { amount: '3', rule: rule('10', '5', '0'), nearest: [] },
  ])('the nearest amounts to $amount are $nearest', ({ amount, rule, nearest }) =>
    expect(texts(nearestAmounts(decimal(amount), rule)), said(rule)).toEqual(nearest),
  )

  it('the nearest amounts are valid, at most two, and the amount itself when it is valid', () => {
    fc.assert(
      fc.property(someDecimal, someRule, (amount, rule) => {
        const nearest = nearestAmounts(amount, rule)
        expect(nearest.length).toBeLessThanOrEqual(2)
        for (const one of nearest) expect(findAmountProblem(one, rule)).toBeUndefined()
        if (!findAmountProblem(amount, rule)) expect(nearest.map((one) => compareDecimals(one, amount))).toEqual([0])
        const [below, above] = nearest
        if (below && above) expect(compareDecimals(below, above)).toBe(-1)
      }),
    )
  })
})

describe('quickAmounts', () => {
  it.each([
    { rule: fives, mostSold: '25', quick: ['5', '10', '20', '25', '50', '100'] },
    { rule: fives, mostSold: undefined, quick: ['5', '10', '20', '25', '50', '100'] },
    { rule: fives, mostSold: '5', quick: ['5', '10', '20', '25', '50', '100'] },
    { rule: fives, mostSold: '500', quick: ['20', '25', '50', '100', '200', '500'] },
    // The amount that is sold most often does not have to be round.
    { rule: fives, mostSold: '35', quick: ['10', '20', '25', '50', '100', '200'] },
    { rule: mobile, mostSold: '25', quick: ['5', '10', '20', '25', '50', '100'] },
    { rule: free, mostSold: '25', quick: ['5', '10', '20', '25', '50', '100'] },
    { rule: rule('10', '100', '10'), mostSold: undefined, quick: ['10', '20', '50', '100'] },
    { rule: rule('25', '25', '0'), mostSold: '25', quick: [] },
    { rule: rule('0.5', '4', '0.5'), mostSold: undefined, quick: [] },
    { rule: rule('500', '5000', '500'), mostSold: undefined, quick: ['500', '1000', '2000', '5000'] },
    { rule: fives, mostSold: '0', quick: ['5', '10', '20', '25', '50', '100'] },
  ])('the quick amounts with $mostSold as the amount sold most often are $quick', ({ rule, mostSold, quick }) =>
    expect(texts(quickAmounts(rule, mostSold === undefined ? undefined : decimal(mostSold))), said(rule)).toEqual(
      quick,
    ),
  )

  it.each([
    { rule: fives, chosen: ['100', '15', '30'], quick: ['15', '30', '100'] },
    // An amount that is not allowed for the product is not offered.
    { rule: fives, chosen: ['7', '15', '12.50'], quick: ['15'] },
    { rule: fives, chosen: ['15', '15.00'], quick: ['15'] },
    { rule: fives, chosen: ['7'], quick: ['5', '10', '20', '25', '50', '100'] },
    { rule: rule('25', '25', '0'), chosen: ['25'], quick: [] },
  ])('of the amounts $chosen that a shop chose, $quick are offered', ({ rule, chosen, quick }) =>
    expect(texts(quickAmounts(rule, decimal('25'), chosen.map(decimal))), said(rule)).toEqual(quick),
  )

  it('the quick amounts are valid, at most six, and ascending', () => {
    fc.assert(
      fc.property(someRule, fc.option(someDecimal, { nil: undefined }), (rule, mostSold) => {
        const quick = quickAmounts(rule, mostSold)
        expect(quick.length).toBeLessThanOrEqual(6)
        for (const one of quick) expect(findAmountProblem(one, rule)).toBeUndefined()
        expect(quick).toEqual(quick.toSorted(compareDecimals))
      }),
    )
  })
})
