import { expect, it } from 'vitest'

import { decimal, money } from '#domain/money.ts'
import { SALE_GROUPS } from '#domain/sale/group.ts'
import { addUpSold } from '#domain/sold.ts'

const pays = (amount: string, currency = 'AED') => money(decimal(amount), currency)
const sold = { group: 'sold', isPaid: true, currency: 'AED' } as const

it('what was sold is added up exactly, each currency by itself, with nothing of any other group', () => {
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

it('what is paid and waits for its code is counted apart', () => {
  expect(addUpSold([{ ...sold, group: 'waiting', sum: decimal('20'), count: 2 }])).toEqual({
    amount: [],
    count: 0,
    codesComing: 2,
  })
})
