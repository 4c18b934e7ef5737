import { describe, expect, it } from 'vitest'

import { findLimitProblem, readLimits, stepLimit, takeOver, textsOf } from '#browser/pages/staff/LimitFields.tsx'
import { isSameLimits } from '#domain/sales-limits.ts'
import type { LimitsBody } from '#contract/proxy/settings.ts'

const none = textsOf(null)

describe('the limits that are typed', () => {
  it.each([
    { kind: 'perSale', text: '', currency: 'AED', problem: undefined },
    { kind: 'perSale', text: '300.50', currency: 'AED', problem: undefined },
    { kind: 'perSale', text: '300.', currency: 'AED', problem: undefined },
    { kind: 'perSale', text: '0', currency: 'AED', problem: 'zero' },
    { kind: 'perSale', text: '0.00', currency: 'AED', problem: 'zero' },
    { kind: 'perSale', text: '300.505', currency: 'AED', problem: 'decimals' },
    { kind: 'perSale', text: '300.505', currency: 'KWD', problem: undefined },
    { kind: 'perSale', text: '0.5', currency: 'JPY', problem: 'decimals' },
    { kind: 'perSale', text: '1.2.3', currency: 'AED', problem: 'unreadable' },
    { kind: 'vouchersPerMinute', text: '1000', currency: 'AED', problem: undefined },
    { kind: 'vouchersPerMinute', text: '1001', currency: 'AED', problem: 'too-many' },
    { kind: 'vouchersPerMinute', text: '0', currency: 'AED', problem: 'zero' },
  ] as const)('$kind of "$text" in $currency: $problem', ({ kind, text, currency, problem }) => {
    expect(findLimitProblem(kind, text, currency)).toBe(problem)
  })

  it.each([
    { kind: 'perSale', text: '200', up: '250', down: '150' },
    { kind: 'perSale', text: '1500', up: '2000', down: '1000' },
    { kind: 'perSale', text: '300.5', up: '350', down: '300' },
    { kind: 'perSale', text: '1', up: '2', down: undefined },
    { kind: 'perSale', text: '', up: '100', down: undefined },
    { kind: 'perSale', text: '1.2.3', up: undefined, down: undefined },
    { kind: 'perSale', text: '999999999', up: undefined, down: '950000000' },
    { kind: 'vouchersPerMinute', text: '9', up: '10', down: '8' },
    { kind: 'vouchersPerMinute', text: '1000', up: undefined, down: '500' },
  ] as const)('$kind of "$text" is raised to $up and lowered to $down', ({ kind, text, up, down }) => {
    expect(stepLimit(kind, text, 'up')).toBe(up)
    expect(stepLimit(kind, text, 'down')).toBe(down)
  })

  it('are none where every field is empty, and not readable while one is wrong', () => {
    expect(readLimits(none, 'AED')).toBeNull()
    expect(readLimits({ ...none, perSale: '5', perDay: '0' }, 'AED')).toBeUndefined()
  })

  it('are those that are filled in, in the currency of the shop', () => {
    const texts = { ...none, perDay: '2000.', vouchersPerMinute: '3' }
    expect(readLimits(texts, 'AED')).toEqual({ currency: 'AED', perDay: '2000', vouchersPerMinute: 3 })
  })

  it('keep what was typed and take the rest over when somebody else changed them meanwhile', () => {
    const seen: LimitsBody = { currency: 'AED', perSale: '50', perDay: '900' }
    const now: LimitsBody = { currency: 'AED', perSale: '70', perDay: '800', vouchersPerMinute: 2 }
    expect(takeOver({ ...textsOf(seen), perDay: '1000' }, seen, now)).toEqual({ ...textsOf(now), perDay: '1000' })
  })

  it('are the same however their amounts are written, and others in another currency', () => {
    const limits: LimitsBody = { currency: 'AED', perSale: '50' }
    expect(isSameLimits(limits, { currency: 'AED', perSale: '50.00' })).toBe(true)
    expect(isSameLimits(limits, { currency: 'USD', perSale: '50' })).toBe(false)
    expect(isSameLimits(limits, { ...limits, perDay: '50' })).toBe(false)
    expect(isSameLimits(limits, null)).toBe(false)
    expect(isSameLimits(null, null)).toBe(true)
  })
})
