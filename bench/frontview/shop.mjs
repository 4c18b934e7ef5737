/**
 * @typedef {import('../../src/domain/frontview.ts').Tile} Tile
 * @typedef {import('../../src/domain/service.ts').Service} Service
 */

const LEVELS = 8
const CATEGORIES_OF = 12
const ODD_OF = 20
const SERVICES = 10_000

/**
 * A list of `count` elements of every kind, in no order: a tree of eight levels, wide and deep. One element in twelve is a category, and one in
 * twenty is odd. The same `count` always gives the same list.
 */
export function makeShop(/** @type {number} */ count) {
  const chance = seeded(count)
  /** @type {Tile[]} */
  const tiles = []
  /** @type {string[][]} */
  const shelves = Array.from({ length: LEVELS }, () => [])
  for (let at = 0; at < count; at += 1) tiles.push(makeTile(at, shelves, chance))
  for (let at = count - 1; at > 0; at -= 1) {
    const other = chance(at + 1)
    ;[tiles[at], tiles[other]] = [/** @type {Tile} */ (tiles[other]), /** @type {Tile} */ (tiles[at])]
  }
  // As a till receives them: equal texts are separate strings in memory, and the objects of a list are next to each other.
  return { tiles: /** @type {Tile[]} */ (JSON.parse(JSON.stringify(tiles))), services: makeServices() }
}

/** @returns {Tile} */
function makeTile(/** @type {number} */ at, /** @type {string[][]} */ shelves, /** @type {Chance} */ chance) {
  const id = String(100_000 + at)
  const level = at < CATEGORIES_OF ? 0 : chance(LEVELS)
  const above = level === 0 ? undefined : shelves[level - 1]
  const parentId = above && above.length > 0 ? above[chance(above.length)] : undefined
  const isCategory = at % CATEGORIES_OF === 0
  // A category belongs to the level below its parent.
  if (isCategory) shelves[parentId === undefined ? 0 : level]?.push(id)
  /** @type {Tile} */
  const tile = {
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

/** @returns {Tile} */
function makeOdd(/** @type {Tile} */ tile, /** @type {number} */ which, /** @type {Chance} */ chance) {
  const shelf = `shelf-${CATEGORIES_OF * chance(1 + Math.floor(which / 2))}`
  switch (which % 8) {
    case 0:
      return { ...tile, parentId: 'nowhere' }
    case 1:
      return { ...tile, parentId: tile.id }
    case 2:
      // The id of an element listed before or after it.
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
  /** @type {Map<string, Service>} */
  const services = new Map()
  for (let at = 0; at < SERVICES; at += 1) {
    const id = `service-${at}`
    const named = { name: `Service ${at}`, brand: 'Qamra', category: 'Mobile', subcategory: '' }
    services.set(id, { id, isActive: at % 50 !== 0, ...named, kind: 'voucher', rule, isAccountRequired: false })
  }
  return services
}

/**
 * Random integers below an end, the same for the same seed (mulberry32).
 * @typedef {(end: number) => number} Chance
 * @returns {Chance}
 */
function seeded(/** @type {number} */ seed) {
  let state = seed
  return (end) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end)
  }
}
