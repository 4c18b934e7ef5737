import type { Tile } from './frontview.ts'
import type { Service } from './service.ts'

type Listed = Pick<Service, 'id' | 'name' | 'category' | 'brand'>

/**
 * For a POS without a frontview: one category per service category and, in it, one per biller with several services, in the wholesaler's order (spec
 * 2.4). A level that would contain everything in the level above is omitted. An assigned frontview that is empty shows nothing, because the wholesaler decides
 * what a shop shows.
 */
export function tilesFromServices(services: readonly Listed[]): Tile[] {
  return [...grouped(services, ({ category }) => category)].flatMap(([category, inCategory]) => {
    if (category === '') return inCategory.map((service) => productTile(service))
    const id = `category:${category}`
    const billers = grouped(inCategory, ({ brand }) => brand)
    return [
      categoryTile(id, category),
      ...[...billers].flatMap(([biller, own]) => {
        if (billers.size === 1 || own.length === 1) return own.map((service) => productTile(service, id))
        // The length in the id keeps a category apart from a shorter one followed by a biller.
        const billerId = `biller:${category.length}:${category}:${biller}`
        return [categoryTile(billerId, biller, id), ...own.map((service) => productTile(service, billerId))]
      }),
    ]
  })
}

function grouped(services: readonly Listed[], keyOf: (service: Listed) => string): Map<string, Listed[]> {
  const groups = new Map<string, Listed[]>()
  for (const service of services) {
    const group = groups.get(keyOf(service))
    if (group) group.push(service)
    else groups.set(keyOf(service), [service])
  }
  return groups
}

const categoryTile = (id: string, name: string, parentId?: string): Tile => ({
  id,
  ...(parentId === undefined ? {} : { parentId }),
  type: 'category',
  name,
  isActive: true,
  action: { kind: 'open' },
})

const productTile = ({ id, name }: Listed, parentId?: string): Tile => ({
  id: `service:${id}`,
  ...(parentId === undefined ? {} : { parentId }),
  type: 'product',
  name,
  isActive: true,
  action: { kind: 'sell', serviceId: id },
})
