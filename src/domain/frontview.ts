/** What happens when a tile is pressed (spec 2.5). */
export type TileAction =
  /** A category opens its children. */
  | { kind: 'open' }
  /** A product starts a sale of this service. */
  | { kind: 'sell'; serviceId: string }
  | { kind: 'go-to'; alias: string }
  | { kind: 'page'; page: string; payload?: string }
  | { kind: 'international'; country?: string; group?: string }
  /** Nothing to press. */
  | { kind: 'none' }
  /** An action we do not know, by name. */
  | { kind: 'unsupported'; name: string }

/** One frontview element (spec 2.5). `name` is text; its `<br>`s are newlines. Pictures are absolute http(s) addresses. */
export type Tile = {
  id: string
  parentId?: string
  type: 'category' | 'product' | 'other'
  alias?: string
  name: string
  isActive: boolean
  imageLarge?: string
  imageSmall?: string
  action: TileAction
  /** To be told to the customer before the sale starts (`params.warning`). */
  warning?: string
}

/** The flat list, arranged: children in the wholesaler's order (spec 2.5, tree rules). */
export type Storefront = {
  byId: ReadonlyMap<string, Tile>
  byAlias: ReadonlyMap<string, Tile>
  roots: readonly Tile[]
  childrenOf: (id: string) => readonly Tile[]
  /** From the root down to the tile, itself included. */
  pathTo: (id: string) => readonly Tile[]
}

const NO_TILES: readonly Tile[] = []

/**
 * Arranges a flat list in time linear to it. What cannot be reached from a root (parent missing, or in a circle) is left out; of two
 * equal ids or aliases the one listed first stays.
 */
export function arrangeTiles(tiles: readonly Tile[]): Storefront {
  const listed = new Map<string, Tile>()
  for (const tile of tiles) if (!listed.has(tile.id)) listed.set(tile.id, tile)

  const roots: Tile[] = []
  const children = new Map<string, Tile[]>()
  for (const tile of listed.values()) {
    if (tile.parentId === undefined) roots.push(tile)
    else addTo(children, tile.parentId, tile)
  }

  const byId = new Map<string, Tile>()
  const waiting = roots.toReversed()
  for (let tile = waiting.pop(); tile; tile = waiting.pop()) {
    byId.set(tile.id, tile)
    for (const child of (children.get(tile.id) ?? NO_TILES).toReversed()) waiting.push(child)
  }

  const byAlias = new Map<string, Tile>()
  for (const tile of listed.values()) {
    if (tile.alias && byId.has(tile.id) && !byAlias.has(tile.alias)) byAlias.set(tile.alias, tile)
  }

  return {
    byId,
    byAlias,
    roots,
    childrenOf: (id) => (byId.has(id) ? children.get(id) : undefined) ?? NO_TILES,
    pathTo: (id) => {
      const path: Tile[] = []
      for (let tile = byId.get(id); tile; tile = tile.parentId === undefined ? undefined : byId.get(tile.parentId))
        path.push(tile)
      return path.toReversed()
    },
  }
}

function addTo(children: Map<string, Tile[]>, parentId: string, tile: Tile): void {
  const siblings = children.get(parentId)
  if (siblings) siblings.push(tile)
  else children.set(parentId, [tile])
}
