import * as v from 'valibot'

import { reversed } from '../in-order.ts'
import { INTERNATIONAL_ID } from './international.ts'
import { optionalText } from '../schema-parts.ts'
import { isSellable, type Service } from './service.ts'

/** What pressing a tile does (spec 2.5). */
const TileAction = v.variant('kind', [
  v.strictObject({ kind: v.literal('open') }),
  /** An empty id names no service. */
  v.strictObject({ kind: v.literal('sell'), serviceId: v.string() }),
  /** The alias is empty if the wholesaler gave none. */
  v.strictObject({ kind: v.literal('go-to'), alias: v.string() }),
  v.strictObject({ kind: v.literal('page'), page: v.string(), payload: optionalText }),
  /** `product` is the `product_slug`. Ignored: there is only one international service. */
  v.strictObject({
    kind: v.literal('international'),
    country: optionalText,
    group: optionalText,
    product: optionalText,
  }),
  v.strictObject({ kind: v.literal('none') }),
  v.strictObject({ kind: v.literal('unsupported'), name: v.string() }),
])
export type TileAction = v.InferOutput<typeof TileAction>

/** One frontview element (spec 2.5). Each `<br>` in the name has become a newline. Pictures are absolute http(s) URLs. */
export const Tile = v.strictObject({
  id: v.string(),
  parentId: optionalText,
  /** `unknown` is a type that the spec does not name. */
  type: v.picklist(['category', 'product', 'other', 'unknown']),
  alias: optionalText,
  name: v.string(),
  isActive: v.boolean(),
  imageLarge: optionalText,
  imageSmall: optionalText,
  action: TileAction,
  /** Must be read to the customer before the sale starts (`params.warning`). */
  warning: optionalText,
})
export type Tile = v.InferOutput<typeof Tile>

/** A link without a target is `broken-link`, an unknown type or action `unsupported`. */
export type TileBlockReason = 'unavailable' | 'broken-link' | 'unsupported' | 'text'

/** A tile that is outside the tree because of itself or of a tile above it. */
export type DroppedTile = { tile: Tile; reason: 'duplicate-id' | 'parent-missing' | 'cycle' }

/** Children are in the wholesaler's order (spec 2.5, tree rules). */
export type Storefront = {
  roots: readonly Tile[]
  find: (id: string) => Tile | undefined
  /** Empty if the tile is not active. */
  childrenOf: (id: string) => readonly Tile[]
  /** From the root to this tile, inclusive. */
  pathTo: (id: string) => readonly Tile[]
  /** Whether every tile above this one is active. */
  isReachable: (id: string) => boolean
  blockReasonOf: (id: string) => TileBlockReason | undefined
  /** The warnings of the categories that contain the tile, then its own. */
  warningOf: (id: string) => string | undefined
  /** The target of a `gotoCategory`. */
  targetOf: (tile: Tile) => Tile | undefined
  /** Every tile comes after its parent. */
  placed: readonly Tile[]
  /** In list order. Computed on each call. */
  findDropped: () => DroppedTile[]
}

type Node = {
  tile: Tile
  parent: Node | undefined
  children: Node[] | undefined
  /** Cached on first use. */
  childTiles: readonly Tile[] | undefined
  isPlaced: boolean
  isReachable: boolean
}

const NO_TILES: readonly Tile[] = []
/** No one reads more warnings than this to a customer. */
const MAX_WARNINGS = 5

/** Tiles that no root reaches are dropped; if ids or aliases are equal, the first counts. `services`, by id, decides what can be sold. */
export function arrangeTiles(tiles: readonly Tile[], services: ReadonlyMap<string, Service>): Storefront {
  const nodes = new Map<string, Node>()
  const duplicates: Tile[] = []
  for (const tile of tiles) {
    if (nodes.has(tile.id)) duplicates.push(tile)
    else
      nodes.set(tile.id, {
        tile,
        parent: undefined,
        children: undefined,
        childTiles: undefined,
        isPlaced: false,
        isReachable: false,
      })
  }
  const roots = linkToParents(nodes)
  const { placed, aliases } = place(roots, nodes)
  const placedNode = (id: string) => {
    const node = nodes.get(id)
    return node?.isPlaced ? node : undefined
  }

  // Cached, because thousands of tiles may sell a few services.
  const known = new Map<string, boolean>()
  const isSold = (serviceId: string): boolean => {
    let answer = known.get(serviceId)
    if (answer === undefined) {
      const service = services.get(serviceId)
      known.set(serviceId, (answer = service !== undefined && isSellable(service)))
    }
    return answer
  }
  const targetOf = (tile: Tile): Tile | undefined => {
    if (tile.action.kind !== 'go-to') return undefined
    const goal = aliases.get(tile.action.alias)
    if (!goal?.isReachable || !goal.tile.isActive || goal.tile.id === tile.id) return undefined
    const { type, action } = goal.tile
    const isPlace = type === 'category' || action.kind === 'go-to' || goal.children !== undefined
    return isPlace && type !== 'product' ? goal.tile : undefined
  }

  return {
    roots: roots.map(({ tile }) => tile),
    find: (id) => placedNode(id)?.tile,
    childrenOf: (id) => {
      const node = placedNode(id)
      if (!node?.isReachable || !node.tile.isActive || !node.children) return NO_TILES
      return (node.childTiles ??= node.children.map(({ tile }) => tile))
    },
    pathTo: (id) => {
      const path: Tile[] = []
      for (let node = placedNode(id); node; node = node.parent) path.push(node.tile)
      return reversed(path)
    },
    isReachable: (id) => placedNode(id)?.isReachable ?? false,
    blockReasonOf: (id) => {
      const node = placedNode(id)
      return node ? blockReasonOf(node, { services, isSold, targetOf }) : 'unavailable'
    },
    warningOf: (id) => {
      const warnings = new Set<string>()
      for (let node = placedNode(id); node && warnings.size < MAX_WARNINGS; node = node.parent)
        if (node.tile.warning) warnings.add(node.tile.warning)
      return warnings.size === 0 ? undefined : reversed(warnings).join('\n')
    },
    targetOf,
    placed,
    findDropped: () => findDropped(tiles, nodes, duplicates),
  }
}

/** Returns the nodes without a parent. */
function linkToParents(nodes: ReadonlyMap<string, Node>): Node[] {
  const roots: Node[] = []
  for (const node of nodes.values()) {
    const { parentId } = node.tile
    const parent = parentId === undefined ? undefined : nodes.get(parentId)
    if (parent) {
      node.parent = parent
      if (parent.children) parent.children.push(node)
      else parent.children = [node]
    } else if (parentId === undefined) roots.push(node)
  }
  return roots
}

function place(roots: readonly Node[], nodes: ReadonlyMap<string, Node>) {
  const placed: Tile[] = []
  let named = 0
  const waiting = reversed(roots)
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const { tile, parent, children } = node
    node.isPlaced = true
    node.isReachable = parent === undefined || (parent.isReachable && parent.tile.isActive)
    if (tile.alias) named += 1
    placed.push(tile)
    if (children) for (let at = children.length - 1; at >= 0; at -= 1) waiting.push(children[at]!)
  }

  const aliases = new Map<string, Node>()
  if (named > 0) {
    // In list order, which differs from tree order.
    for (const node of nodes.values()) {
      const { alias } = node.tile
      if (alias && node.isPlaced && !aliases.has(alias)) aliases.set(alias, node)
    }
  }
  return { placed, aliases }
}

type Sources = {
  services: ReadonlyMap<string, Service>
  isSold: (serviceId: string) => boolean
  targetOf: Storefront['targetOf']
}

function blockReasonOf(
  { tile, children, isReachable }: Node,
  { services, isSold, targetOf }: Sources,
): TileBlockReason | undefined {
  if (!isReachable || !tile.isActive) return 'unavailable'
  switch (tile.action.kind) {
    case 'open':
      return tile.type === 'unknown' && !children ? 'unsupported' : undefined
    case 'sell':
      return isSold(tile.action.serviceId) ? undefined : 'unavailable'
    case 'go-to':
      return targetOf(tile) ? undefined : 'broken-link'
    case 'page':
      return tile.action.page === '' ? 'broken-link' : undefined
    case 'international': {
      // The international service can be sold even if the list of services lacks it.
      const bridge = services.get(INTERNATIONAL_ID)
      return bridge && !bridge.isActive ? 'unavailable' : undefined
    }
    case 'none':
      return 'text'
    case 'unsupported':
      return 'unsupported'
  }
}

/** A walk upward stops where the reason is known: at a missing parent, a visited tile, or its own start. */
function findDropped(
  tiles: readonly Tile[],
  nodes: ReadonlyMap<string, Node>,
  duplicates: readonly Tile[],
): DroppedTile[] {
  const reasons = new Map<Node, DroppedTile['reason'] | 'walking'>()
  const reasonOf = (start: Node): DroppedTile['reason'] => {
    const walked: Node[] = []
    let node: Node | undefined = start
    while (node && !reasons.has(node)) {
      reasons.set(node, 'walking')
      walked.push(node)
      node = node.parent
    }
    const known = node && reasons.get(node)
    const reason = !node ? 'parent-missing' : known === 'walking' || known === undefined ? 'cycle' : known
    for (const each of walked) reasons.set(each, reason)
    return reason
  }

  const isDuplicate = new Set(duplicates)
  return tiles.flatMap((tile): DroppedTile[] => {
    if (isDuplicate.has(tile)) return [{ tile, reason: 'duplicate-id' }]
    const node = nodes.get(tile.id)
    return !node || node.isPlaced ? [] : [{ tile, reason: reasonOf(node) }]
  })
}
