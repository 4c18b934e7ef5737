import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { compareCost, differenceOf, promisedMoney, type Commission } from '#domain/money/commission.ts'
import { decimal, formatDecimal, money, type DecimalText } from '#domain/money/money.ts'

const aed = (amount: string) => money(decimal(amount), 'AED')
const percent = (value: string): Commission => ({ kind: 'percent', value: value as DecimalText })
const fixed = (value: string): Commission => ({ kind: 'fixed', value: value as DecimalText })

describe('promisedMoney', () => {
  it.each([
    [percent('4'), '50', '2.00'],
    [percent('2.5'), '0.1', '0.00'],
    [percent('6.5'), '10', '0.65'],
    [percent('3.333333'), '100', '3.33'],
    [percent('0.5'), '1', '0.01'],
    [percent('0'), '50', '0.00'],
    [fixed('1.5'), '20', '1.50'],
  ])('the commission %j of %s is %s', (commission, amount, promised) => {
    expect(promisedMoney(commission, aed(amount), 2)).toEqual(aed(promised))
  })

  it('a commission has no decimals when its currency has none', () => {
    expect(promisedMoney(percent('2.5'), money(decimal('1000'), 'JPY'), 0)).toEqual(money(decimal('25'), 'JPY'))
  })
})

describe('compareCost', () => {
  it.each([
    [percent('4'), '50', '48', 'less'],
    [percent('4'), '50', '52', 'more'],
    [percent('4'), '50', '50', 'none'],
    [percent('4'), '50', '47.9', 'neither'],
    [percent('0'), '50', '50', 'none'],
    [fixed('1.5'), '15', '13.5', 'less'],
    [fixed('1.5'), '15', '16.50', 'more'],
    // Fractions of the smallest coin may be rounded off.
    [percent('6.5'), '9.99', '9.34', 'less'],
    [percent('6.5'), '9.99', '9.35', 'less'],
    [percent('6.5'), '9.99', '9.36', 'neither'],
    // This commission is more than the amount itself.
    [fixed('60'), '50', '50', 'none'],
  ])('with the commission %j, the price %s and the cost %s compare as "%s"', (commission, face, cost, fit) => {
    expect(compareCost(commission, aed(face), aed(cost), 2)).toBe(fit)
  })

  it('a cost in another currency is not compared', () => {
    expect(compareCost(percent('4'), aed('50'), money(decimal('48'), 'USD'), 2)).toBeUndefined()
    expect(differenceOf(aed('50'), money(decimal('48'), 'USD'))).toBeUndefined()
  })

  it('the difference of two amounts is exact, above or below zero', () => {
    expect(differenceOf(aed('50'), aed('48.25'))).toEqual({ money: aed('1.75'), isBelowZero: false })
    expect(differenceOf(aed('48.25'), aed('50'))).toEqual({ money: aed('1.75'), isBelowZero: true })
    expect(differenceOf(aed('50'), aed('50.00'))).toEqual({ money: aed('0'), isBelowZero: false })
  })

  it('a cost that really contains the commission fits it, whatever the amounts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: 1, max: 9_999 }), (fils, hundredths) => {
        const share = BigInt(fils) * BigInt(hundredths)
        const text = (units: bigint) => formatDecimal({ units, scale: 2 })
        const face = aed(text(BigInt(fils)))
        const commission = percent(text(BigInt(hundredths)))
        const rounded = share / 10_000n
        if (rounded < 2n) return
        expect(compareCost(commission, face, aed(text(BigInt(fils) - rounded)), 2)).toBe('less')
        expect(compareCost(commission, face, aed(text(BigInt(fils) + rounded)), 2)).toBe('more')
      }),
    )
  })
})
