// @vitest-environment jsdom

import { expect, it } from 'vitest'

import { readSalesFilter } from '#browser/pages/sales/SalesSearch.tsx'

it.each([
  ['', {}],
  ['state=sold', { state: 'sold' }],
  ['state=everything', {}],
  ['day=2026-11-19', { day: '2026-11-19' }],
  ['day=2026-02-30', {}],
  ['day=yesterday', {}],
  ['q=%20050%20123%20', { q: '050 123' }],
  ['q=%20', {}],
  [`q=${'1'.repeat(50)}`, { q: '1'.repeat(40) }],
  ['cashier=c1&service=qamra-rc', { cashier: 'c1', service: 'qamra-rc' }],
  [`cashier=${'c'.repeat(41)}`, {}],
])('reads of the address %j what can be shown', (address, filter) => {
  expect(readSalesFilter(new URLSearchParams(address))).toEqual(filter)
})
