import { expect, it } from 'vitest'

import { problemClass } from '#browser/features/sale/problem-class.ts'

it.each([
  ['no-answer', 'no-answer'],
  ['expired', 'expired'],
  ['service-failed', 'service'],
  ['service-unreadable', 'service'],
  ['service-5', 'supervisor'],
  ['service-23', 'service'],
  ['service-50', 'input'],
  ['service-60', 'service'],
  ['service-101', 'product'],
  ['service-201', 'number'],
  ['service-1000', 'supervisor'],
  ['service-1001', 'supervisor'],
  ['service-1200', 'customer'],
  ['service-777', 'service'],
] as const)('%s is told as %s', (code, told) => expect(problemClass(code)).toBe(told))
