import { expect, it } from 'vitest'

import { decimal, money } from '#domain/money/money.ts'
import { SALE_GROUPS } from '#domain/sale/group.ts'
import { addUpSold } from '#domain/reports/sold.ts'

const pays = (amount: string, currency = 'AED') => money(decimal(amount), currency)
const sold = { group: 'sold', isPaid: true, currency: 'AED' } as const

it('the total sold is exact, by currency, and without other groups', () => {
  const others = SALE_GROUPS.filter((group) => group !== 'sold')
  expect(
    addUpSold([
      { ...sold, sum: decimal('0.3'), count: 3 },
      { ...sold, sum: decimal('0.2'), count: 1 },
      { ...sold, sum: decimal('8'), currency: 'USD', count: 2 },
      ...others.map((group) => ({ ...sold, group, isPaid: false, sum: decimal('1000'), count: 1 })),
    ]),
  ).toEqual({ amount: [pays('0.5'), pays('8', 'USD')], count: 6, codesComing: 0 })
})

it('paid sales that wait for their code are counted separately', () => {
  expect(addUpSold([{ ...sold, group: 'waiting', sum: decimal('20'), count: 2 }])).toEqual({
    amount: [],
    count: 0,
    codesComing: 2,
  })
})
