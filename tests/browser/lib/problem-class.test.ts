import { expect, it } from 'vitest'

import { findRefusal, problemClass } from '#browser/lib/problem-class.ts'

it.each([
  ['no-answer', 'no-answer'],
  ['expired', 'expired'],
  ['service-failed', 'service'],
  ['service-unreadable', 'unclear'],
  ['service-1', 'access'],
  ['service-5', 'access'],
  ['service-20', 'look-up'],
  ['service-23', 'look-up'],
  ['service-50', 'input'],
  ['service-60', 'service'],
  ['service-61', 'input'],
  ['service-99', 'input'],
  ['service-101', 'product'],
  ['service-201', 'number'],
  ['service-1000', 'funds'],
  ['service-1001', 'funds'],
  ['service-1199', 'funds'],
  ['service-1200', 'customer'],
  ['service-777', 'service'],
] as const)('problemClass of %s is %s', (code, told) => expect(problemClass(code)).toBe(told))

it('findRefusal returns what the provider rejected, and nothing for other failures', () => {
  expect(findRefusal({ code: 'service-1001' })).toBe('funds')
  for (const code of ['no-answer', 'offline', 'service-unreadable', 'service-failed', 'abandoned'] as const) {
    expect(findRefusal({ code })).toBeUndefined()
  }
})
