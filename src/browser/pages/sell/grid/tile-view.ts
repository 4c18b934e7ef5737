import type { Storefront, Tile, TileBlockReason } from '#domain/catalog/frontview.ts'
import type { Service } from '#domain/catalog/service.ts'
import { paths, withTile } from '../../../paths.ts'

/** Why a tile is blocked for everyone, or for this person. */
export type BlockReason = TileBlockReason | 'not-allowed'

export type TileView = {
  tile: Tile
  look: 'category' | 'product' | 'banner'
  to: string | undefined
  blockReason: BlockReason | undefined
  service: Service | undefined
  childCount: number | undefined
}

type Shop = { storefront: Storefront; services: ReadonlyMap<string, Service>; forbidsInternational?: true }

/** Spec 2.5. A blocked element keeps its place, so nothing moves. */
export function viewTile(tile: Tile, shop: Shop): TileView {
  const { storefront, services } = shop
  const look = lookOf(tile)
  const service = tile.action.kind === 'sell' ? services.get(tile.action.serviceId) : undefined
  const isForbidden = shop.forbidsInternational && (service?.kind ?? tile.action.kind) === 'international'
  const blockReason = storefront.blockReasonOf(tile.id) ?? (isForbidden ? 'not-allowed' : undefined)
  const to = blockReason ? undefined : findPath(tile, service, storefront)
  return {
    tile,
    look,
    to,
    blockReason,
    // Amounts of an international service depend on the operator.
    service: service?.kind === 'international' ? undefined : service,
    childCount: look === 'category' ? storefront.childrenOf(tile.id).length : undefined,
  }
}

export function lookOf(tile: Tile): TileView['look'] {
  if (tile.action.kind === 'sell') return 'product'
  if (tile.action.kind === 'open') return 'category'
  // Banners are at the root; categories keep an even grid.
  return tile.parentId === undefined ? 'banner' : 'product'
}

function findPath(tile: Tile, service: Service | undefined, storefront: Storefront): string | undefined {
  const { action } = tile
  const toInternational = (path: string) => withTile(path, storefront.warningOf(tile.id) && tile.id)
  switch (action.kind) {
    case 'open':
      return paths.category(tile.id)
    case 'sell':
      return service?.kind === 'international' ? toInternational(paths.international()) : paths.product(tile.id)
    case 'go-to': {
      const goal = storefront.targetOf(tile)
      return goal && paths.category(goal.id)
    }
    case 'page':
      return paths.frontviewPage(action.page, action.payload)
    case 'international':
      // A country in the tile skips the first step.
      return toInternational(
        action.country === undefined ? paths.international(action.group) : paths.internationalCountry(action.country),
      )
    case 'none':
    case 'unsupported':
      return undefined
  }
}

/** The first products with different pictures in a category and below it. */
export function findPictures(storefront: Storefront, id: string, most: number): Tile[] {
  const found = new Map<string, Tile>()
  const look = (parent: string): void => {
    for (const child of storefront.childrenOf(parent)) {
      if (found.size === most) return
      const picture = child.imageSmall ?? child.imageLarge
      if (child.action.kind === 'open') look(child.id)
      else if (picture !== undefined && !found.has(picture)) found.set(picture, child)
    }
  }
  look(id)
  return [...found.values()]
}

/** Joins the lines of a name; only banners keep line breaks. */
export const plainName = (name: string): string =>
  name
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')

/** Returns the scroller of `inner`: the tile box on a wide screen, the page or window in one column. */
export function findScroller(inner: Element): Element {
  for (let element = inner.parentElement; element && element !== document.body; element = element.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(element).overflowY)) return element
  }
  return document.documentElement
}

const MAX_STORED = 200

const positions = new Map<string, number>()

/** The stored scroll position (px) of the first known name, or 0. */
export const findScrollPosition = (...names: readonly string[]): number =>
  names.map((name) => positions.get(name)).find((position) => position !== undefined) ?? 0

/** Stores a position under several names while the page is open. */
export function storeScrollPosition(position: number, ...names: readonly string[]): void {
  for (const name of names) {
    positions.delete(name)
    positions.set(name, position)
  }
  for (const oldest of positions.keys()) {
    if (positions.size <= MAX_STORED) return
    positions.delete(oldest)
  }
}
