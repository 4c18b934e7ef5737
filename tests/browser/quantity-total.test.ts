import { expect, it } from 'vitest'

import { decimal, money, timesMoney } from '#domain/money.ts'

it.each([
  { each: '0.1', count: 3, total: '0.30' },
  { each: '20', count: 10, total: '200.00' },
  { each: '19.99', count: 7, total: '139.93' },
  { each: '50', count: 0, total: '0.00' },
])('$count times $each is $total', ({ each, count, total }) => {
  expect(timesMoney(money(decimal(each), 'AED'), count)).toEqual({ amount: total, currency: 'AED' })
})
