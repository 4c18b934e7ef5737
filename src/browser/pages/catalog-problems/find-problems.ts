import type { DroppedTile, Storefront, Tile } from '#domain/catalog/frontview.ts'
import { INTERNATIONAL_ID } from '#domain/catalog/international.ts'
import type { Service } from '#domain/catalog/service.ts'

export const PROBLEM_GROUPS = ['dropped', 'inactive', 'service', 'link', 'unsupported', 'product'] as const
export type ProblemGroup = (typeof PROBLEM_GROUPS)[number]
export type DataGroup = ProblemGroup | 'unread'

const GROUP_OF = {
  'duplicate-id': 'dropped',
  'parent-missing': 'dropped',
  cycle: 'dropped',
  inactive: 'inactive',
  'below-inactive': 'inactive',
  'service-none': 'service',
  'service-missing': 'service',
  'service-inactive': 'service',
  'service-amount': 'service',
  'international-off': 'service',
  'link-none': 'link',
  'link-unknown': 'link',
  'link-itself': 'link',
  'link-inactive': 'link',
  'link-product': 'link',
  'page-none': 'link',
  type: 'unsupported',
  action: 'unsupported',
  'product-unknown': 'product',
  'product-other': 'product',
} as const satisfies Record<string, ProblemGroup>

/** `about` is the subject in the wholesaler's words: a service id, alias, action or parent id. */
type ProblemReason = { reason: keyof typeof GROUP_OF; about?: string }

/** Cannot be tapped, or sells something other than what it names. `above`: its nearest parents. */
export type CatalogProblem = ProblemReason & { tile: Tile; above: readonly Tile[] }

const MOST_ABOVE = 8

type Shelf = { storefront: Storefront; services: ReadonlyMap<string, Service>; tiles: readonly Tile[] }

/** In the wholesaler's order. Text elements need no action. */
export function findCatalogProblems({ storefront, services, tiles }: Shelf): Record<ProblemGroup, CatalogProblem[]> {
  const gaps: Record<ProblemGroup, CatalogProblem[]> = {
    dropped: [],
    inactive: [],
    service: [],
    link: [],
    unsupported: [],
    product: [],
  }
  for (const { tile, reason } of storefront.findDropped())
    gaps.dropped.push({ tile, above: [], ...reasonOfDrop(tile, reason) })

  const byAlias = firstByAlias(tiles, storefront)
  for (const tile of storefront.placed) {
    const named = reasonOfProduct(tile, services)
    if (named) gaps.product.push({ tile, above: tilesAbove(tile, storefront), ...named })
    const why = storefront.blockReasonOf(tile.id)
    if (why === undefined || why === 'text') continue
    const found = reasonOf(tile, { storefront, services, byAlias })
    gaps[GROUP_OF[found.reason]].push({ tile, above: tilesAbove(tile, storefront), ...found })
  }
  return gaps
}

function tilesAbove(tile: Tile, { find }: Storefront): Tile[] {
  const above: Tile[] = []
  for (let next = tile.parentId; next !== undefined && above.length < MOST_ABOVE; next = above[0]?.parentId) {
    const parent = find(next)
    if (!parent) break
    above.unshift(parent)
  }
  return above
}

function reasonOfDrop({ id, parentId }: Tile, why: DroppedTile['reason']): ProblemReason {
  return { reason: why, about: why === 'duplicate-id' ? id : (parentId ?? '') }
}

/** In list order, which is not tree order. If two elements have the same id, only the first is placed. */
function firstByAlias(tiles: readonly Tile[], { find }: Storefront): ReadonlyMap<string, Tile> {
  const byAlias = new Map<string, Tile>()
  for (const tile of tiles) {
    const placed = tile.alias && !byAlias.has(tile.alias) ? find(tile.id) : undefined
    if (placed?.alias && placed.alias === tile.alias) byAlias.set(placed.alias, placed)
  }
  return byAlias
}

type Known = Omit<Shelf, 'tiles'> & { byAlias: ReadonlyMap<string, Tile> }

function reasonOf(tile: Tile, { storefront, services, byAlias }: Known): ProblemReason {
  if (!tile.isActive) return { reason: 'inactive' }
  if (!storefront.isReachable(tile.id)) return { reason: 'below-inactive' }
  const { action } = tile
  switch (action.kind) {
    case 'sell':
      return reasonOfService(action.serviceId, services)
    case 'international':
      return { reason: 'international-off', about: INTERNATIONAL_ID }
    case 'go-to': {
      if (action.alias === '') return { reason: 'link-none' }
      const goal = byAlias.get(action.alias)
      return { reason: goal ? reasonOfGoal(goal, tile) : 'link-unknown', about: action.alias }
    }
    case 'page':
      return { reason: 'page-none' }
    case 'unsupported':
      return { reason: 'action', about: action.name }
    case 'open':
    case 'none':
      return { reason: 'type' }
  }
}

/** The element opens international top-ups but names another product, which would otherwise go unnoticed. */
function reasonOfProduct({ action }: Tile, services: ReadonlyMap<string, Service>): ProblemReason | undefined {
  if (action.kind !== 'international' || action.product === undefined || action.product === INTERNATIONAL_ID)
    return undefined
  return { reason: services.has(action.product) ? 'product-other' : 'product-unknown', about: action.product }
}

function reasonOfService(id: string, services: ReadonlyMap<string, Service>): ProblemReason {
  if (id === '') return { reason: 'service-none' }
  const service = services.get(id)
  if (!service) return { reason: 'service-missing', about: id }
  return { reason: service.isActive ? 'service-amount' : 'service-inactive', about: id }
}

function reasonOfGoal(goal: Tile, tile: Tile): ProblemReason['reason'] {
  if (goal === tile) return 'link-itself'
  // Otherwise the target or one of its parents is inactive.
  return goal.type === 'product' ? 'link-product' : 'link-inactive'
}

/** Searches name, id, alias and subject; `words` in lower case. */
export function hasWords({ tile, about }: CatalogProblem, words: string): boolean {
  return [tile.name, tile.id, tile.alias, about].some((text) => text?.toLowerCase().includes(words))
}
