import type { Storefront, Tile, TileBlockReason } from '#domain/frontview.ts'
import type { Service } from '#domain/service.ts'
import { paths, withTile } from '../../paths.ts'

/** Why a tile cannot be pressed: by anybody, or by the person here. */
export type BlockReason = TileBlockReason | 'not-allowed'

/** What a tile shows and where it leads. */
export type TileView = {
  tile: Tile
  look: 'category' | 'product' | 'banner'
  /** The page it opens; absent if it is blocked. */
  to?: string
  blockReason?: BlockReason
  service?: Service
  /** How many tiles a category holds. */
  childCount?: number
}

type Shop = { storefront: Storefront; services: ReadonlyMap<string, Service>; forbidsInternational?: true }

/** How one element looks and what pressing it does (spec 2.5). One that cannot be pressed keeps its place, so that nothing moves. */
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
    ...(look === 'category' ? { childCount: storefront.childrenOf(tile.id).length } : {}),
    // Its amounts are each operator's own.
    ...(service && service.kind !== 'international' ? { service } : {}),
    ...(blockReason ? { blockReason } : {}),
    ...(to === undefined ? {} : { to }),
  }
}

/** Whether it is a category, something to press, or a banner of the first page. */
export function lookOf(tile: Tile): TileView['look'] {
  if (tile.action.kind === 'sell') return 'product'
  if (tile.action.kind === 'open') return 'category'
  // Banners are at the root; in categories the grid stays even.
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
      // A country chosen by the tile takes the place of the first step.
      return toInternational(
        action.country === undefined ? paths.international(action.group) : paths.internationalCountry(action.country),
      )
    case 'none':
    case 'unsupported':
      return undefined
  }
}

/** A name on one line: line breaks in it belong on banners only. */
export const plainName = (name: string): string =>
  name
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
