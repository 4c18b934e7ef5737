import { expect, it } from 'vitest'

import { decimal, money } from '#domain/money.ts'
import { SALE_GROUPS } from '#domain/sale/group.ts'
import { addUpSold } from '#domain/sold.ts'

const pays = (amount: string, currency = 'AED') => money(decimal(amount), currency)

it('adds up what was sold exactly, each currency by itself, and nothing of any other group', () => {
  const others = SALE_GROUPS.filter((group) => group !== 'sold')
  expect(
    addUpSold([
      { group: 'sold', isPaid: true, pays: pays('0.1'), count: 3 },
      { group: 'sold', isPaid: true, pays: pays('0.2'), count: 1 },
      { group: 'sold', isPaid: true, pays: pays('4', 'USD'), count: 2 },
      ...others.map((group) => ({ group, isPaid: false, pays: pays('1000'), count: 1 })),
    ]),
  ).toEqual({ amount: [pays('0.5'), pays('8', 'USD')], count: 6, codesComing: 0 })
})

it('counts what is paid and waits for its code apart', () => {
  expect(addUpSold([{ group: 'waiting', isPaid: true, pays: pays('10'), count: 2 }])).toEqual({
    amount: [],
    count: 0,
    codesComing: 2,
  })
})
