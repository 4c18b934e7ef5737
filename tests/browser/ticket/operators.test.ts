// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'

import { arrangeCatalogue } from '#browser/api/catalogue.ts'
import { findOperators, learnOperators } from '#browser/pages/sell/ticket-entry.ts'
import type { Catalogue } from '#contract/proxy/catalogue.ts'
import { aSale, catalogue } from '../../support/a-shop.ts'

const velto: Catalogue = {
  ...catalogue,
  tiles: [
    ...catalogue.tiles,
    { ...catalogue.tiles[1]!, id: '4', name: 'Velto Recharge', action: { kind: 'sell', serviceId: 'velto' } },
  ],
  services: [...catalogue.services, { ...catalogue.services[0]!, id: 'velto', name: 'Velto Recharge', brand: 'Velto' }],
}
const operators = (typed: string) =>
  findOperators(arrangeCatalogue(velto), typed).map(({ brand, isProbable }) => (isProbable ? `${brand}?` : brand))

beforeEach(() => localStorage.clear())

describe('the operators of a number', () => {
  it('are those with a recharge of any amount, in the order of the shop while nothing is known', () => {
    expect(operators('0551234567')).toEqual(['Qamra', 'Velto'])
  })

  it('begin with the one to which numbers that begin so were sold last', () => {
    learnOperators([
      aSale({ state: 'succeeded', brand: 'Velto', account: '971551234567' }),
      aSale({ state: 'succeeded', brand: 'Qamra', account: '971551119999' }),
    ])
    expect(operators('05512')).toEqual(['Velto?', 'Qamra'])
    expect(operators('0551')).toEqual(['Qamra', 'Velto'])
    expect(operators('0561234567')).toEqual(['Qamra', 'Velto'])
  })

  it.each([{ state: 'failed' }, { kind: 'voucher' }, { account: 'amal@example.ae' }] as const)(
    'are not learned from a sale with %o',
    (more) => {
      learnOperators([aSale({ state: 'succeeded', brand: 'Velto', account: '971551234567', ...more })])
      expect(operators('05512')).toEqual(['Qamra', 'Velto'])
    },
  )
})
