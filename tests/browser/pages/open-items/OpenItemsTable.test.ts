// @vitest-environment jsdom

import { expect, it } from 'vitest'

import { groupOpenItems } from '#browser/pages/open-items/OpenItemsTable.tsx'
import type { Sale } from '#domain/sale/sale.ts'
import { aSale } from '../../../support/a-shop.ts'

const numbersOf = (sales: Sale[], isSupervisor: boolean) =>
  groupOpenItems(sales, isSupervisor).map(({ section, sales: those }) => [section, those.map(({ number }) => number)])

const desk = [
  aSale({ number: 1, state: 'pending', openedAt: 10 }),
  aSale({ number: 2, state: 'pending', openedAt: 5 }),
  aSale({ number: 3, state: 'unknown', openedAt: 20 }),
  aSale({ number: 4, state: 'not-executed', openedAt: 30 }),
  aSale({ number: 5, state: 'unknown', openedAt: 1, attention: 'late' }),
  aSale({ number: 6, state: 'cancelled', attention: 'cancelled', isUnread: true }),
  aSale({ number: 7, state: 'failed', refund: {}, isUnread: true }),
  aSale({ number: 8, state: 'succeeded', isUnread: true }),
  aSale({ number: 10, state: 'succeeded', voucher: 'ready', isUnread: true }),
  aSale({ number: 11, state: 'succeeded', voucher: 'coming', attention: 'no-code' }),
  aSale({ number: 12, state: 'succeeded', voucher: 'delivered', isUnread: true }),
  aSale({ number: 9, state: 'failed', refund: { done: { at: 1, by: 'Amal Rahman' } }, isUnread: true }),
]

it('each open item is in one section, what a person has to do before what only waits, the oldest first', () => {
  expect(numbersOf(desk, true)).toEqual([
    ['attention', [6, 5, 11]],
    ['decide', [4]],
    ['refunds', [7]],
    ['codes', [10]],
    ['waiting', [3, 2, 1]],
    ['updates', [8, 12, 9]],
  ])
})

it('a cashier sees what waits among what waits, although a supervisor is notified of it', () => {
  expect(numbersOf(desk, false)).toEqual([
    ['attention', [6]],
    ['decide', [4]],
    ['refunds', [7]],
    ['codes', [10]],
    ['waiting', [5, 3, 2, 1, 11]],
    ['updates', [8, 12, 9]],
  ])
})

it('there is no section without sales', () => {
  expect(groupOpenItems([], true)).toEqual([])
})
