import { describe, expect, it } from 'vitest'

import { arrangeTiles, type Tile, type TileAction } from '#domain/catalog/frontview.ts'
import { INTERNATIONAL_ID } from '#domain/catalog/international.ts'
import { decimal } from '#domain/money/money.ts'
import type { Service } from '#domain/catalog/service.ts'
import { atLevel } from '../../support/level.ts'

const aService = (id: string, changes: Partial<Service> = {}): Service => ({
  id,
  isActive: true,
  name: id,
  brand: id,
  category: 'Mobile',
  subcategory: '',
  kind: 'direct',
  rule: { min: decimal(5), max: decimal(500), step: decimal(5) },
  isAccountRequired: true,
  ...changes,
})
const servicesOf = (...services: Service[]) => new Map(services.map((service) => [service.id, service]))

const aTile = (id: string, parentId?: string, changes: Partial<Tile> = {}): Tile => ({
  id,
  ...(parentId === undefined ? {} : { parentId }),
  type: 'category',
  name: `Tile ${id}`,
  isActive: true,
  action: { kind: 'open' },
  ...changes,
})
const aProduct = (id: string, parentId?: string, changes: Partial<Tile> = {}): Tile =>
  aTile(id, parentId, { type: 'product', action: { kind: 'sell', serviceId: 'qamra' }, ...changes })
const aLink = (id: string, alias: string, changes: Partial<Tile> = {}): Tile =>
  aTile(id, undefined, { type: 'other', action: { kind: 'go-to', alias }, ...changes })

const arrange = (tiles: readonly Tile[], services = servicesOf(aService('qamra'))) => arrangeTiles(tiles, services)
const ids = (tiles: readonly Tile[]) => tiles.map(({ id }) => id)
const findDroppedFrom = (tiles: readonly Tile[]) => arrange(tiles).findDropped()
const droppedFrom = (tiles: readonly Tile[]) =>
  findDroppedFrom(tiles).map(({ tile, reason }) => `${tile.name}: ${reason}`)

describe('the tree of tiles', () => {
  it('roots and siblings keep the order of the list, wherever their parents are in it', () => {
    const tiles = [aTile('7', '2'), aTile('9'), aTile('3', '2'), aTile('2'), aTile('5', '9'), aTile('4', '2')]
    const { roots, childrenOf, placed } = arrange(tiles)
    expect(ids(roots)).toEqual(['9', '2'])
    expect(ids(childrenOf('2'))).toEqual(['7', '3', '4'])
    expect(ids(childrenOf('9'))).toEqual(['5'])
    expect(ids(placed)).toEqual(['9', '5', '2', '7', '3', '4'])
  })

  it('the path to a tile leads from its root to itself, on any of eight levels', () => {
    const levels = ['1', '2', '3', '4', '5', '6', '7', '8']
    const { pathTo, isReachable } = arrange(levels.map((id, at) => aTile(id, levels[at - 1])).toReversed())
    expect(ids(pathTo('8'))).toEqual(levels)
    expect(ids(pathTo('1'))).toEqual(['1'])
    expect(pathTo('nowhere')).toEqual([])
    expect(isReachable('8')).toBe(true)
    expect(isReachable('nowhere')).toBe(false)
  })

  it('an empty category can be opened', () => {
    const { childrenOf, blockReasonOf } = arrange([aTile('1')])
    expect(blockReasonOf('1')).toBeUndefined()
    expect(childrenOf('1')).toEqual([])
  })

  it('an empty list has no tiles', () => {
    expect(arrange([])).toMatchObject({ roots: [], placed: [] })
    expect(arrange([]).findDropped()).toEqual([])
  })

  const MANY = atLevel(10_000, 100_000)
  const many = (parentOf: (at: number) => number | undefined) =>
    Array.from({ length: MANY }, (_, at) => aTile(String(at), parentOf(at)?.toString()))

  it('100,000 siblings and a chain of 100,000 tiles can be arranged', () => {
    const wide = arrange(many((at) => (at === 0 ? undefined : 0)))
    expect(wide.childrenOf('0').length).toBe(MANY - 1)

    const chain = arrange(many((at) => (at === 0 ? undefined : at - 1)).toReversed())
    expect(chain.pathTo(String(MANY - 1)).length).toBe(MANY)
    expect(chain.isReachable(String(MANY - 1))).toBe(true)
  })

  it('a cycle of 100,000 tiles and a chain of as many without a root are dropped', () => {
    const reasonsFor = (tiles: Tile[]) => new Set(findDroppedFrom(tiles).map(({ reason }) => reason))
    expect(reasonsFor(many((at) => (at + 1) % MANY))).toEqual(new Set(['cycle']))
    expect(reasonsFor(many((at) => at + 1))).toEqual(new Set(['parent-missing']))
  })
})

describe('a tile without a place', () => {
  it('a tile whose parent is missing is dropped with all tiles below it', () => {
    const tiles = [aTile('1'), aTile('2', 'gone', { alias: 'lost' }), aProduct('3', '2'), aLink('4', 'lost')]
    const { roots, find, childrenOf, pathTo, isReachable, blockReasonOf, placed } = arrange(tiles)
    expect(ids(roots)).toEqual(['1', '4'])
    expect(ids(placed)).toEqual(['1', '4'])
    expect([find('2'), find('3')]).toEqual([undefined, undefined])
    expect([childrenOf('2'), childrenOf('gone'), pathTo('3')]).toEqual([[], [], []])
    expect(isReachable('3')).toBe(false)
    expect(blockReasonOf('3')).toBe('unavailable')
    expect(blockReasonOf('4')).toBe('broken-link')
    expect(droppedFrom(tiles)).toEqual(['Tile 2: parent-missing', 'Tile 3: parent-missing'])
  })

  it('a tile in a cycle or below itself is dropped with all tiles below it', () => {
    const circle = [aTile('2', '3'), aTile('3', '2'), aProduct('below', '2')]
    const tiles = [aTile('1'), ...circle, aTile('own', 'own'), aProduct('below own', 'own')]
    const { placed, childrenOf } = arrange(tiles)
    expect(ids(placed)).toEqual(['1'])
    expect([childrenOf('2'), childrenOf('own')]).toEqual([[], []])
    expect(droppedFrom(tiles)).toEqual(['2', '3', 'below', 'own', 'below own'].map((id) => `Tile ${id}: cycle`))
  })

  it('the second of two tiles with one id is dropped, and children belong to the first', () => {
    const twice = [aTile('1', undefined, { name: 'First' }), aTile('2'), aTile('1', '2', { name: 'Second' })]
    const tiles = [...twice, aTile('3', '1')]
    const { roots, find, childrenOf } = arrange(tiles)
    expect(find('1')?.name).toBe('First')
    expect(ids(roots)).toEqual(['1', '2'])
    expect(ids(childrenOf('1'))).toEqual(['3'])
    expect(childrenOf('2')).toEqual([])
    expect(droppedFrom(tiles)).toEqual(['Second: duplicate-id'])
  })

  it('a tile is dropped once, with the nearest reason', () => {
    const tiles = [
      aTile('1', 'gone', { name: 'First' }),
      aTile('1', undefined, { name: 'Second' }),
      aTile('2', '1', { name: 'Below the first' }),
    ]
    expect(droppedFrom(tiles)).toEqual([
      'First: parent-missing',
      'Second: duplicate-id',
      'Below the first: parent-missing',
    ])
  })
})

describe('an inactive tile', () => {
  const storefront = arrange([
    aTile('1'),
    aTile('off', undefined, { isActive: false, alias: 'off' }),
    aTile('below', 'off', { alias: 'below' }),
    aProduct('product', 'below'),
    aTile('3'),
    aLink('to off', 'off'),
    aLink('to below', 'below'),
  ])

  it('an inactive tile keeps its place and is unavailable', () => {
    expect(ids(storefront.roots).slice(0, 3)).toEqual(['1', 'off', '3'])
    expect(storefront.blockReasonOf('off')).toBe('unavailable')
    expect(storefront.isReachable('off')).toBe(true)
  })

  it('the tiles below an inactive tile keep their place and cannot be reached', () => {
    expect(storefront.childrenOf('off')).toEqual([])
    expect(storefront.childrenOf('below')).toEqual([])
    expect([storefront.isReachable('below'), storefront.isReachable('product')]).toEqual([false, false])
    expect(storefront.blockReasonOf('product')).toBe('unavailable')
    expect(ids(storefront.pathTo('product'))).toEqual(['off', 'below', 'product'])
    expect(storefront.findDropped()).toEqual([])
  })

  it('a link cannot lead to an inactive tile or to one below it', () => {
    expect(storefront.blockReasonOf('to off')).toBe('broken-link')
    expect(storefront.blockReasonOf('to below')).toBe('broken-link')
  })
})

describe('a link', () => {
  const storefront = arrange([
    aTile('games', undefined, { alias: 'games' }),
    aTile('second games', undefined, { alias: 'games' }),
    aProduct('product', 'games', { alias: 'product' }),
    aLink('to games', 'games'),
    aLink('from below', 'games', { parentId: 'games' }),
    aLink('to nothing', ''),
    aLink('to an unknown alias', 'toString'),
    aLink('to itself', 'itself', { alias: 'itself' }),
    aLink('to a product', 'product'),
    aLink('there', 'back', { alias: 'there' }),
    aLink('back', 'there', { alias: 'back' }),
    aTile('nameless', undefined, { alias: '' }),
  ])

  it.each([
    { id: 'to games', goal: 'games' },
    { id: 'from below', goal: 'games' },
    { id: 'there', goal: 'back' },
    { id: 'back', goal: 'there' },
  ])('the link $id leads to $goal, the first tile with its alias', ({ id, goal }) => {
    expect(storefront.targetOf(storefront.find(id)!)?.id).toBe(goal)
    expect(storefront.blockReasonOf(id)).toBeUndefined()
  })

  it.each(['to nothing', 'to an unknown alias', 'to itself', 'to a product'])('the link %s is broken', (id) => {
    expect(storefront.targetOf(storefront.find(id)!)).toBeUndefined()
    expect(storefront.blockReasonOf(id)).toBe('broken-link')
  })

  it('a link leads to the first tile of the list with its alias, whatever its place in the tree', () => {
    const { targetOf, find } = arrange([
      aTile('deep', 'shallow', { alias: 'one' }),
      aTile('shallow', undefined, { alias: 'one' }),
      aLink('link', 'one'),
    ])
    expect(targetOf(find('link')!)?.id).toBe('deep')
  })

  it('a link whose first tile is inactive is broken', () => {
    const { blockReasonOf } = arrange([
      aTile('1', undefined, { alias: 'one', isActive: false }),
      aTile('2', undefined, { alias: 'one' }),
      aLink('link', 'one'),
    ])
    expect(blockReasonOf('link')).toBe('broken-link')
  })
})

describe('what pressing a tile does', () => {
  const services = servicesOf(
    aService('qamra'),
    aService('off', { isActive: false }),
    aService('no amount', { rule: { min: decimal(7), max: decimal(9), step: decimal(5) } }),
    aService('worth nothing', { rule: { min: decimal(0), max: decimal(0), step: decimal(0) } }),
    aService(INTERNATIONAL_ID, { kind: 'international' }),
  )
  const outcomeOf = (type: Tile['type'], action: TileAction, { hasChildren = false, all = services } = {}) => {
    const tiles = [aTile('1', undefined, { type, action }), ...(hasChildren ? [aTile('2', '1')] : [])]
    return arrangeTiles(tiles, all).blockReasonOf('1')
  }

  const sells = (serviceId: string): TileAction => ({ kind: 'sell', serviceId })
  const BALANCE: TileAction = { kind: 'page', page: 'balance' }
  const UNHEARD_OF: TileAction = { kind: 'unsupported', name: 'gotoMoon' }

  it.each<[string, string | undefined, Tile['type'], TileAction]>([
    ['a category opens', undefined, 'category', { kind: 'open' }],
    ['a product sells', undefined, 'product', sells('qamra')],
    ['a missing service', 'unavailable', 'product', sells('gone')],
    ['no service named', 'unavailable', 'product', sells('')],
    ['an inactive service', 'unavailable', 'product', sells('off')],
    ['no amount to sell', 'unavailable', 'product', sells('no amount')],
    ['an amount of zero', 'unavailable', 'product', sells('worth nothing')],
    ['the way to an international top-up', undefined, 'product', sells(INTERNATIONAL_ID)],
    ['a page', undefined, 'other', BALANCE],
    ['an unknown page', undefined, 'other', { kind: 'page', page: 'moon' }],
    ['a page without a name', 'broken-link', 'other', { kind: 'page', page: '' }],
    ['international', undefined, 'other', { kind: 'international', country: 'IND' }],
    ['a text', 'text', 'other', { kind: 'none' }],
    ['an unknown action', 'unsupported', 'product', UNHEARD_OF],
    ['an unknown type that does nothing', 'unsupported', 'unknown', { kind: 'open' }],
    ['an unknown type with a page', undefined, 'unknown', BALANCE],
    ['an unknown type with an unknown action', 'unsupported', 'unknown', UNHEARD_OF],
  ])('pressing %s is blocked by: %s', (_, blockReason, type, action) => {
    expect(outcomeOf(type, action)).toBe(blockReason)
  })

  it('an unknown type with children can be opened', () => {
    expect(outcomeOf('unknown', { kind: 'open' }, { hasChildren: true })).toBeUndefined()
  })

  it('international sales are possible when their product is not in the catalog, and not when it is inactive', () => {
    const off = servicesOf(aService(INTERNATIONAL_ID, { kind: 'international', isActive: false }))
    expect(outcomeOf('other', { kind: 'international' }, { all: servicesOf() })).toBeUndefined()
    expect(outcomeOf('other', { kind: 'international' }, { all: off })).toBe('unavailable')
  })
})

describe('the warnings of a tile', () => {
  it('the warning of a tile follows those of the categories around it, each once', () => {
    const { warningOf } = arrange([
      aTile('1', undefined, { warning: 'No refunds.' }),
      aTile('2', '1'),
      aTile('3', '2', { warning: 'UAE only.' }),
      aProduct('4', '3', { warning: 'Ends at eight.' }),
      aProduct('5', '3', { warning: 'No refunds.' }),
      aProduct('6', '2'),
      aProduct('7'),
    ])
    expect(warningOf('4')).toBe('No refunds.\nUAE only.\nEnds at eight.')
    expect(warningOf('5')).toBe('UAE only.\nNo refunds.')
    expect(warningOf('6')).toBe('No refunds.')
    expect(warningOf('7')).toBeUndefined()
    expect(warningOf('8')).toBeUndefined()
  })

  it('a tile has at most five warnings', () => {
    const chain = Array.from({ length: 20 }, (_, at) =>
      aTile(String(at), at === 0 ? undefined : String(at - 1), { warning: `Warning ${at}` }),
    )
    expect(arrange(chain).warningOf('19')?.split('\n')).toEqual([15, 16, 17, 18, 19].map((at) => `Warning ${at}`))
  })
})
