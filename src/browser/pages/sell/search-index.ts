import type { Tile } from '#domain/catalog/frontview.ts'
import type { ArrangedCatalog } from '../../api/catalog.ts'
import { foldText } from '../../lib/find-by-words.ts'

/** Parallel lists, one entry per tile, in the wholesaler's order. */
export type SearchIndex = {
  tiles: Tile[]
  ids: string[]
  /** Folded, between two spaces: ` pixelmoor 100 `. */
  names: string[]
  /** Name, biller, categories and service id, folded, between two spaces. */
  texts: string[]
  /** Each word of letters, and the indices of the texts that have it. */
  words: Map<string, number[]>
  isOff: boolean[]
}

const LETTERS = / \p{L}{2,}(?= )/gu

/** How many tiles are indexed between two checks of the time left. */
const TILES_AT_ONCE = 100

/** Characters of parent names that are searched; enough for eight levels. */
const LONGEST_WAY = 400

type Building = { index: SearchIndex; rest: Iterator<void> }

const begun = new WeakMap<ArrangedCatalog, Building>()

/** Built once per shop. Omits unreachable, inactive and text-only tiles. */
export function indexOf(shop: ArrangedCatalog): SearchIndex {
  const { index, rest } = building(shop)
  while (!rest.next().done);
  return index
}

/** Builds the index while there is time. Returns whether it is complete. */
export function buildOn(shop: ArrangedCatalog, hasTime: () => boolean): boolean {
  const { rest } = building(shop)
  while (!rest.next().done) if (!hasTime()) return false
  return true
}

function building(shop: ArrangedCatalog): Building {
  let known = begun.get(shop)
  if (!known) {
    const index: SearchIndex = { tiles: [], ids: [], names: [], texts: [], words: new Map(), isOff: [] }
    begun.set(shop, (known = { index, rest: fill(index, shop) }))
  }
  return known
}

function* fill(index: SearchIndex, { storefront, services }: ArrangedCatalog): Generator<void> {
  const fold = remember(foldText)
  // Folded names from the root down to each tile.
  const ways = new Map<string, string>()
  for (const [place, tile] of storefront.placed.entries()) {
    if (place % TILES_AT_ONCE === TILES_AT_ONCE - 1) yield
    if (!tile.isActive || !storefront.isReachable(tile.id)) continue
    const above = tile.parentId === undefined ? '' : (ways.get(tile.parentId) ?? '')
    const name = foldText(tile.name)
    ways.set(tile.id, `${above} ${name}`.slice(-LONGEST_WAY))
    const blockReason = storefront.blockReasonOf(tile.id)
    if (blockReason === 'text') continue

    const serviceId = tile.action.kind === 'sell' ? tile.action.serviceId : ''
    const service = services.get(serviceId)
    const ofService = service ? [service.brand, service.category, service.subcategory].map(fold).join(' ') : ''
    index.tiles.push(tile)
    index.ids.push(serviceId.toLowerCase())
    index.names.push(` ${name} `)
    const text = ` ${name} ${ofService} ${above} ${foldText(serviceId)} `
    for (const found of new Set(text.match(LETTERS))) {
      const word = found.slice(1)
      const places = index.words.get(word)
      if (places) places.push(index.texts.length)
      else index.words.set(word, [index.texts.length])
    }
    index.texts.push(text)
    index.isOff.push(blockReason !== undefined)
  }
}

function remember(fold: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    let folded = known.get(text)
    if (folded === undefined) known.set(text, (folded = fold(text)))
    return folded
  }
}
