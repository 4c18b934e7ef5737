// @vitest-environment jsdom
import { expect, it } from 'vitest'

import { groupByFour } from '#browser/pages/wallet/WalletPage.tsx'

it.each([
  ['4820771503', '4820 7715 03'],
  ['12345678', '1234 5678'],
  ['ab12', 'ab12'],
  ['TOP-UP 77', 'TOP-UP 77'],
])('reads %s as %s', (code, read) => {
  expect(groupByFour(code)).toBe(read)
})
