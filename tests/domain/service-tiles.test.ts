import { expect, it } from 'vitest'

import { arrangeTiles } from '#domain/frontview.ts'
import { tilesFromServices } from '#domain/service-tiles.ts'

it('puts each service into the category it names, in the order of the list', () => {
  const { roots, childrenOf } = arrangeTiles(
    tilesFromServices([
      { id: 'a', name: 'A', category: 'Mobile' },
      { id: 'b', name: 'B', category: 'Gaming' },
      { id: 'c', name: 'C', category: 'Mobile' },
    ]),
  )
  expect(roots.map(({ name }) => name)).toEqual(['Mobile', 'Gaming'])
  expect(roots.map(({ id }) => childrenOf(id).map(({ name }) => name))).toEqual([['A', 'C'], ['B']])
})

it('leaves a service without a category on the first page', () => {
  const { roots } = arrangeTiles(tilesFromServices([{ id: 'a', name: 'A', category: '' }]))
  expect(roots).toMatchObject([{ name: 'A', action: { kind: 'sell', serviceId: 'a' } }])
})
