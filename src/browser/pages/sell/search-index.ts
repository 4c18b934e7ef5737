import type { Tile } from '#domain/frontview.ts'
import { foldLetters } from '#domain/search-text.ts'
import type { ArrangedCatalog } from '../../api/catalog.ts'

/** What can be found, in the wholesaler's order: the lists run side by side, one place for each tile. */
export type SearchIndex = {
  tiles: Tile[]
  /** Of the service a tile sells, as a person types it. */
  ids: string[]
  /** Folded, between two spaces: ` pixelmoor 100 `. */
  names: string[]
  /** Name, biller, categories and service id, folded, between two spaces. */
  texts: string[]
  /** Each word of letters that stands in the texts, and in which. */
  words: Map<string, number[]>
  /** Those that cannot be pressed now. */
  isOff: boolean[]
}

const LETTERS = / \p{L}{2,}(?= )/gu

/** Between two looks at whether there is time left. */
const TILES_AT_ONCE = 100

/** Of the names above a tile as much is searched as eight levels need. */
const LONGEST_WAY = 400

type Building = { index: SearchIndex; rest: Iterator<void> }

const begun = new WeakMap<ArrangedCatalog, Building>()

/** The index of a shop, built once. A tile that one cannot get to, that is switched off, or that is only a text is not in it. */
export function indexOf(shop: ArrangedCatalog): SearchIndex {
  const { index, rest } = building(shop)
  while (!rest.next().done);
  return index
}

/** Builds on the index while there is time; whether it is complete. */
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
  // The folded names from the root down to a tile.
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

/** Billers and categories are few. */
function remember(fold: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    let folded = known.get(text)
    if (folded === undefined) known.set(text, (folded = fold(text)))
    return folded
  }
}

const IS_PLAIN = /^[\x20-\x7e]*$/

/**
 * A text as it is compared: lower case, without marks, Arabic letters of several forms as one, Western digits, and nothing but a space
 * between words, and between digits and letters: "5GB" is "5 gb".
 */
export function foldText(text: string): string {
  const lower = text.toLowerCase()
  if (IS_PLAIN.test(lower))
    return lower
      .replace(/[^a-z\d]+/g, ' ')
      .replace(/\d(?=[a-z])|[a-z](?=\d)/g, '$& ')
      .trim()
  return foldLetters(text)
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\p{N}(?=\p{L})|\p{L}(?=\p{N})/gu, '$& ')
    .trim()
}
