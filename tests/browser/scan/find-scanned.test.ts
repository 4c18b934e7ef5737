import { expect, it } from 'vitest'

import { findScanned } from '#browser/scanner/scan.ts'

const ids = ['px-100', 'PX-200', 'px-200', 'Gems', '4711']

it.each([
  { scanned: 'px-100', found: 'px-100' },
  { scanned: ' px-100 ', found: 'px-100' },
  { scanned: 'PX-100', found: 'px-100' },
  { scanned: 'GEMS', found: 'Gems' },
  { scanned: 'PX-200', found: 'PX-200' },
  { scanned: 'px-200', found: 'px-200' },
  // Which of the two is meant nobody can tell.
  { scanned: 'Px-200', found: undefined },
  { scanned: '471', found: undefined },
  { scanned: '6291100123456', found: undefined },
])('finds $found by $scanned', ({ scanned, found }) => {
  expect(findScanned(ids, { text: scanned, onLatinKeys: scanned })).toBe(found)
})

it('finds a product on a keyboard that writes Arabic', () => {
  expect(findScanned(ids, { text: 'حء-100', onLatinKeys: 'PX-100' })).toBe('px-100')
})
