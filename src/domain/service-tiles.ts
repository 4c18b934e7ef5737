import type { Tile } from './frontview.ts'
import type { Service } from './service.ts'

type Listed = Pick<Service, 'id' | 'name' | 'category'>

/** A storefront for a POS without a frontview: one category for each category of the services, in the wholesaler's order (spec 2.4). */
export function tilesFromServices(services: readonly Listed[]): Tile[] {
  const categories = new Map<string, Tile[]>()
  for (const service of services) {
    const shelf = categories.get(service.category) ?? []
    categories.set(service.category, shelf)
    const parentId = service.category === '' ? undefined : categoryId(service.category)
    shelf.push({
      id: `service:${service.id}`,
      ...(parentId === undefined ? {} : { parentId }),
      type: 'product',
      name: service.name,
      isActive: true,
      action: { kind: 'sell', serviceId: service.id },
    })
  }
  return [...categories].flatMap(([name, shelf]) =>
    name === ''
      ? shelf
      : [
          { id: categoryId(name), type: 'category', name, isActive: true, action: { kind: 'open' } } satisfies Tile,
          ...shelf,
        ],
  )
}

const categoryId = (name: string) => `category:${name}`
