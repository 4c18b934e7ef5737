import { arrangeTiles } from '../../src/domain/frontview.ts'
import { makeShop } from './shop.mjs'

/** @typedef {import('../../src/domain/frontview.ts').Tile} Tile */

const WARM_UP = 5

/**
 * Medians in milliseconds of this many runs of the bare loop and of `arrangeTiles` over lists of each size. The runs alternate, so that other work of
 * the machine affects all of them. Runs in Node and in a page.
 */
export function measure(/** @type {number[]} */ counts, /** @type {number} */ runs) {
  const lists = counts.map((count) => ({ count, shop: makeShop(count), bare: [0], arranged: [0], judged: [0] }))
  for (let run = -WARM_UP; run < runs; run += 1) {
    for (const list of lists) {
      const { bareMs, arrangeMs, judgeMs } = measureOnce(list.shop)
      // The first run that counts discards the measurements of the warm-up.
      if (run <= 0) Object.assign(list, { bare: [], arranged: [], judged: [] })
      list.bare.push(bareMs)
      list.arranged.push(arrangeMs)
      list.judged.push(judgeMs)
    }
  }
  return lists.map(({ count, shop, bare, arranged, judged }) => {
    const { placed, findDropped } = arrangeTiles(shop.tiles, shop.services)
    const sizes = { count, placed: placed.length, dropped: findDropped().length }
    return { ...sizes, bareMs: median(bare), arrangeMs: median(arranged), judgeMs: median(judged) }
  })
}

function measureOnce(/** @type {ReturnType<typeof makeShop>} */ { tiles, services }) {
  const [bareMs, reached] = timed(() => bareLoop(tiles))
  const [arrangeMs, storefront] = timed(() => arrangeTiles(tiles, services))
  const [judgeMs] = timed(() => tiles.filter(({ id }) => storefront.blockReasonOf(id) !== undefined).length)
  if (storefront.placed.length !== reached)
    throw new Error(`${reached} reached, and ${storefront.placed.length} placed`)
  return { bareMs, arrangeMs, judgeMs }
}

/** Index, push, walk: the minimum of work. Returns how many tiles it reached. */
function bareLoop(/** @type {readonly Tile[]} */ tiles) {
  /** @type {Map<string, Tile>} */
  const byId = new Map()
  for (const tile of tiles) if (!byId.has(tile.id)) byId.set(tile.id, tile)
  /** @type {Map<string, Tile[]>} */
  const children = new Map()
  /** @type {Tile[]} */
  const waiting = []
  for (const tile of byId.values()) {
    if (tile.parentId === undefined) waiting.push(tile)
    else {
      const siblings = children.get(tile.parentId)
      if (siblings) siblings.push(tile)
      else children.set(tile.parentId, [tile])
    }
  }
  let reached = 0
  for (let tile = waiting.pop(); tile; tile = waiting.pop()) {
    reached += 1
    const below = children.get(tile.id)
    if (below) for (const child of below) waiting.push(child)
  }
  return reached
}

/**
 * @template T
 * @param {() => T} deed
 * @returns {[number, T]}
 */
function timed(deed) {
  const startedAt = performance.now()
  const done = deed()
  return [performance.now() - startedAt, done]
}

const median = (/** @type {number[]} */ values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
