import type { Storefront, Tile, TileBlockReason } from '#domain/frontview.ts'
import type { Service } from '#domain/service.ts'
import { paths, withTile } from '../../../paths.ts'

/** Why a tile cannot be pressed: for anybody, or for the person here. */
export type Hindrance = TileBlockReason | 'not-allowed'

/** What a tile shows and where it leads. */
export type TileView = {
  tile: Tile
  look: 'category' | 'product' | 'banner'
  /** The screen it opens; absent with a hindrance. */
  to?: string
  hindrance?: Hindrance
  service?: Service
  /** How many tiles a category holds. */
  childCount?: number
}

type Shelf = { storefront: Storefront; services: ReadonlyMap<string, Service>; forbidsInternational?: true }

/** How one element looks and what pressing it does (spec 2.5). One that cannot be pressed stays in place, so that the grid keeps still. */
export function viewTile(tile: Tile, shelf: Shelf): TileView {
  const { storefront, services } = shelf
  const look = lookOf(tile)
  const service = tile.action.kind === 'sell' ? services.get(tile.action.serviceId) : undefined
  const isForbidden = shelf.forbidsInternational && (service?.kind ?? tile.action.kind) === 'international'
  const hindrance = storefront.blockReasonOf(tile.id) ?? (isForbidden ? 'not-allowed' : undefined)
  const to = hindrance ? undefined : findPath(tile, service, storefront)
  return {
    tile,
    look,
    ...(look === 'category' ? { childCount: storefront.childrenOf(tile.id).length } : {}),
    // Its amounts are each operator's own.
    ...(service && service.kind !== 'international' ? { service } : {}),
    ...(hindrance ? { hindrance } : {}),
    ...(to === undefined ? {} : { to }),
  }
}

/** Whether it is a category, something to press, or a banner of the first page. */
export function lookOf(tile: Tile): TileView['look'] {
  if (tile.action.kind === 'sell') return 'product'
  if (tile.action.kind === 'open') return 'category'
  // Banners stand at the root; deeper down the grid stays even.
  return tile.parentId === undefined ? 'banner' : 'product'
}

function findPath(tile: Tile, service: Service | undefined, storefront: Storefront): string | undefined {
  const { action } = tile
  const abroad = (path: string) => withTile(path, storefront.warningOf(tile.id) && tile.id)
  switch (action.kind) {
    case 'open':
      return paths.category(tile.id)
    case 'sell':
      return service?.kind === 'international' ? abroad(paths.international()) : paths.product(tile.id)
    case 'go-to': {
      const goal = storefront.targetOf(tile)
      return goal && paths.category(goal.id)
    }
    case 'page':
      return paths.frontviewPage(action.page, action.payload)
    case 'international':
      // A country chosen by the tile stands for the first step.
      return abroad(
        action.country === undefined ? paths.international(action.group) : paths.internationalCountry(action.country),
      )
    case 'none':
    case 'unsupported':
      return undefined
  }
}
