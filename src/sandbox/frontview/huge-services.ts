import type { CatalogueService } from '../catalogue-service.ts'

const BRANDS = [
  'Qamra', 'Velto', 'Dunex', 'Lumen', 'Kestrel', 'Pixelmoor', 'Orbyte', 'Skarn', 'Moviora', 'Tunora', 'Halqa TV', 'Souqly', 'Mirsal',
  'Nimbra', 'Fennec', 'Larkspur', 'Zolta', 'Quillo', 'Roadtag', 'دكّاني', 'Aldora', 'Birka', 'Cassio Play', 'Drift & Dune', 'Ember',
] // prettier-ignore

/** What the brands sell: its name, and the category it lies in. */
const KINDS: readonly (readonly [string, string])[] = [
  ['Recharge', 'Mobile recharge'], ['Data', 'Mobile recharge'], ['Calls', 'Mobile recharge'], ['Roaming', 'Mobile recharge'],
  ['Gems', 'Gaming'], ['Coins', 'Gaming'], ['Season Pass', 'Gaming'], ['Skins', 'Gaming'], ['Wallet', 'Gaming'],
  ['Music', 'Entertainment'], ['Films', 'Entertainment'], ['Sports', 'Entertainment'], ['Kids', 'Entertainment'], ['Books', 'Entertainment'],
  ['Gift Card', 'Shopping'], ['Groceries', 'Shopping'], ['Fashion', 'Shopping'], ['Coffee', 'Shopping'],
  ['Toll', 'Transport'], ['بطاقة هدية', 'Shopping'],
] // prettier-ignore
const DIRECT = 'Mobile recharge'

/** Dirham. */
const VALUES = [5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 80, 100, 120, 150, 200, 250, 300, 350, 400, 500]

const MOST = BRANDS.length * KINDS.length * VALUES.length
const PREFIX = 'huge-'

/** The service of the product at `index`; beyond 10,000 products the services come again. */
export const hugeServiceId = (index: number): string => `${PREFIX}${String(index % MOST).padStart(5, '0')}`

/** Each brand, kind and value once. */
export const hugeServices = (products: number): CatalogueService[] =>
  Array.from({ length: Math.min(products, MOST) }, (_, index) => hugeService(index))

/** Found whatever lies on the shelves now: a sale that was opened before they changed goes on. */
export function findHugeService(id: string): CatalogueService | undefined {
  const index = id.startsWith(PREFIX) ? Number(id.slice(PREFIX.length)) : Number.NaN
  return index < MOST && id === hugeServiceId(index) ? hugeService(index) : undefined
}

function hugeService(index: number): CatalogueService {
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
