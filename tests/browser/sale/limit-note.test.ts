// @vitest-environment jsdom

import { expect, it } from 'vitest'

import { findLimitAbove } from '#browser/sale/limit-note.ts'
import { decimal, money } from '#domain/money.ts'
import type { RemainingLimit } from '#domain/sales-limits.ts'

const aed = (amount: string) => money(decimal(amount), 'AED')
const limits: RemainingLimit[] = [
  { of: 'person', kind: 'perSale', left: aed('100') },
  { of: 'person', kind: 'vouchersPerMinute', left: 3 },
  { of: 'shop', kind: 'perDay', left: aed('150') },
]

it.each([
  { kind: 'direct', pays: aed('100'), quantity: 1, owner: undefined },
  { kind: 'direct', pays: aed('100.01'), quantity: 1, owner: 'person' },
  // Each code is a sale of its own, and together they use up the day.
  { kind: 'voucher', pays: aed('75'), quantity: 2, owner: undefined },
  { kind: 'voucher', pays: aed('76'), quantity: 2, owner: 'shop' },
  { kind: 'voucher', pays: aed('1'), quantity: 4, owner: 'person' },
  { kind: 'direct', pays: money(decimal('1'), 'USD'), quantity: 1, owner: 'person' },
] as const)(
  '$quantity $kind for $pays.amount $pays.currency is above the limit of: $owner',
  ({ kind, pays, quantity, owner }) => expect(findLimitAbove(limits, kind, pays, quantity)).toBe(owner),
)
