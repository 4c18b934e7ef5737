// @vitest-environment jsdom
import { expect, it } from 'vitest'

import { findListed } from '#browser/pages/sale/use-sale-options.ts'

const islanet = { id: '401', name: 'Islanet' }
const lakbay = { id: '403', name: 'Lakbay' }

it.each([
  { says: 'by its name, whatever its id', named: { id: '9403', name: ' lakbay' }, found: lakbay },
  { says: 'by its name before another one’s id', named: { id: '401', name: 'Lakbay' }, found: lakbay },
  { says: 'by its id where it is named otherwise', named: { id: '403', name: 'Lakbay Telecom' }, found: lakbay },
  { says: 'by its id alone', named: { id: '401' }, found: islanet },
  { says: 'nowhere', named: { id: '777', name: 'Bulan' }, found: undefined },
])('finds the operator a check named $says', ({ named, found }) => {
  expect(findListed(named, [islanet, lakbay])).toEqual(found)
})

it('finds nobody while the list is not there', () => {
  expect(findListed({ name: 'Lakbay' }, undefined)).toBeUndefined()
})
