import { expect, it } from 'vitest'

import { moveInGrid, packRows } from '#browser/pages/sell/grid/grid-rows.ts'
import { viewTile } from '#browser/pages/sell/grid/tile-view.ts'
import { arrangeTiles, type Tile } from '#domain/catalog/frontview.ts'
import { INTERNATIONAL_ID } from '#domain/catalog/international.ts'
import { decimal } from '#domain/money/money.ts'
import type { Service } from '#domain/catalog/service.ts'

const service = (id: string, more: Partial<Service> = {}): Service => ({
  id,
  isActive: true,
  name: id,
  brand: id,
  category: 'Mobile',
  subcategory: '',
  kind: 'direct',
  rule: { min: decimal(5), max: decimal(500), step: decimal(5) },
  isAccountRequired: true,
  ...more,
})

const services = new Map(
  [
    service('qamra'),
    service('off', { isActive: false }),
    service('code', { kind: 'voucher', rule: { min: decimal(50), max: decimal(50), step: decimal(0) } }),
    service('free', { kind: 'voucher', rule: { min: decimal(0), max: decimal(0), step: decimal(0) } }),
    service('bridge', { kind: 'international' }),
    service('never', { rule: { min: decimal(7), max: decimal(9), step: decimal(5) } }),
  ].map((one) => [one.id, one]),
)

const tile = (id: string, action: Tile['action'], more: Partial<Tile> = {}): Tile => ({
  id,
  type: 'product',
  name: id,
  isActive: true,
  action,
  ...more,
})

const tiles: Tile[] = [
  tile('mobile', { kind: 'open' }, { type: 'category', alias: 'mobile' }),
  tile('closed', { kind: 'open' }, { type: 'category', alias: 'closed', isActive: false }),
  tile('empty', { kind: 'open' }, { type: 'category' }),
  tile('qamra', { kind: 'sell', serviceId: 'qamra' }, { parentId: 'mobile', alias: 'qamra' }),
  tile('hidden', { kind: 'sell', serviceId: 'qamra' }, { parentId: 'mobile', isActive: false }),
  tile('off', { kind: 'sell', serviceId: 'off' }),
  tile('gone', { kind: 'sell', serviceId: 'gone' }),
  tile('code', { kind: 'sell', serviceId: 'code' }),
  tile('free', { kind: 'sell', serviceId: 'free' }),
  tile('bridge', { kind: 'sell', serviceId: 'bridge' }),
  tile('never', { kind: 'sell', serviceId: 'never' }),
  tile('to-mobile', { kind: 'go-to', alias: 'mobile' }, { type: 'other' }),
  tile('to-qamra', { kind: 'go-to', alias: 'qamra' }, { parentId: 'mobile' }),
  tile('to-closed', { kind: 'go-to', alias: 'closed' }, { type: 'other' }),
  tile('to-nowhere', { kind: 'go-to', alias: 'nowhere' }, { type: 'other' }),
  tile('wallet', { kind: 'page', page: 'balance' }, { type: 'other' }),
  tile('sales', { kind: 'page', page: 'sales' }, { type: 'other' }),
  tile('page', { kind: 'page', page: 'toString' }, { type: 'other' }),
  tile('world', { kind: 'international' }, { type: 'other' }),
  tile('africa', { kind: 'international', group: 'west africa' }, { type: 'other' }),
  tile('egypt', { kind: 'international', country: 'egy', group: 'africa' }, { type: 'other' }),
  tile('odd', { kind: 'unsupported', name: 'dance' }),
  tile('poster', { kind: 'none' }, { type: 'other' }),
]
const shelf = { storefront: arrangeTiles(tiles, services), services }
const tileOf = (id: string) => tiles.find((one) => one.id === id)!

it.each([
  { id: 'mobile', look: 'category', to: '/sell/category/mobile', childCount: 3 },
  { id: 'closed', look: 'category', blockReason: 'unavailable' },
  { id: 'empty', look: 'category', to: '/sell/category/empty', childCount: 0 },
  { id: 'qamra', look: 'product', to: '/sell/product/qamra' },
  { id: 'hidden', look: 'product', blockReason: 'unavailable' },
  { id: 'off', look: 'product', blockReason: 'unavailable' },
  { id: 'gone', look: 'product', blockReason: 'unavailable' },
  { id: 'code', look: 'product', to: '/sell/product/code' },
  { id: 'free', look: 'product', blockReason: 'unavailable' },
  { id: 'bridge', look: 'product', to: '/sell/international' },
  { id: 'never', look: 'product', blockReason: 'unavailable' },
  { id: 'to-mobile', look: 'banner', to: '/sell/category/mobile' },
  { id: 'to-qamra', look: 'product', blockReason: 'broken-link' },
  { id: 'to-closed', look: 'banner', blockReason: 'broken-link' },
  { id: 'to-nowhere', look: 'banner', blockReason: 'broken-link' },
  { id: 'wallet', look: 'banner', to: '/page/balance' },
  { id: 'sales', look: 'banner', to: '/page/sales' },
  { id: 'page', look: 'banner', to: '/page/toString' },
  { id: 'world', look: 'banner', to: '/sell/international' },
  { id: 'africa', look: 'banner', to: '/sell/international?group=west%20africa' },
  { id: 'egypt', look: 'banner', to: '/sell/international/egy' },
  { id: 'odd', look: 'banner', blockReason: 'unsupported' },
  { id: 'poster', look: 'banner', blockReason: 'text' },
])('viewTile $id: $look, $to$blockReason', ({ id, look, to, blockReason, ...rest }) => {
  const view = viewTile(tileOf(id), shelf)
  expect(view).toMatchObject({ look, ...rest })
  expect([view.to, view.blockReason]).toEqual([to, blockReason])
})

const worldIn = (services: Map<string, Service>) =>
  viewTile(tileOf('world'), { storefront: arrangeTiles(tiles, services), services })

it('an international top-up is available where the catalog does not list its product, and not where that is turned off', () => {
  const others = new Map([...services].filter(([, { kind }]) => kind !== 'international'))
  expect(worldIn(others).to).toBe('/sell/international')
  const off = service(INTERNATIONAL_ID, { kind: 'international', isActive: false })
  expect(worldIn(new Map([...services, [INTERNATIONAL_ID, off]]))).toMatchObject({ blockReason: 'unavailable' })
})

it('an international top-up keeps its tile in the address when the tile or a category above it has a text for the customer', () => {
  const told = [
    tile('asia', { kind: 'open' }, { type: 'category', warning: 'Not today.' }),
    tile('india', { kind: 'international', country: 'IND' }, { type: 'other', parentId: 'asia' }),
    tile('islands', { kind: 'international', group: 'islands' }, { type: 'other', warning: 'By boat.' }),
  ]
  const storefront = arrangeTiles(told, services)
  expect(told.map((each) => viewTile(each, { storefront, services }).to)).toEqual([
    '/sell/category/asia',
    '/sell/international/IND?tile=india',
    '/sell/international?group=islands&tile=islands',
  ])
})

it("an international top-up's tile has no amount of its own", () => {
  expect(viewTile(tileOf('bridge'), shelf).service).toBeUndefined()
})

/** One letter per tile: `b` is a banner of two columns, `t` a text tile, `p` a product. */
const shelfOf = (letters: string): Tile[] =>
  [...letters].map((name, index) =>
    tile(String(index), name === 'b' ? { kind: 'page', page: 'sales' } : { kind: 'open' }, { name }),
  )

it.each([
  ['', 4, ''],
  ['ppppp', 4, '0123 4'],
  ['bbpppp', 4, '01 2345'],
  // A banner that does not fit begins a new row, and the next single tile fills the space before it.
  ['pppbpp', 4, '0124 35'],
  ['bbppp', 3, '02 13 4'],
  ['bppb', 3, '01 23'],
  ['bpb', 1, '0 1 2'],
])('packRows lays "%s" out in %i columns as %s', (letters, columns, rows) => {
  const packed = packRows(shelfOf(letters), columns)
  expect(packed.rows.map((row) => row.join('')).join(' ')).toBe(rows)
  const rowOf = [...letters].map((_, index) => rows.split(' ').findIndex((row) => row.includes(String(index))))
  expect(packed.rowOf).toEqual(rowOf)
})

// In four columns: 0 0 1 1 2 3 4 5 6 t 8
const grid = {
  tiles: shelfOf('bbppppptp'),
  columns: 4,
  rowsInSight: 2,
  isRtl: false,
  isPassedOver: ({ name }: Tile) => name === 't',
}

it.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 6, 8],
  ['ArrowRight', 8, 8],
  ['ArrowLeft', 8, 6],
  ['ArrowLeft', 0, 0],
  ['ArrowDown', 0, 2],
  ['ArrowDown', 1, 4],
  ['ArrowDown', 5, 8],
  ['ArrowDown', 3, 8],
  ['ArrowDown', 8, 8],
  ['ArrowUp', 3, 0],
  ['ArrowUp', 4, 1],
  ['ArrowUp', 8, 4],
  ['ArrowUp', 1, 'above'],
  ['PageDown', 0, 6],
  ['PageUp', 6, 0],
  ['PageUp', 1, 1],
  ['Home', 8, 0],
  ['End', 0, 8],
  ['Enter', 0, undefined],
  ['toString', 0, undefined],
] as const)('stepOnShelf %s leads from %s to %s', (key, from, to) => {
  expect(moveInGrid(key, from, grid)).toBe(to)
})

it('stepOnShelf follows the tiles as they are arranged when a later one fills the place beside a banner', () => {
  // In three columns: 0 0 2, then 1 1 3
  const dense = { ...grid, tiles: shelfOf('bbpp'), columns: 3 }
  expect(moveInGrid('ArrowRight', 0, dense)).toBe(2)
  expect(moveInGrid('ArrowRight', 2, dense)).toBe(1)
  expect(moveInGrid('ArrowDown', 2, dense)).toBe(3)
})

it('stepOnShelf swaps left and right in a right-to-left language', () => {
  const mirrored = { ...grid, isRtl: true }
  expect(moveInGrid('ArrowLeft', 2, mirrored)).toBe(3)
  expect(moveInGrid('ArrowRight', 3, mirrored)).toBe(2)
})
