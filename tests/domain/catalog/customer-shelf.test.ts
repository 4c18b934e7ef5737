import { expect, it } from 'vitest'

import { shelfOf } from '#domain/catalog/customer-shelf.ts'
import type { Tile } from '#domain/catalog/frontview.ts'

const tile = (id: string, changes: Partial<Tile> = {}): Tile => ({
  id,
  type: 'product',
  name: `Product ${id}`,
  isActive: true,
  imageSmall: `https://pictures.example/${id}.png`,
  action: { kind: 'sell', serviceId: id },
  ...changes,
})

it('customers are shown each picture once, of active products on the first two levels, and the banners', () => {
  const { imageSmall: _, ...bare } = tile('6')
  const tiles = [
    tile('1'),
    tile('2', { imageSmall: 'https://pictures.example/1.png' }),
    tile('3', { isActive: false }),
    tile('games', { type: 'category', action: { kind: 'open' } }),
    tile('4', { parentId: 'games', name: 'Game\ncard' }),
    tile('closed', { type: 'category', action: { kind: 'open' }, isActive: false }),
    tile('5', { parentId: 'closed' }),
    tile('banner', {
      action: { kind: 'none' },
      name: 'Weekend\n from AED 15 ',
      imageLarge: 'https://pictures.example/b',
    }),
    tile('strange', { action: { kind: 'unsupported', name: 'x' } }),
    bare,
  ]
  expect(shelfOf(tiles)).toEqual({
    brands: [
      { name: 'Product 1', picture: 'https://pictures.example/1.png' },
      { name: 'Game card', picture: 'https://pictures.example/4.png' },
    ],
    offers: [{ lines: ['Weekend', 'from AED 15'], isInternational: false, picture: 'https://pictures.example/b' }],
  })
})

it('a large catalog fills one shelf only', () => {
  const many = Array.from({ length: 500 }, (_, at) => tile(`p${at}`))
  const banners = Array.from({ length: 50 }, (_, at) => tile(`b${at}`, { action: { kind: 'none' } }))
  const { brands, offers } = shelfOf([...many, ...banners])
  expect([brands.length, offers.length]).toEqual([12, 4])
})
