import { arrangeCatalog, type ArrangedCatalog } from '#browser/api/catalog.ts'
import type { Catalog } from '#api/catalog.ts'
import type { Tile } from '#domain/catalog/frontview.ts'
import { catalog } from './a-shop.ts'

type Sold = { name: string; under?: string; id: string; brand?: string; category?: string; isActive?: boolean }

export const category = (id: string, name: string, parentId?: string, isActive = true): Tile => ({
  id,
  ...(parentId === undefined ? {} : { parentId }),
  type: 'category',
  name,
  isActive,
  action: { kind: 'open' },
})

export function shopOf(categories: Tile[], sold: Sold[], more: Tile[] = []): ArrangedCatalog {
  const [service] = catalog.services
  if (!service) throw new Error('the sample has no service')
  const products = sold.map(({ name, under, id }): Tile => {
    const place = under === undefined ? {} : { parentId: under }
    return {
      id: `tile ${id}`,
      ...place,
      type: 'product',
      name,
      isActive: true,
      action: { kind: 'sell', serviceId: id },
    }
  })
  const content: Catalog = {
    ...catalog,
    tiles: [...categories, ...products, ...more],
    services: sold.map(({ id, name, brand = '', category: kind = '', isActive = true }) => ({
      ...service,
      id,
      name,
      brand,
      category: kind,
      isActive,
    })),
  }
  return arrangeCatalog(content)
}

const NAMES = 'Pixelmoor Qamra Velto Dunex Kestrel Moviora Tunora Nimbra Orbyte Quillo Zolta Roadtag'.split(' ')

/** Ten thousand products and their hundred categories, a third of them named in Arabic. */
export function hugeShop(count: number): ArrangedCatalog {
  const nameOf = (place: number) => NAMES[place % NAMES.length] ?? ''
  const categories = Array.from({ length: 100 }, (_, place) => category(`c${place}`, `${nameOf(place)} شحن ${place}`))
  const sold = Array.from({ length: count }, (_, place) => ({
    id: `service-${place}`,
    under: `c${place % 100}`,
    name: `${nameOf(place)} ${place % 3 ? 'Gift card' : 'بطاقة هدية'} ${place}`,
    brand: nameOf(place),
    category: 'Gaming',
  }))
  return shopOf(categories, sold)
}
