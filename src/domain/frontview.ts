import { INTERNATIONAL_ID } from './international.ts'
import { isSellable, type Service } from './service.ts'

/** What happens when a tile is pressed (spec 2.5). */
export type TileAction =
  /** A category opens its children. */
  | { kind: 'open' }
  /** A product starts a sale of this service; no service is named by an empty id. */
  | { kind: 'sell'; serviceId: string }
  /** Leads to the tile of this alias; the wholesaler named none when it is empty. */
  | { kind: 'go-to'; alias: string }
  | { kind: 'page'; page: string; payload?: string }
  /** `product` is the `product_slug`: the till sells its one international service whatever that names. */
  | { kind: 'international'; country?: string; group?: string; product?: string }
  /** Nothing to press. */
  | { kind: 'none' }
  /** An action we do not know, by name. */
  | { kind: 'unsupported'; name: string }

/** One frontview element (spec 2.5). `name` is text; its `<br>`s are newlines. Pictures are absolute http(s) addresses. */
export type Tile = {
  id: string
  parentId?: string
  /** `unknown` is a type the spec does not name. */
  type: 'category' | 'product' | 'other' | 'unknown'
  alias?: string
  name: string
  isActive: boolean
  imageLarge?: string
  imageSmall?: string
  action: TileAction
  /** To be told to the customer before the sale starts (`params.warning`). */
  warning?: string
}

/** Why a tile cannot be pressed: not now, its link has no goal, not known to this till, or a text and no button at all. */
export type TileBlockReason = 'unavailable' | 'broken-link' | 'unsupported' | 'text'

/** A tile that has no place, and why: itself, or something it hangs on. */
export type DroppedTile = { tile: Tile; reason: 'duplicate-id' | 'parent-missing' | 'cycle' }

/** The flat list, arranged: children in the wholesaler's order (spec 2.5, tree rules). */
export type Storefront = {
  roots: readonly Tile[]
  /** A tile that has a place, pressable or not. */
  find: (id: string) => Tile | undefined
  /** Children of a tile that can be opened; none below one that is not active. */
  childrenOf: (id: string) => readonly Tile[]
  /** From the root down to the tile, itself included. */
  pathTo: (id: string) => readonly Tile[]
  /** Whether every tile above it is active, so that one can get to it. */
  isReachable: (id: string) => boolean
  blockReasonOf: (id: string) => TileBlockReason | undefined
  /** What is told to the customer of a tile: its own warning, below those of the categories it lies in. */
  warningOf: (id: string) => string | undefined
  /** The tile a `gotoCategory` leads to, where it leads somewhere. */
  targetOf: (tile: Tile) => Tile | undefined
  /** All that have a place, each below its parent, in order. */
  placed: readonly Tile[]
  /** What has no place, in the order of the list. Reckoned when asked. */
  findDropped: () => DroppedTile[]
}

type Node = {
  tile: Tile
  parent: Node | undefined
  children: Node[] | undefined
  /** As they are shown, once they were asked for. */
  childTiles: readonly Tile[] | undefined
  isPlaced: boolean
  isReachable: boolean
}

const NO_TILES: readonly Tile[] = []
/** Nobody tells a customer more. */
const MAX_WARNINGS = 5

/**
 * Arranges a flat list of any size in one pass: what cannot be reached from a root is left out, of two equal ids or aliases the first stays.
 * `services` by id say what can be sold.
 */
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
  const roots = hang(nodes)
  const { placed, aliases } = place(roots, nodes)
  const placedNode = (id: string) => {
    const node = nodes.get(id)
    return node?.isPlaced ? node : undefined
  }

  // Thousands of tiles may sell a few services.
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
      return path.toReversed()
    },
    isReachable: (id) => placedNode(id)?.isReachable ?? false,
    blockReasonOf: (id) => {
      const node = placedNode(id)
      return node ? blockReasonOf(node, { services, isSold, targetOf }) : 'unavailable'
    },
    warningOf: (id) => {
      const told = new Set<string>()
      for (let node = placedNode(id); node && told.size < MAX_WARNINGS; node = node.parent)
        if (node.tile.warning) told.add(node.tile.warning)
      return told.size === 0 ? undefined : [...told].toReversed().join('\n')
    },
    targetOf,
    placed,
    findDropped: () => findDropped(tiles, nodes, duplicates),
  }
}

/** Hangs every node on its parent, in order; those without a parent are the roots. */
function hang(nodes: ReadonlyMap<string, Node>): Node[] {
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
  const waiting = roots.toReversed()
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
    // In the order of the list, which is not the order of the tree.
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
      // A catalogue that does not list the service says nothing against it.
      const bridge = services.get(INTERNATIONAL_ID)
      return bridge && !bridge.isActive ? 'unavailable' : undefined
    }
    case 'none':
      return 'text'
    case 'unsupported':
      return 'unsupported'
  }
}

/** Each walk up ends where the reason is known: at a parent that is not there, at a tile walked before, or where it began. */
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
