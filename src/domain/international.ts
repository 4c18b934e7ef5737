import { isSameMoney, type Money } from './money.ts'

/** A country top-ups go to (spec 2.6). `id` is its ISO 3-letter code; `groups` where the wholesaler names any. Pictures are absolute http(s) addresses. */
export type Country = {
  id: string
  name: string
  phoneCode: string
  phoneMask: string
  currency: string
  flag?: string
  /** Where the wholesaler has a larger one. */
  flagLarge?: string
  groups?: readonly string[]
}

/** An operator (spec 2.7). */
export type Provider = { id: string; name: string; logo?: string }

/** A group of amounts (spec 2.8): a root, or a part of one. */
export type Category = { id: string; parentId?: string; name: string }

/** An amount on offer (spec 2.9). `gets` is what the recipient receives, `pays` the `sale_price`, `cost` ours. The offer is good for one sale. */
export type Denomination = {
  id: string
  categoryId: string
  name: string
  /** One line. */
  description: string
  gets: Money
  pays: Money
  cost?: Money
}

/** What a sale was opened with, by name, number and picture, as it was offered then: a list asks for no offer. */
export type InternationalChoice = {
  country: Pick<Country, 'id' | 'name' | 'phoneCode' | 'phoneMask' | 'flag' | 'flagLarge'> & {
    /** The id the wholesaler gives the country in `/provider`: another one than `id` (spec 2.6). */
    otherId?: string
  }
  provider: Pick<Provider, 'id' | 'name' | 'logo'>
  denomination: Pick<Denomination, 'id' | 'name' | 'description'> & {
    /** The id the till saw, where the offer was numbered anew before the sale was opened. */
    shownId?: string
  }
}

/** An operator as one answer names it; the ids of discovery and of transactions may not be of one kind (DESIGN rule 10). */
export type NamedProvider = { id?: string; name?: string }

/** Another operator was detected than the one chosen. Whoever said that it is the same is named. */
export type Mismatch = { chosen: NamedProvider; detected: NamedProvider; accepted?: { at: number; by: string } }

export const INTERNATIONAL_ID = 'international-bridge'

/** Neither id nor name is the same, of what both sides name; who is not named at all does not differ. */
export function isOtherProvider(chosen: NamedProvider, detected: NamedProvider): boolean {
  if (detected.id === undefined && detected.name === undefined) return false
  const isSameId = detected.id !== undefined && detected.id === chosen.id
  const isSameName = detected.name !== undefined && chosen.name !== undefined && isSameText(detected.name, chosen.name)
  return !isSameId && !isSameName
}

type NamedCountry = { id?: string; name?: string }

/**
 * The detected country is another one. The same name is the same country; letters are compared with the ISO code, digits are the wholesaler's
 * other id of it. Who is not named at all does not differ.
 */
export function isOtherCountry(chosen: InternationalChoice['country'], { id, name }: NamedCountry): boolean {
  if (name !== undefined && isSameText(name, chosen.name)) return false
  if (id !== undefined && !/^\d+$/.test(id)) return !isSameText(id, chosen.id)
  if (id !== undefined && chosen.otherId !== undefined && id === chosen.otherId) return false
  return name !== undefined || (id !== undefined && chosen.otherId !== undefined)
}

/** Two answers tell of one country, whatever its ids: by its name, or its dial code and currency (spec 2.6). */
export const isSameCountry = (a: Country, b: Country): boolean =>
  isSameText(a.id, b.id) ||
  isSameText(a.name, b.name) ||
  (digitsOf(a.phoneCode) === digitsOf(b.phoneCode) && isSameText(a.currency, b.currency))

const digitsOf = (text: string) => text.replace(/\D/g, '')

const isSameText = (a: string, b: string) => plain(a) === plain(b)
const plain = (text: string) => text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

/** Amounts of one category. Without a name it holds what belongs to none that is known. `rootName` stands before the name of a part. */
export type DenominationGroup = { id: string; name?: string; rootName?: string; denominations: readonly Denomination[] }

/** By category in the order of the list, parts after their root, empty ones left out; amounts keep the order of the offer (spec 2.8). */
export function groupDenominations(
  categories: readonly Category[],
  denominations: readonly Denomination[],
): DenominationGroup[] {
  const byCategory = new Map<string, Denomination[]>()
  for (const denomination of denominations) {
    const found = byCategory.get(denomination.categoryId)
    if (found) found.push(denomination)
    else byCategory.set(denomination.categoryId, [denomination])
  }
  const byId = new Map(categories.toReversed().map((category) => [category.id, category]))
  const isRoot = ({ parentId }: Category) => parentId === undefined || !byId.has(parentId)
  const listed = categories.filter((category) => byId.get(category.id) === category)
  const groupOf = (category: Category): DenominationGroup | undefined => {
    const found = byCategory.get(category.id)
    if (!found) return undefined
    const root = isRoot(category) ? undefined : byId.get(category.parentId ?? '')
    return {
      id: category.id,
      name: category.name,
      ...(root ? { rootName: root.name } : {}),
      denominations: found,
    }
  }
  const partsOf = new Map<string, Category[]>()
  for (const category of listed) {
    if (category.parentId === undefined) continue
    const parts = partsOf.get(category.parentId)
    if (parts) parts.push(category)
    else partsOf.set(category.parentId, [category])
  }
  const roots = listed.filter(isRoot)
  const inOrder = new Set(roots.flatMap((root) => [root, ...(partsOf.get(root.id) ?? [])]))
  // Deeper than two levels, or in a circle: after what has its place.
  const rest = listed.filter((category) => !inOrder.has(category))
  const groups = [...inOrder, ...rest].map(groupOf).filter((group) => group !== undefined)
  const others = denominations.filter(({ categoryId }) => !byId.has(categoryId))
  return others.length === 0 ? groups : [...groups, { id: OTHER_GROUP, denominations: others }]
}

/** No category of the wholesaler: its ids are never empty. */
export const OTHER_GROUP = ''

/** The same amount in a newer offer: by its id, or where offers were numbered anew by name and value, if only one has both. */
export function findSameDenomination(
  offered: readonly Denomination[],
  wanted: { id: string; name: string; gets: Money },
): Denomination | undefined {
  const same = offered.find(({ id }) => id === wanted.id)
  if (same) return same
  const alike = offered.filter(({ name, gets }) => isSameText(name, wanted.name) && isSameMoney(gets, wanted.gets))
  return alike.length === 1 ? alike[0] : undefined
}
