import type { Catalog } from '#api/catalog.ts'
import { hasInternational } from '#domain/catalog/service.ts'

/** Keeps the products that customers can order; leaves out tiles that lead elsewhere and empty categories. */
export function orderableOf(catalog: Catalog): Catalog {
  const isInternationalSold = hasInternational(catalog.services)
  const services = catalog.services.filter(({ kind }) => kind !== 'international' || isInternationalSold)
  const ids = new Set(services.map(({ id }) => id))
  let tiles = catalog.tiles.filter(({ action }) => {
    if (action.kind === 'sell') return ids.has(action.serviceId)
    if (action.kind === 'international') return isInternationalSold
    return action.kind === 'open' || action.kind === 'go-to' || action.kind === 'none'
  })
  for (let count = Infinity; tiles.length < count;) {
    count = tiles.length
    const parents = new Set(tiles.map(({ parentId }) => parentId))
    const aliases = new Set(tiles.map(({ alias }) => alias))
    tiles = tiles.filter(({ id, action }) => {
      if (action.kind === 'open') return parents.has(id)
      return action.kind !== 'go-to' || aliases.has(action.alias)
    })
  }
  return { ...catalog, tiles, services }
}
