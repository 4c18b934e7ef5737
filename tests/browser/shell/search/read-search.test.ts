import { expect, it } from 'vitest'

import { isNumbered, readSearch } from '#browser/shell/search/read-search.ts'

it.each([
  ['4562', { sales: '4562', ending: '4562' }],
  ['٤٥٦٢', { sales: '4562', ending: '4562' }],
  ['050 123 4562', { sales: '050 123 4562', number: '050 123 4562' }],
  ['+63 917 555 0142', { sales: '+63 917 555 0142', number: '+63 917 555 0142' }],
  ['#7', { sales: '#7' }],
  ['P 0483', { sales: 'P 0483' }],
  ['huda@example.ae', { sales: 'huda@example.ae', person: 'huda@example.ae' }],
  ['TX-20261120', { sales: 'TX-20261120' }],
  ['a 17', { order: 'A-17' }],
  ['Z-41', { order: 'Z-41', report: '41' }],
  ['z 0041', { report: '41' }],
  ['pixelmoor 200', {}],
  ['20', {}],
  ['hamad', { person: 'hamad' }],
  ['4562'.repeat(25), {}],
  ['%', {}],
  ['', {}],
])('the search reads %j as the number or name of %j', (typed, wanted) => {
  expect(readSearch(typed)).toEqual(wanted)
})

it('orders, reports and sale numbers are not searched in the products', () => {
  expect(['a 17', 'z 41', 'P 0483', '#12'].map(isNumbered)).toEqual([true, true, true, true])
  expect(['750', 'pixelmoor 200', '5 gb', 'a'].map(isNumbered)).toEqual([false, false, false, false])
})
