import { nearestAmounts } from '#domain/amount-rule.ts'
import type { Storefront, Tile } from '#domain/frontview.ts'
import type { Service } from '#domain/service.ts'
import { paths } from '../../paths.ts'

/** Why a tile cannot be pressed: away for now, built later, or asking for something this till does not know. */
export type TileHindrance = 'unavailable' | 'not-sold-here' | 'unsupported' | 'nothing-to-press'

/** What a tile shows and where it leads. */
export type TileView = {
  tile: Tile
  look: 'category' | 'product' | 'banner'
  /** The screen it opens; absent with a hindrance. */
  to?: string
  hindrance?: TileHindrance
  service?: Service
  /** How many tiles a category holds. */
  childCount?: number
}

type Shelf = { storefront: Storefront; services: ReadonlyMap<string, Service> }

/** Pages of ours that a `gotoPage` element may name (spec 2.5). */
const PAGES: Record<string, string> = { balance: paths.wallet(), sales: paths.sales() }

/** How one element looks and what pressing it does (spec 2.5). An inactive one stays in place, so that the grid keeps still. */
export function viewTile(tile: Tile, shelf: Shelf): TileView {
  const target = findTarget(tile, shelf)
  const look = lookOf(tile)
  const service = tile.action.kind === 'sell' ? shelf.services.get(tile.action.serviceId) : undefined
  return {
    tile,
    look,
    ...(look === 'category' ? { childCount: shelf.storefront.childrenOf(tile.id).length } : {}),
    ...(service ? { service } : {}),
    ...(tile.isActive ? target : { hindrance: 'unavailable' }),
  }
}

function lookOf(tile: Tile): TileView['look'] {
  if (tile.action.kind === 'sell') return 'product'
  if (tile.action.kind === 'open' && tile.type === 'category') return 'category'
  // Banners stand at the root; deeper down the grid stays even.
  return tile.parentId === undefined ? 'banner' : 'product'
}

type Target = { to: string } | { hindrance: TileHindrance }

function findTarget(tile: Tile, shelf: Shelf): Target {
  switch (tile.action.kind) {
    case 'open':
      return { to: paths.category(tile.id) }
    case 'sell':
      return sellTarget(tile.id, shelf.services.get(tile.action.serviceId))
    case 'go-to': {
      const goal = shelf.storefront.byAlias.get(tile.action.alias)
      if (!goal) return { hindrance: 'unsupported' }
      if (!goal.isActive) return { hindrance: 'unavailable' }
      if (goal.action.kind === 'sell') return sellTarget(goal.id, shelf.services.get(goal.action.serviceId))
      return { to: paths.category(goal.id) }
    }
    case 'page': {
      const to = Object.hasOwn(PAGES, tile.action.page) ? PAGES[tile.action.page] : undefined
      return to ? { to } : { hindrance: 'unsupported' }
    }
    case 'international':
      return { hindrance: 'not-sold-here' }
    case 'none':
      return { hindrance: 'nothing-to-press' }
    case 'unsupported':
      return { hindrance: 'unsupported' }
  }
}

function sellTarget(tileId: string, service: Service | undefined): Target {
  if (!service?.isActive) return { hindrance: 'unavailable' }
  if (service.kind === 'international') return { hindrance: 'not-sold-here' }
  const { rule } = service
  // A rule that allows no amount at all cannot be sold, whatever the flags say.
  if (rule.max.units === 0n || nearestAmounts(rule.min, rule).length === 0) return { hindrance: 'unavailable' }
  return { to: paths.product(tileId) }
}
