import { describe, expect, it } from 'vitest'

import { arrangeTiles } from '#domain/frontview.ts'
import { tilesFromServices } from '#domain/service-tiles.ts'

const aService = (id: string, category: string, brand = id) => ({ id, name: id.toUpperCase(), category, brand })

/** The tree as text: a name, or a name with what is below it. */
function shelvesOf(services: Parameters<typeof tilesFromServices>[0]) {
  const { roots, childrenOf, findDropped } = arrangeTiles(tilesFromServices(services), new Map())
  expect(findDropped()).toEqual([])
  const show = (tiles: typeof roots): unknown[] =>
    tiles.map(({ id, name, type }) => (type === 'category' ? { [name]: show(childrenOf(id)) } : name))
  return show(roots)
}

describe('the storefront of a POS without a frontview', () => {
  it('has one category for each that the services name, in the order of the list', () => {
    expect(
      shelvesOf([aService('a', 'Mobile'), aService('b', 'Gaming'), aService('c', 'Mobile'), aService('d', 'Gaming')]),
    ).toEqual([{ Mobile: ['A', 'C'] }, { Gaming: ['B', 'D'] }])
  })

  it('has in it one for each biller of several services', () => {
    expect(
      shelvesOf([
        aService('a', 'Mobile', 'Qamra'),
        aService('b', 'Mobile', 'Sahla'),
        aService('c', 'Mobile', 'Qamra'),
        aService('d', 'Mobile', 'Rimal'),
      ]),
    ).toEqual([{ Mobile: [{ Qamra: ['A', 'C'] }, 'B', 'D'] }])
  })

  it('leaves out a biller that would hold all of its category', () => {
    expect(shelvesOf([aService('a', 'Mobile', 'Qamra'), aService('b', 'Mobile', 'Qamra')])).toEqual([
      { Mobile: ['A', 'B'] },
    ])
  })

  it('leaves services without a category on the first page', () => {
    const tiles = tilesFromServices([aService('a', '', 'Qamra'), aService('b', '', 'Qamra')])
    expect(tiles).toMatchObject([
      { name: 'A', action: { kind: 'sell', serviceId: 'a' } },
      { name: 'B', action: { kind: 'sell', serviceId: 'b' } },
    ])
    expect(tiles.every(({ parentId }) => parentId === undefined)).toBe(true)
  })

  it('keeps a category, a biller and a service of one name apart', () => {
    expect(
      shelvesOf([aService('Mobile', 'Mobile', 'Mobile'), aService('x', 'Mobile', 'Mobile'), aService('y', 'Mobile')]),
    ).toEqual([{ Mobile: [{ Mobile: ['MOBILE', 'X'] }, 'Y'] }])
  })

  it('is empty where nothing is sold', () => expect(shelvesOf([])).toEqual([]))

  it('drops nothing where names look like those of another level', () => {
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
