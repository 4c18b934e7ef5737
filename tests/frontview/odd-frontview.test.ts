import { describe, expect, it } from 'vitest'

import { startSandbox } from '#sandbox/server.ts'
import { createCaller } from '../sandbox/caller.ts'
import { arrangeWire, outcomeOf } from './judge.ts'

/** @security V1.3.2, V2.2.1: A tile's parameters open and run nothing that is not on a list. */

/**
 * The outcome that the beginning of a tile's name promises. A name without a known beginning promises that the tile
 * sells.
 */
const WORDS: Record<string, string> = {
  Opens: 'opens',
  Sells: 'sells',
  'Leads to': 'leads',
  Page: 'page',
  Wizard: 'wizard',
  Text: 'text',
  'Not available now': 'unavailable',
  Unreachable: 'unreachable',
  'Leads nowhere': 'broken-link',
  'Not supported here': 'unsupported',
  Dropped: 'dropped',
}

describe('the odd catalog layout of the sandbox', async () => {
  const sandbox = await startSandbox({ frontview: 'odd' })
  const caller = createCaller(sandbox)
  const textOf = async (path: string, content = {}) => {
    const came = await caller.post(path, content)
    return came.kind === 'json' ? JSON.stringify(came.body) : ''
  }
  const { storefront, tiles } = arrangeWire({
    frontview: await textOf('/frontview', { frontview_id: '7' }),
    services: await textOf('/services'),
  })
  await sandbox.close()

  const becameOf = (id: string) => {
    const outcome = outcomeOf(storefront, id)
    return outcome !== 'dropped' && !storefront.isReachable(id) ? 'unreachable' : outcome
  }

  it.each(tiles.map((tile) => ({ tile, name: tile.name.slice(0, 80) })))(
    'a tile has the outcome that its name promises: $name',
    ({ tile }) => {
      const word = Object.keys(WORDS).find((one) => tile.name.startsWith(one))
      const isPlaced = storefront.find(tile.id) === tile
      expect(isPlaced ? becameOf(tile.id) : 'dropped').toBe(WORDS[word ?? 'Sells'])
    },
  )

  it('links, pages and wizards open what their names promise', () => {
    const said = tiles.flatMap(({ id, name, action }) => {
      const goal = /^Leads to (\d+)/.exec(name)?.[1]
      const page = /^Page (\S+):/.exec(name)?.[1]
      const country = /^Wizard ([A-Z]{3}):/.exec(name)?.[1]
      if (goal) return [[id, goal, storefront.targetOf(storefront.find(id)!)?.id]]
      if (page) return [[id, page, action.kind === 'page' ? action.page : undefined]]
      return country ? [[id, country, action.kind === 'international' ? action.country : undefined]] : []
    })
    expect(said.length).toBeGreaterThan(10)
    for (const [, expected, found] of said) expect(found).toBe(expected)
  })

  it('only the tiles with a readable warning show one', () => {
    const warned = tiles.filter(({ warning }) => warning !== undefined).map(({ name }) => name)
    expect(warned).toEqual([
      'Sells: with a warning',
      'Sells: params is JSON text of an object',
      'Sells: params is a warning with tags',
      'Sells: params is a long warning',
    ])
  })
})
