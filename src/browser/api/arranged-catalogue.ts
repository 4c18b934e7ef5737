import type { Catalogue } from '#contract/proxy/catalogue.ts'
import { arrangeTiles, type Storefront, type Tile } from '#domain/frontview.ts'
import { decimal } from '#domain/money.ts'
import type { Service } from '#domain/service.ts'
import { tilesFromServices } from '#domain/service-tiles.ts'

/** The catalogue, arranged for the screen: tiles in their tree, services by id with exact amounts. */
export type ArrangedCatalogue = {
  storefront: Storefront
  services: ReadonlyMap<string, Service>
  /** The first tile at which one can buy a service: its picture, its warning, its place on the shelves. */
  tileSelling: (serviceId: string) => Tile | undefined
  currency: string
  point: Catalogue['point']
  /** The person here may not sell abroad. */
  forbidsAbroad?: true
}

/** By tiles and services: of the same lists read again only the age differs. */
const arranged = new WeakMap<Catalogue['tiles'], { services: Catalogue['services']; shop: ArrangedCatalogue }>()

/** Arranges each catalogue once; for `select` of the catalogue query. */
export function arrangeCatalogue(catalogue: Catalogue): ArrangedCatalogue {
  const known = arranged.get(catalogue.tiles)
  if (known?.services === catalogue.services) return known.shop

  const services = new Map<string, Service>()
  for (const { rule, ...service } of catalogue.services) {
    services.set(service.id, {
      ...service,
      rule: { min: decimal(rule.min), max: decimal(rule.max), step: decimal(rule.step) },
    })
  }
  const tiles = catalogue.frontview === undefined ? catalogue.tiles : tilesFromServices([...services.values()])
  const storefront = arrangeTiles(
    tiles.map((tile) => (tile.name === '' ? named(tile, services) : tile)),
    services,
  )
  const sellers = new Map<string, Tile>()
  for (const tile of storefront.placed) {
    if (tile.action.kind !== 'sell' || sellers.has(tile.action.serviceId)) continue
    if (storefront.isReachable(tile.id) && tile.isActive) sellers.set(tile.action.serviceId, tile)
  }

  const shop: ArrangedCatalogue = {
    storefront,
    services,
    tileSelling: (serviceId) => sellers.get(serviceId),
    currency: catalogue.currency,
    point: catalogue.point,
  }
  arranged.set(catalogue.tiles, { services: catalogue.services, shop })
  return shop
}

/** A product without a name has its service's. */
function named(tile: Tile, services: ArrangedCatalogue['services']): Tile {
  const service = tile.action.kind === 'sell' ? services.get(tile.action.serviceId) : undefined
  return service ? { ...tile, name: service.name } : tile
}
