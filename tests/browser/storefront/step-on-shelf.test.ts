import { describe, expect, it } from 'vitest'

import { moveInGrid, packRows } from '#browser/pages/sell/tile-view.ts'
import type { Tile } from '#domain/frontview.ts'

/** A letter each: `b` a banner of two columns, `t` a text, `p` a product. */
const shelfOf = (letters: string): Tile[] =>
  [...letters].map((letter, index) => ({
    id: String(index),
    type: 'product',
    name: letter,
    isActive: true,
    action: letter === 'b' ? { kind: 'page', page: 'sales' } : { kind: 'open' },
  }))

describe('packRows', () => {
  it.each([
    { letters: '', columns: 4, rows: [] },
    { letters: 'ppppp', columns: 4, rows: [[0, 1, 2, 3], [4]] },
    {
      letters: 'bbpppp',
      columns: 4,
      rows: [
        [0, 1],
        [2, 3, 4, 5],
      ],
    },
    // A banner that does not fit begins a row, and the next single tile fills the place before it.
    {
      letters: 'pppbpp',
      columns: 4,
      rows: [
        [0, 1, 2, 4],
        [3, 5],
      ],
    },
    { letters: 'bbppp', columns: 3, rows: [[0, 2], [1, 3], [4]] },
    {
      letters: 'bppb',
      columns: 3,
      rows: [
        [0, 1],
        [2, 3],
      ],
    },
    { letters: 'bpb', columns: 1, rows: [[0], [1], [2]] },
  ])('lays "$letters" out in $columns columns as $rows', ({ letters, columns, rows }) => {
    const packed = packRows(shelfOf(letters), columns)
    expect(packed.rows).toEqual(rows)
    expect(packed.rowOf).toEqual([...letters].map((_, index) => rows.findIndex((row) => row.includes(index))))
  })
})

describe('stepOnShelf', () => {
  // As it lies in four columns:
  //   0 0 1 1
  //   2 3 4 5
  //   6 t 8
  const shelf = {
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
  ] as const)('%s leads from %s to %s', (key, from, to) => {
    expect(moveInGrid(key, from, shelf)).toBe(to)
  })

  it('goes over the tiles as they lie where a later one fills the place beside a banner', () => {
    // In three columns: 0 0 2, then 1 1 3
    const dense = { ...shelf, tiles: shelfOf('bbpp'), columns: 3 }
    expect(moveInGrid('ArrowRight', 0, dense)).toBe(2)
    expect(moveInGrid('ArrowRight', 2, dense)).toBe(1)
    expect(moveInGrid('ArrowDown', 2, dense)).toBe(3)
  })

  it('mirrors left and right where one reads from the right', () => {
    const mirrored = { ...shelf, isRtl: true }
    expect(moveInGrid('ArrowLeft', 2, mirrored)).toBe(3)
    expect(moveInGrid('ArrowRight', 3, mirrored)).toBe(2)
  })
})
