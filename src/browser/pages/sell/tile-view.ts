import type { Storefront, Tile, TileBlockReason } from '#domain/frontview.ts'
import type { Service } from '#domain/service.ts'
import { paths, withTile } from '../../paths.ts'

/** Why a tile is blocked for everyone, or for this person. */
export type BlockReason = TileBlockReason | 'not-allowed'

export type TileView = {
  tile: Tile
  look: 'category' | 'product' | 'banner'
  to: string | undefined
  blockReason: BlockReason | undefined
  service: Service | undefined
  childCount: number | undefined
}

type Shop = { storefront: Storefront; services: ReadonlyMap<string, Service>; forbidsInternational?: true }

/** Spec 2.5. A blocked element keeps its place, so nothing moves. */
export function viewTile(tile: Tile, shop: Shop): TileView {
  const { storefront, services } = shop
  const look = lookOf(tile)
  const service = tile.action.kind === 'sell' ? services.get(tile.action.serviceId) : undefined
  const isForbidden = shop.forbidsInternational && (service?.kind ?? tile.action.kind) === 'international'
  const blockReason = storefront.blockReasonOf(tile.id) ?? (isForbidden ? 'not-allowed' : undefined)
  const to = blockReason ? undefined : findPath(tile, service, storefront)
  return {
    tile,
    look,
    to,
    blockReason,
    // Amounts of an international service depend on the operator.
    service: service?.kind === 'international' ? undefined : service,
    childCount: look === 'category' ? storefront.childrenOf(tile.id).length : undefined,
  }
}

function lookOf(tile: Tile): TileView['look'] {
  if (tile.action.kind === 'sell') return 'product'
  if (tile.action.kind === 'open') return 'category'
  // Banners are at the root; categories keep an even grid.
  return tile.parentId === undefined ? 'banner' : 'product'
}

function findPath(tile: Tile, service: Service | undefined, storefront: Storefront): string | undefined {
  const { action } = tile
  const toInternational = (path: string) => withTile(path, storefront.warningOf(tile.id) && tile.id)
  switch (action.kind) {
    case 'open':
      return paths.category(tile.id)
    case 'sell':
      return service?.kind === 'international' ? toInternational(paths.international()) : paths.product(tile.id)
    case 'go-to': {
      const goal = storefront.targetOf(tile)
      return goal && paths.category(goal.id)
    }
    case 'page':
      return paths.frontviewPage(action.page, action.payload)
    case 'international':
      // A country in the tile skips the first step.
      return toInternational(
        action.country === undefined ? paths.international(action.group) : paths.internationalCountry(action.country),
      )
    case 'none':
    case 'unsupported':
      return undefined
  }
}

/** The first products with different pictures in a category and below it. */
export function findPictures(storefront: Storefront, id: string, most: number): Tile[] {
  const found = new Map<string, Tile>()
  const look = (parent: string): void => {
    for (const child of storefront.childrenOf(parent)) {
      if (found.size === most) return
      const picture = child.imageSmall ?? child.imageLarge
      if (child.action.kind === 'open') look(child.id)
      else if (picture !== undefined && !found.has(picture)) found.set(picture, child)
    }
  }
  look(id)
  return [...found.values()]
}

/** Joins the lines of a name; only banners keep line breaks. */
export const plainName = (name: string): string =>
  name
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')

const spanOf = (tile: Tile, columns: number): number => (lookOf(tile) === 'banner' ? Math.min(2, columns) : 1)

/** The tile indices of each row in page order, and the row of each index. */
type GridRows = { rows: readonly (readonly number[])[]; rowOf: readonly number[] }

/** Lays out tiles like `grid-auto-flow: dense`: a gap left by a banner goes to the next single tile. */
export function packRows(tiles: readonly Tile[], columns: number): GridRows {
  const rows: number[][] = []
  const rowOf: number[] = []
  /** Free columns of incomplete rows. Only the last row can have two or more. */
  const open: { row: number; left: number }[] = []
  let firstOpen = 0
  for (const [index, tile] of tiles.entries()) {
    const span = spanOf(tile, columns)
    let place = span === 1 ? open[firstOpen] : open.at(-1)
    if (!place || place.left < span) {
      place = { row: rows.length, left: columns }
      open.push(place)
      rows.push([])
    }
    rows[place.row]!.push(index)
    rowOf.push(place.row)
    place.left -= span
    while (open[firstOpen]?.left === 0) firstOpen += 1
  }
  return { rows, rowOf }
}

type Grid = {
  tiles: readonly Tile[]
  columns: number
  rowsInSight: number
  isRtl: boolean
  /** Whether to skip a tile because it cannot be focused. */
  isPassedOver: (tile: Tile) => boolean
}

/** The target index, `above` for what is above the tiles, or `undefined` if the key does not move. */
export function moveInGrid(key: string, from: number, grid: Grid): number | 'above' | undefined {
  const { tiles, columns, rowsInSight, isRtl, isPassedOver } = grid
  const packed = packRows(tiles, columns)
  const order = packed.rows.flat()
  const at = order.indexOf(from)
  const byRows = (rows: number) => order.indexOf(findInRow(grid, packed, from, rows))
  const goals: Record<string, () => number> = {
    ArrowLeft: () => at + (isRtl ? 1 : -1),
    ArrowRight: () => at + (isRtl ? -1 : 1),
    ArrowUp: () => byRows(-1),
    ArrowDown: () => byRows(1),
    PageUp: () => byRows(-rowsInSight),
    PageDown: () => byRows(rowsInSight),
    Home: () => 0,
    End: () => order.length - 1,
  }
  if (!Object.hasOwn(goals, key)) return undefined
  const goal = goals[key]!()
  const onward = key === 'Home' || (goal > at && key !== 'End') ? 1 : -1
  let place = goal
  while (order[place] !== undefined && isPassedOver(tiles[order[place]!]!)) place += onward
  return order[place] ?? (key === 'ArrowUp' ? 'above' : from)
}

/** The tile `by` rows further in the same column, limited to the first and last row; -1 above the first. */
function findInRow({ tiles, columns }: Grid, { rows, rowOf }: GridRows, from: number, by: number): number {
  const row = rowOf[from]!
  if (by === -1 && row === 0) return -1
  const goal = Math.max(0, Math.min(rows.length - 1, row + by))
  if (goal === row) return from
  let column = 0
  for (const index of rows[row]!) {
    if (index === from) break
    column += spanOf(tiles[index]!, columns)
  }
  let reach = 0
  const under = rows[goal]!.find((index) => (reach += spanOf(tiles[index]!, columns)) > column)
  return under ?? rows[goal]!.at(-1)!
}

/** In px. */
export type GridMeasure = {
  columns: number
  rowHeight: number
  gap: number
  /** Offset within the scroller. */
  top: number
  height: number
  isInWindow: boolean
}

/** Measures the grid, because only the styles know the number of columns. */
export function measureGrid(grid: HTMLElement): GridMeasure {
  const style = getComputedStyle(grid)
  const scroller = findScroller(grid)
  const isInWindow = scroller === document.documentElement
  return {
    columns: style.gridTemplateColumns.split(' ').length,
    rowHeight: Number.parseFloat(style.gridAutoRows),
    gap: Number.parseFloat(style.rowGap),
    top:
      grid.getBoundingClientRect().top - (isInWindow ? 0 : scroller.getBoundingClientRect().top) + scroller.scrollTop,
    height: isInWindow ? window.innerHeight : scroller.clientHeight,
    isInWindow,
  }
}

/** Returns the scroller of `inner`: the tile box on a wide screen, the page or window in one column. */
export function findScroller(inner: Element): Element {
  for (let element = inner.parentElement; element && element !== document.body; element = element.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(element).overflowY)) return element
  }
  return document.documentElement
}

const MAX_STORED = 200

const positions = new Map<string, number>()

/** The stored scroll position (px) of the first known name, or 0. */
export const findScrollPosition = (...names: readonly string[]): number =>
  names.map((name) => positions.get(name)).find((position) => position !== undefined) ?? 0

/** Stores a position under several names while the page is open. */
export function storeScrollPosition(position: number, ...names: readonly string[]): void {
  for (const name of names) {
    positions.delete(name)
    positions.set(name, position)
  }
  for (const oldest of positions.keys()) {
    if (positions.size <= MAX_STORED) return
    positions.delete(oldest)
  }
}
