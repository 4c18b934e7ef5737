import type { Catalogue } from '#contract/proxy/catalogue.ts'
import { arrangeTiles, type Storefront, type Tile } from '#domain/frontview.ts'
import { decimal } from '#domain/money.ts'
import type { Service } from '#domain/service.ts'
import { tilesFromServices } from '#domain/service-tiles.ts'

/** The catalogue, arranged for the screen: tiles in their tree, services by id with exact amounts. */
export type Shop = {
  storefront: Storefront
  services: ReadonlyMap<string, Service>
  /** The first tile that sells a service: its picture, its warning, its place on the shelves. */
  tileSelling: (serviceId: string) => Tile | undefined
  currency: string
  point: Catalogue['point']
}

const arranged = new WeakMap<Catalogue, Shop>()

/** Arranges each catalogue once; for `select` of the catalogue query. */
export function arrangeShop(catalogue: Catalogue): Shop {
  const known = arranged.get(catalogue)
  if (known) return known

  const services = new Map<string, Service>()
  for (const { rule, ...service } of catalogue.services) {
    services.set(service.id, {
      ...service,
      rule: { min: decimal(rule.min), max: decimal(rule.max), step: decimal(rule.step) },
    })
  }
  const storefront = arrangeTiles(
    catalogue.tiles.length > 0 ? catalogue.tiles : tilesFromServices([...services.values()]),
  )
  const sellers = new Map<string, Tile>()
  for (const tile of storefront.byId.values()) {
    if (tile.action.kind === 'sell' && !sellers.has(tile.action.serviceId)) sellers.set(tile.action.serviceId, tile)
  }

  const shop: Shop = {
    storefront,
    services,
    tileSelling: (serviceId) => sellers.get(serviceId),
    currency: catalogue.currency,
    point: catalogue.point,
  }
  arranged.set(catalogue, shop)
  return shop
}
