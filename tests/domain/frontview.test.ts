import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { arrangeTiles, type Tile } from '#domain/frontview.ts'

const aTile = (id: string, parentId?: string, changes: Partial<Tile> = {}): Tile => ({
  id,
  ...(parentId === undefined ? {} : { parentId }),
  type: 'category',
  name: `Tile ${id}`,
  isActive: true,
  action: { kind: 'open' },
  ...changes,
})
const ids = (tiles: readonly Tile[]) => tiles.map(({ id }) => id)

describe('arrangeTiles', () => {
  it('keeps roots and siblings in the order of the list, wherever their parents stand', () => {
    const { roots, childrenOf } = arrangeTiles([
      aTile('7', '2'),
      aTile('9'),
      aTile('3', '2'),
      aTile('2'),
      aTile('5', '9'),
      aTile('4', '2'),
    ])
    expect(ids(roots)).toEqual(['9', '2'])
    expect(ids(childrenOf('2'))).toEqual(['7', '3', '4'])
    expect(ids(childrenOf('9'))).toEqual(['5'])
    expect(childrenOf('5')).toEqual([])
  })

  it('leads from the root down to a tile, itself included', () => {
    const { pathTo } = arrangeTiles([aTile('3', '2'), aTile('2', '1'), aTile('1')])
    expect(ids(pathTo('3'))).toEqual(['1', '2', '3'])
    expect(ids(pathTo('1'))).toEqual(['1'])
    expect(pathTo('nowhere')).toEqual([])
  })

  it('leaves out what hangs on a parent that is not there, with all below it', () => {
    const { byId, roots, childrenOf, pathTo } = arrangeTiles([
      aTile('1'),
      aTile('2', 'gone', { alias: 'lost' }),
      aTile('3', '2'),
    ])
    expect([...byId.keys()]).toEqual(['1'])
    expect(ids(roots)).toEqual(['1'])
    expect(childrenOf('2')).toEqual([])
    expect(childrenOf('gone')).toEqual([])
    expect(pathTo('3')).toEqual([])
  })

  it('leaves out tiles that hang on one another in a circle, and on themselves', () => {
    const { byId, byAlias, childrenOf } = arrangeTiles([
      aTile('1'),
      aTile('2', '3', { alias: 'round' }),
      aTile('3', '2'),
      aTile('4', '4'),
    ])
    expect([...byId.keys()]).toEqual(['1'])
    expect(byAlias.size).toBe(0)
    expect(childrenOf('2')).toEqual([])
    expect(childrenOf('4')).toEqual([])
  })

  it('keeps the first of two tiles with one id', () => {
    const { byId, roots, childrenOf } = arrangeTiles([
      aTile('1', undefined, { name: 'First' }),
      aTile('2'),
      aTile('1', '2', { name: 'Second' }),
    ])
    expect(byId.get('1')?.name).toBe('First')
    expect(ids(roots)).toEqual(['1', '2'])
    expect(childrenOf('2')).toEqual([])
  })

  it('finds tiles by their alias, the first listed of two, and none by an empty one', () => {
    const { byAlias } = arrangeTiles([
      aTile('3', '2', { alias: 'games' }),
      aTile('1', undefined, { alias: 'games' }),
      aTile('2', undefined, { alias: '' }),
    ])
    expect([...byAlias].map(([alias, { id }]) => [alias, id])).toEqual([['games', '3']])
  })

  it('keeps inactive tiles in their places', () => {
    const { roots } = arrangeTiles([aTile('1'), aTile('2', undefined, { isActive: false }), aTile('3')])
    expect(ids(roots)).toEqual(['1', '2', '3'])
  })

  it('arranges nothing as nothing', () => expect(arrangeTiles([]).roots).toEqual([]))

  it('arranges 10,000 tiles in less than a second, however they hang', () => {
    const count = 10_000
    const shapes: Record<string, (at: number) => string | undefined> = {
      flat: () => undefined,
      'under one': (at) => (at === 0 ? undefined : '0'),
      deep: (at) => (at === 0 ? undefined : String(at - 1)),
      'in tens': (at) => (at === 0 ? undefined : String(Math.floor(at / 10))),
      'one circle': (at) => String((at + 1) % count),
    }
    for (const [shape, parentOf] of Object.entries(shapes)) {
      const tiles = Array.from({ length: count }, (_, at) => aTile(String(at), parentOf(at)))
      const begin = performance.now()
      const { byId, pathTo } = arrangeTiles(tiles)
      const path = pathTo(String(count - 1))
      expect(performance.now() - begin, shape).toBeLessThan(1_000)
      expect(byId.size, shape).toBe(shape === 'one circle' ? 0 : count)
      if (shape === 'deep') expect(path.length).toBe(count)
    }
  })

  it('takes more siblings than a call takes arguments', () => {
    const tiles = Array.from({ length: 200_000 }, (_, at) => aTile(String(at), at === 0 ? undefined : '0'))
    expect(arrangeTiles(tiles).byId.size).toBe(200_000)
  })

  it('shows every tile it knows exactly once, below its parent, whatever the list', () => {
    const someId = fc.integer({ min: 0, max: 12 }).map(String)
    const list = fc.array(fc.tuple(someId, fc.option(someId, { nil: undefined })), { maxLength: 20 })
    fc.assert(
      fc.property(list, (pairs) => {
        const { byId, roots, childrenOf, pathTo } = arrangeTiles(pairs.map(([id, parentId]) => aTile(id, parentId)))
        const shown: string[] = []
        const show = (tiles: readonly Tile[]) => {
          for (const tile of tiles) {
            shown.push(tile.id)
            show(childrenOf(tile.id))
          }
        }
        show(roots)
        expect(shown).toEqual([...byId.keys()])
        expect(new Set(shown).size).toBe(shown.length)
        for (const id of shown) {
          const path = pathTo(id)
          expect(roots).toContain(path[0])
          expect(path.at(-1)).toBe(byId.get(id))
          for (const [at, tile] of path.slice(1).entries()) expect(tile.parentId).toBe(path[at]?.id)
        }
      }),
    )
  })
})
