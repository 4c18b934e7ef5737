import { describe, expect, it } from 'vitest'

import { arrangeTiles } from '#domain/catalog/frontview.ts'
import { tilesFromServices } from '#domain/catalog/service-tiles.ts'

const aService = (id: string, category: string, brand = id) => ({ id, name: id.toUpperCase(), category, brand })

/** Returns the tree as text: each entry is a name, or a name with the names below it. */
function shelvesOf(services: Parameters<typeof tilesFromServices>[0]) {
  const { roots, childrenOf, findDropped } = arrangeTiles(tilesFromServices(services), new Map())
  expect(findDropped()).toEqual([])
  const show = (tiles: typeof roots): unknown[] =>
    tiles.map(({ id, name, type }) => (type === 'category' ? { [name]: show(childrenOf(id)) } : name))
  return show(roots)
}

describe('the tiles of a shop without a catalog layout', () => {
  it('tiles from products have the categories of the products, in the order of the list', () => {
    expect(
      shelvesOf([aService('a', 'Mobile'), aService('b', 'Gaming'), aService('c', 'Mobile'), aService('d', 'Gaming')]),
    ).toEqual([{ Mobile: ['A', 'C'] }, { Gaming: ['B', 'D'] }])
  })

  it('a brand with several products is a category inside its category', () => {
    expect(
      shelvesOf([
        aService('a', 'Mobile', 'Qamra'),
        aService('b', 'Mobile', 'Sahla'),
        aService('c', 'Mobile', 'Qamra'),
        aService('d', 'Mobile', 'Rimal'),
      ]),
    ).toEqual([{ Mobile: [{ Qamra: ['A', 'C'] }, 'B', 'D'] }])
  })

  it('a brand that would contain its whole category has no category of its own', () => {
    expect(shelvesOf([aService('a', 'Mobile', 'Qamra'), aService('b', 'Mobile', 'Qamra')])).toEqual([
      { Mobile: ['A', 'B'] },
    ])
  })

  it('products without a category are on the first page', () => {
    const tiles = tilesFromServices([aService('a', '', 'Qamra'), aService('b', '', 'Qamra')])
    expect(tiles).toMatchObject([
      { name: 'A', action: { kind: 'sell', serviceId: 'a' } },
      { name: 'B', action: { kind: 'sell', serviceId: 'b' } },
    ])
    expect(tiles.every(({ parentId }) => parentId === undefined)).toBe(true)
  })

  it('a category, a brand and a service with the same name are separate tiles', () => {
    expect(
      shelvesOf([aService('Mobile', 'Mobile', 'Mobile'), aService('x', 'Mobile', 'Mobile'), aService('y', 'Mobile')]),
    ).toEqual([{ Mobile: [{ Mobile: ['MOBILE', 'X'] }, 'Y'] }])
  })

  it('there are no tiles without products', () => expect(shelvesOf([])).toEqual([]))

  it('no tile is dropped when names look like those of another level', () => {
    const shelves = shelvesOf([
      aService('a', 'Mobile', 'Mobile'),
      aService('b', 'Mobile', 'Mobile'),
      aService('c', 'Mobile'),
      aService('d', 'Mobile:biller:Mobile'),
      aService('e', 'Mobile:Mobile', 'x'),
      aService('f', 'Mobile:Mobile', 'x'),
      aService('g', 'Mobile:Mobile'),
      aService('h', 'Mobile', 'Mobile:x'),
      aService('i', 'Mobile', 'Mobile:x'),
    ])
    expect(shelves).toEqual([
      { Mobile: [{ Mobile: ['A', 'B'] }, 'C', { 'Mobile:x': ['H', 'I'] }] },
      { 'Mobile:biller:Mobile': ['D'] },
      { 'Mobile:Mobile': [{ x: ['E', 'F'] }, 'G'] },
    ])
  })
})
