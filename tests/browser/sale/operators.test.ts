// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'

import { arrangeCatalog } from '#browser/api/catalog.ts'
import { findOperators, learnOperators } from '#browser/sale/operators.ts'
import type { Catalog } from '#api/catalog.ts'
import { aSale, catalog } from '../../support/a-shop.ts'

const velto: Catalog = {
  ...catalog,
  tiles: [
    ...catalog.tiles,
    { ...catalog.tiles[1]!, id: '4', name: 'Velto Recharge', action: { kind: 'sell', serviceId: 'velto' } },
  ],
  services: [...catalog.services, { ...catalog.services[0]!, id: 'velto', name: 'Velto Recharge', brand: 'Velto' }],
}
const operators = (typed: string) =>
  findOperators(arrangeCatalog(velto), typed).map(({ brand, isProbable }) => (isProbable ? `${brand}?` : brand))

beforeEach(() => localStorage.clear())

it("the operators of a number are those with a top-up of any amount, in the shop's order while nothing is known", () => {
  expect(operators('0551234567')).toEqual(['Qamra', 'Velto'])
})

it('the operators of a number begin with the one that numbers with this prefix were last sold for', () => {
  learnOperators([
    aSale({ state: 'succeeded', brand: 'Velto', account: '971551234567' }),
    aSale({ state: 'succeeded', brand: 'Qamra', account: '971551119999' }),
  ])
  expect(operators('05512')).toEqual(['Velto?', 'Qamra'])
  expect(operators('0551')).toEqual(['Qamra', 'Velto'])
  expect(operators('0561234567')).toEqual(['Qamra', 'Velto'])
})

it.each([{ state: 'failed' }, { kind: 'voucher' }, { account: 'amal@example.ae' }] as const)(
  'the operators of a number are not learned from a sale with %o',
  (more) => {
    learnOperators([aSale({ state: 'succeeded', brand: 'Velto', account: '971551234567', ...more })])
    expect(operators('05512')).toEqual(['Qamra', 'Velto'])
  },
)
