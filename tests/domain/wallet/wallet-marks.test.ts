import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Commission, CostFit } from '#domain/money/commission.ts'
import { compareDecimals, decimal, money, type DecimalText, type Money } from '#domain/money/money.ts'
import type { Service, ServiceKind } from '#domain/catalog/service.ts'
import { findMarks, isBeyond, isMarked } from '#domain/wallet/wallet-marks.ts'

const aed = (amount: string): Money => money(decimal(amount), 'AED')
const service = (id: string, min: string, more: Partial<Service> = {}): Service => ({
  id,
  isActive: true,
  name: id,
  brand: id,
  category: '',
  subcategory: '',
  kind: 'voucher',
  rule: { min: decimal(min), max: decimal('500'), step: decimal('5') },
  isAccountRequired: false,
  ...more,
})
const unknown = () => undefined
const percent = (value: string): Commission => ({ kind: 'percent', value: value as DecimalText })

describe('products that the wallet may not cover', () => {
  it.each<[string, string[]]>([
    ['100', []],
    ['99.99', ['hundred']],
    ['49.99', ['fifty', 'hundred']],
    ['0', ['five', 'fifty', 'hundred']],
  ])('with %s left the products %j cost more at their smallest amount', (free, marked) => {
    const services = [service('five', '5'), service('fifty', '50'), service('hundred', '100')]
    expect(findMarks(aed(free), services, unknown).services).toEqual(marked)
  })

  it.each<{ way: CostFit | undefined; free: string; isIn: boolean }>([
    { way: undefined, free: '99.99', isIn: true },
    { way: 'neither', free: '99.99', isIn: true },
    { way: 'none', free: '99.99', isIn: true },
    { way: 'less', free: '94', isIn: false },
    { way: 'less', free: '93.99', isIn: true },
    { way: 'more', free: '105.99', isIn: true },
    { way: 'more', free: '106', isIn: false },
  ])('a commission of 6 % that counts $way, with $free left, marks the product: $isIn', ({ way, free, isIn }) => {
    const services = [service('hundred', '100', { commission: percent('6') })]
    expect(findMarks(aed(free), services, () => way).services).toEqual(isIn ? ['hundred'] : [])
  })

  it('the way in which the commission of one kind counts says nothing about another kind', () => {
    const commission = percent('6')
    const services = [
      service('code', '100', { commission }),
      service('recharge', '100', { commission, kind: 'direct' }),
    ]
    const learned = (kind: ServiceKind) => (kind === 'voucher' ? ('less' as const) : undefined)
    expect(findMarks(aed('95'), services, learned).services).toEqual(['recharge'])
  })

  it('the international product has no price of its own, so it is not marked', () => {
    expect(findMarks(aed('0'), [service('intl', '1', { kind: 'international' })], unknown).services).toEqual([])
  })

  it.each([
    ['137.40', '140.00'],
    ['140', '150.00'],
    ['1500', '1600.00'],
    ['99.99', '100.00'],
    ['5', '5.10'],
    ['0.07', '0.10'],
    ['0', '0.10'],
  ])('with %s left, prices are marked from %s on', (free, from) => {
    expect(findMarks(aed(free), [], unknown).from).toEqual({ amount: from, currency: 'AED' })
  })

  it('an affordable price is never marked, and every price at least a tenth above it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 99_999_999 }), (cents) => {
        const free = money({ units: BigInt(cents), scale: 2 }, 'AED')
        const { from } = findMarks(free, [], unknown)
        expect(isMarked({ from }, free)).toBe(false)
        expect(isMarked({ from }, money({ units: BigInt(cents) * 11n + 10n, scale: 3 }, 'AED'))).toBe(true)
        expect(compareDecimals(decimal(from.amount), decimal(free.amount))).toBe(1)
      }),
    )
  })

  it('a price in another currency is neither unaffordable nor marked', () => {
    const dollars = money(decimal('9999'), 'USD')
    expect(isBeyond(dollars, aed('1'))).toBe(false)
    expect(isMarked({ from: aed('1') }, dollars)).toBe(false)
    expect(isMarked({}, aed('9999'))).toBe(false)
  })
})
