import { reversed } from '../in-order.ts'
import { isSameText, type Category, type Denomination } from './international.ts'
import { isSameMoney, type Money } from '../money/money.ts'

/** `name` is absent if the category is unknown. `rootName` is shown before a subcategory. */
export type DenominationGroup = { id: string; name?: string; rootName?: string; denominations: readonly Denomination[] }

/** In list order, with subcategories after their root and without empty groups. A category keeps the order of the offer (spec 2.8). */
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
  const byId = new Map(reversed(categories).map((category) => [category.id, category]))
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
  const rest = listed.filter((category) => !inOrder.has(category))
  const groups = [...inOrder, ...rest].map(groupOf).filter((group) => group !== undefined)
  const others = denominations.filter(({ categoryId }) => !byId.has(categoryId))
  return others.length === 0 ? groups : [...groups, { id: OTHER_GROUP, denominations: others }]
}

/** The wholesaler's ids are never empty. */
const OTHER_GROUP = ''

/** Finds the denomination by id or, if the ids have changed, the only one with the same name and value. */
export function findSameDenomination(
  offered: readonly Denomination[],
  wanted: { id: string; name: string; gets: Money },
): Denomination | undefined {
  const same = offered.find(({ id }) => id === wanted.id)
  if (same) return same
  const alike = offered.filter(({ name, gets }) => isSameText(name, wanted.name) && isSameMoney(gets, wanted.gets))
  return alike.length === 1 ? alike[0] : undefined
}
