// @vitest-environment jsdom

import { expect, it } from 'vitest'

import { findDistinctiveNames } from '#browser/sale/international/AmountGroups.tsx'
import { decimal, formatDecimal } from '#domain/money.ts'

const amount = (name: string, gets: string, currency = 'PHP') => ({
  id: name,
  categoryId: 'mobile-airtime',
  name,
  description: '',
  gets: { amount: formatDecimal(decimal(gets)), currency },
  pays: { amount: formatDecimal(decimal('5')), currency: 'AED' },
})

it.each([
  { what: 'an amount alone', names: [amount('PHP 300', '300')], telling: [] },
  { what: 'operator and amount', names: [amount('Islanet 1,000.00 PHP', '1000')], telling: [] },
  { what: 'the same word each time', names: [amount('Load 50', '50'), amount('Load 100', '100.00')], telling: [] },
  { what: 'a product', names: [amount('Surf week', '90'), amount('PHP 50', '50')], telling: ['Surf week'] },
  { what: 'one word for one amount', names: [amount('Regional 50', '50')], telling: ['Regional 50'] },
  { what: 'another figure', names: [amount('2 GB', '50'), amount('4 GB', '90')], telling: ['2 GB', '4 GB'] },
])('a name is shown where it says more: $what', ({ names, telling }) => {
  expect([...findDistinctiveNames(names, 'Islanet')].map(({ name }) => name)).toEqual(telling)
})
