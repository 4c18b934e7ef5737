import type { Settings } from '#api/settings.ts'
import type { Service } from '#domain/catalog/service.ts'
import { pickOfService, type QuickPick } from '../../sale/favorites/saved-picks.ts'

/** Leaves out products that the provider no longer has, as tills do. */
export const favoritePicks = (
  favorites: readonly Settings['favorites'][number][],
  services: ReadonlyMap<string, Service>,
): QuickPick[] =>
  favorites.flatMap(({ serviceId, amount }) => {
    const service = services.get(serviceId)
    return service ? [pickOfService(service, amount)] : []
  })
