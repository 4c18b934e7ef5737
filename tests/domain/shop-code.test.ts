import { expect, it } from 'vitest'

import { findShopOfCode, inShop, readCodeOfShop } from '#domain/shop-code.ts'

it.each([
  { typed: 'DEIRA-K7QF-M2XD', shop: 'deira' },
  { typed: 'deirak7qfm2xd', shop: 'deira' },
  { typed: ' d7 K7QF M2XD ', shop: 'd7' },
  // A shop's code may contain letters that other codes never contain.
  { typed: 'OUD1-K7QF-M2XD', shop: 'oud1' },
  { typed: 'K7QF-M2XD', shop: undefined },
  { typed: '7-K7QF-M2XD', shop: undefined },
  { typed: `${'d'.repeat(21)}-K7QF-M2XD`, shop: undefined },
  { typed: '', shop: undefined },
])('the shop of the code "$typed" is $shop', ({ typed, shop }) => expect(findShopOfCode(typed, 8)).toBe(shop))

it('a code begins with its shop where there are several shops', () => {
  expect(inShop('K7QF-M2XD', 'deira')).toBe('DEIRA-K7QF-M2XD')
  expect(inShop('K7QF-M2XD', undefined)).toBe('K7QF-M2XD')
})

it('a typed code keeps letters, digits and dashes, and at most as many as a code has', () => {
  expect(readCodeOfShop(' deira-k7qf m2xd!')).toBe('DEIRA-K7QFM2XD')
  expect(readCodeOfShop('x'.repeat(99))).toHaveLength(40)
})
