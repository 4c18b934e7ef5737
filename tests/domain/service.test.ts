import { describe, expect, it } from 'vitest'

import { arrangeTiles } from '#domain/frontview.ts'
import { serviceKind } from '#domain/service.ts'
import { tilesFromServices } from '#domain/service-tiles.ts'

describe('serviceKind', () => {
  it.each([
    { id: 'et-mc', isPinBased: false, kind: 'direct' },
    { id: 'itunes_aed_100', isPinBased: true, kind: 'voucher' },
    { id: 'international-bridge', isPinBased: false, kind: 'international' },
    // The constant id decides, whatever the flags.
    { id: 'international-bridge', isPinBased: true, kind: 'international' },
    // Ids are case-sensitive.
    { id: 'International-Bridge', isPinBased: false, kind: 'direct' },
  ])('$id with a PIN: $isPinBased is $kind', ({ id, isPinBased, kind }) =>
    expect(serviceKind(id, isPinBased)).toBe(kind),
  )
})

describe('tilesFromServices', () => {
  const services = [
    { id: 'b', name: 'Qamra', category: 'Mobile' },
    { id: 'a', name: 'Noor Games', category: 'Games' },
    { id: 'c', name: 'Lulua', category: 'Mobile' },
    { id: 'd', name: 'Loose', category: '' },
  ]

  it('puts each service under its category, both in the order of the list', () => {
    const { roots, childrenOf } = arrangeTiles(tilesFromServices(services))
    expect(roots.map(({ name }) => name)).toEqual(['Mobile', 'Games', 'Loose'])
    expect(childrenOf('category:Mobile').map(({ action }) => action)).toEqual([
      { kind: 'sell', serviceId: 'b' },
      { kind: 'sell', serviceId: 'c' },
    ])
    expect(childrenOf('category:Games').map(({ name }) => name)).toEqual(['Noor Games'])
  })

  it('keeps a category and a service of the same name apart', () => {
    const tiles = tilesFromServices([{ id: 'Mobile', name: 'Mobile', category: 'Mobile' }])
    expect(new Set(tiles.map(({ id }) => id)).size).toBe(2)
  })

  it('shows nothing where nothing is sold', () => expect(tilesFromServices([])).toEqual([]))
})
