import type { CatalogService } from '../catalog-service.ts'
import { brandPictures } from '../pictures.ts'
import { category, product, type Place } from './element.ts'

const EVERYTHING = 100_000

/** One root category. Every seventh product has no picture. */
export function hugeElements(products: number, { basePath }: Place): object[] {
  return [
    category(EVERYTHING, 'Everything', { alias: 'everything' }),
    ...Array.from({ length: products }, (_, index) => {
      const serviceId = hugeServiceId(index)
      const picture = index % 7 === 6 ? null : `${basePath}/pictures/${brandPictures[index % brandPictures.length]}.svg`
      return product(EVERYTHING + 1 + index, findHugeService(serviceId)?.name, serviceId, {
        parent_id: EVERYTHING,
        image_large: picture,
        image_small: picture,
      })
    }),
  ]
}

const BRANDS = [
  'Qamra', 'Velto', 'Dunex', 'Lumen', 'Kestrel', 'Pixelmoor', 'Orbyte', 'Skarn', 'Moviora', 'Tunora', 'Halqa TV', 'Souqly', 'Mirsal',
  'Nimbra', 'Fennec', 'Larkspur', 'Zolta', 'Quillo', 'Roadtag', 'دكّاني', 'Aldora', 'Birka', 'Cassio Play', 'Drift & Dune', 'Ember',
] // prettier-ignore

const KINDS: readonly (readonly [string, string])[] = [
  ['Recharge', 'Mobile recharge'], ['Data', 'Mobile recharge'], ['Calls', 'Mobile recharge'], ['Roaming', 'Mobile recharge'],
  ['Gems', 'Gaming'], ['Coins', 'Gaming'], ['Season Pass', 'Gaming'], ['Skins', 'Gaming'], ['Wallet', 'Gaming'],
  ['Music', 'Entertainment'], ['Films', 'Entertainment'], ['Sports', 'Entertainment'], ['Kids', 'Entertainment'], ['Books', 'Entertainment'],
  ['Gift Card', 'Shopping'], ['Groceries', 'Shopping'], ['Fashion', 'Shopping'], ['Coffee', 'Shopping'],
  ['Toll', 'Transport'], ['بطاقة هدية', 'Shopping'],
] // prettier-ignore
const DIRECT = 'Mobile recharge'

/** Face values in dirhams. */
const VALUES = [5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 80, 100, 120, 150, 200, 250, 300, 350, 400, 500]

const MAX_SERVICES = BRANDS.length * KINDS.length * VALUES.length
const PREFIX = 'huge-'

/** Beyond 10,000 products the services repeat. */
const hugeServiceId = (index: number): string => `${PREFIX}${String(index % MAX_SERVICES).padStart(5, '0')}`

/** One service for each combination of brand, kind and value. */
export const hugeServices = (products: number): CatalogService[] =>
  Array.from({ length: Math.min(products, MAX_SERVICES) }, (_, index) => hugeService(index))

/** Works with any current frontview, so a sale can continue after it changes. */
export function findHugeService(id: string): CatalogService | undefined {
  const index = id.startsWith(PREFIX) ? Number(id.slice(PREFIX.length)) : Number.NaN
  return index < MAX_SERVICES && id === hugeServiceId(index) ? hugeService(index) : undefined
}

function hugeService(index: number): CatalogService {
  const biller = at(BRANDS, index)
  const [kind, category] = at(KINDS, Math.floor(index / BRANDS.length))
  const value = String(at(VALUES, Math.floor(index / BRANDS.length / KINDS.length)))
  const isDirect = category === DIRECT
  return {
    id: hugeServiceId(index),
    name: `${biller} ${kind} ${value}`,
    biller,
    category,
    subcategory: kind,
    min: value,
    max: value,
    step: '0',
    commission: { kind: 'percent', value: '4' },
    kind: isDirect ? 'direct' : 'voucher',
    isActive: index % 50 !== 49,
    isAccountRequired: isDirect,
  }
}

function at<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length]
  if (found === undefined) throw new Error('an empty list')
  return found
}
