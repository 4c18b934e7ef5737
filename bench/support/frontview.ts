import { arrangeTiles, type Tile } from '../../src/domain/catalog/frontview.ts'
import type { Service } from '../../src/domain/catalog/service.ts'
import { createRandom, type Chance } from '../../tools/random.ts'

const WARM_UP = 5

/**
 * Medians (ms) of the bare loop and of `arrangeTiles`. The runs alternate, so that other work of the machine affects all of them. Runs in Node and in
 * a page.
 */
export function measure(counts: number[], runs: number) {
  const lists = counts.map((count) => ({ count, shop: makeShop(count), bare: [0], arranged: [0], judged: [0] }))
  for (let run = -WARM_UP; run < runs; run += 1) {
    for (const list of lists) {
      const { bareMs, arrangeMs, judgeMs } = measureOnce(list.shop)
      // Discards the measurements of the warm-up.
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

function measureOnce({ tiles, services }: ReturnType<typeof makeShop>) {
  const [bareMs, reached] = timed(() => bareLoop(tiles))
  const [arrangeMs, storefront] = timed(() => arrangeTiles(tiles, services))
  const [judgeMs] = timed(() => tiles.filter(({ id }) => storefront.blockReasonOf(id) !== undefined).length)
  if (storefront.placed.length !== reached)
    throw new Error(`${reached} reached, and ${storefront.placed.length} placed`)
  return { bareMs, arrangeMs, judgeMs }
}

/** The minimum of work: index, push, walk. Returns how many tiles it reached. */
function bareLoop(tiles: readonly Tile[]) {
  const byId = new Map<string, Tile>()
  for (const tile of tiles) if (!byId.has(tile.id)) byId.set(tile.id, tile)
  const children = new Map<string, Tile[]>()
  const waiting: Tile[] = []
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

function timed<T>(run: () => T): [number, T] {
  const startedAt = performance.now()
  const done = run()
  return [performance.now() - startedAt, done]
}

const LEVELS = 8
const CATEGORIES_OF = 12
const ODD_OF = 20
const SERVICES = 10_000

/** Elements of every kind in random order. One in twelve is a category, and one in twenty is odd. The same `count` always gives the same list. */
function makeShop(count: number) {
  const chance = createRandom(count).below
  const tiles: Tile[] = []
  const shelves: string[][] = Array.from({ length: LEVELS }, () => [])
  for (let at = 0; at < count; at += 1) tiles.push(makeTile(at, shelves, chance))
  for (let at = count - 1; at > 0; at -= 1) {
    const other = chance(at + 1)
    ;[tiles[at], tiles[other]] = [tiles[other] as Tile, tiles[at] as Tile]
  }
  // As a till receives them: equal strings are separate in memory, and the objects of a list are next to each other.
  return { tiles: JSON.parse(JSON.stringify(tiles)) as Tile[], services: makeServices() }
}

function makeTile(at: number, shelves: string[][], chance: Chance['below']): Tile {
  const id = String(100_000 + at)
  const level = at < CATEGORIES_OF ? 0 : chance(LEVELS)
  const above = level === 0 ? undefined : shelves[level - 1]
  const parentId = above && above.length > 0 ? above[chance(above.length)] : undefined
  const isCategory = at % CATEGORIES_OF === 0
  // A category belongs to the level below its parent.
  if (isCategory) shelves[parentId === undefined ? 0 : level]?.push(id)
  const tile: Tile = {
    id,
    type: isCategory ? 'category' : 'product',
    name: `Element ${at}`,
    isActive: true,
    action: isCategory ? { kind: 'open' } : { kind: 'sell', serviceId: `service-${at % SERVICES}` },
    ...(parentId !== undefined && { parentId }),
    ...(isCategory && { alias: `shelf-${at}` }),
    imageSmall: `https://service.example/pictures/${at}.png`,
  }
  return at % ODD_OF === ODD_OF - 1 ? makeOdd(tile, Math.floor(at / ODD_OF), chance) : tile
}

function makeOdd(tile: Tile, which: number, chance: Chance['below']): Tile {
  const shelf = `shelf-${CATEGORIES_OF * chance(1 + Math.floor(which / 2))}`
  switch (which % 8) {
    case 0:
      return { ...tile, parentId: 'nowhere' }
    case 1:
      return { ...tile, parentId: tile.id }
    case 2:
      // The id of another element, which may come before or after this one.
      return { ...tile, id: String(100_000 + chance(which + 1)) }
    case 3:
      return { ...tile, isActive: false }
    case 4:
      return { ...tile, type: 'other', action: { kind: 'go-to', alias: shelf } }
    case 5:
      return { ...tile, alias: shelf }
    case 6:
      return { ...tile, type: 'unknown', action: { kind: 'unsupported', name: 'openDrawer' } }
    default:
      return { ...tile, action: { kind: 'sell', serviceId: 'gone' } }
  }
}

function makeServices() {
  const rule = { min: { units: 10n, scale: 0 }, max: { units: 10n, scale: 0 }, step: { units: 0n, scale: 0 } }
  const services = new Map<string, Service>()
  for (let at = 0; at < SERVICES; at += 1) {
    const id = `service-${at}`
    const named = { name: `Service ${at}`, brand: 'Qamra', category: 'Mobile', subcategory: '' }
    services.set(id, { id, isActive: at % 50 !== 0, ...named, kind: 'voucher', rule, isAccountRequired: false })
  }
  return services
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
