import type { Storefront, Tile, TileBlockReason } from '#domain/frontview.ts'
import type { Service } from '#domain/service.ts'
import { paths, withTile } from '../../paths.ts'

/** Why a tile cannot be pressed: by anybody, or by the person here. */
export type BlockReason = TileBlockReason | 'not-allowed'

/** What a tile shows and where it leads. */
export type TileView = {
  tile: Tile
  look: 'category' | 'product' | 'banner'
  /** The page it opens; absent if it is blocked. */
  to: string | undefined
  blockReason: BlockReason | undefined
  service: Service | undefined
  /** How many tiles a category holds. */
  childCount: number | undefined
}

type Shop = { storefront: Storefront; services: ReadonlyMap<string, Service>; forbidsInternational?: true }

/** How one element looks and what pressing it does (spec 2.5). One that cannot be pressed keeps its place, so that nothing moves. */
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
    // Its amounts are each operator's own.
    service: service?.kind === 'international' ? undefined : service,
    childCount: look === 'category' ? storefront.childrenOf(tile.id).length : undefined,
  }
}

/** Whether it is a category, something to press, or a banner of the first page. */
function lookOf(tile: Tile): TileView['look'] {
  if (tile.action.kind === 'sell') return 'product'
  if (tile.action.kind === 'open') return 'category'
  // Banners are at the root; in categories the grid stays even.
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
      // A country chosen by the tile takes the place of the first step.
      return toInternational(
        action.country === undefined ? paths.international(action.group) : paths.internationalCountry(action.country),
      )
    case 'none':
    case 'unsupported':
      return undefined
  }
}

/** A name on one line: line breaks in it belong on banners only. */
export const plainName = (name: string): string =>
  name
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')

/** How many columns a tile takes. */
const spanOf = (tile: Tile, columns: number): number => (lookOf(tile) === 'banner' ? Math.min(2, columns) : 1)

/** Where the tiles of a category lie: the indices of each row in their order on the page, and the row of each index. */
type GridRows = { rows: readonly (readonly number[])[]; rowOf: readonly number[] }

/** Lays tiles out as `grid-auto-flow: dense` does: a place that a banner leaves free at the end of a row goes to the next single tile. */
export function packRows(tiles: readonly Tile[], columns: number): GridRows {
  const rows: number[][] = []
  const rowOf: number[] = []
  /** Of each row that is not full, how many columns it has left. Two are left in the last one only. */
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
  /** How many rows are in sight: a page. */
  rowsInSight: number
  isRtl: boolean
  /** What cannot be focused is passed over. */
  isPassedOver: (tile: Tile) => boolean
}

/** Where a key leads from the tile at `from`: an index, `above` for what is over the tiles, or `undefined` for a key that leads nowhere. */
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

/** The tile `rows` further in the same column; in the first or last row if there are not as many, -1 above the first. */
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

/** How the tiles of a category are laid out now, in px. */
export type GridMeasure = {
  columns: number
  rowHeight: number
  gap: number
  /** Where they begin in what scrolls. */
  top: number
  /** How much of them is in sight. */
  height: number
  /** The window scrolls them, not an element. */
  isInWindow: boolean
}

/** Measures what the styles made of `grid`, which alone know how many columns there are. */
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

/** The element that scrolls `inner`: on a wide screen the box of the tiles, in one column the page or the window. */
export function findScroller(inner: Element): Element {
  for (let element = inner.parentElement; element && element !== document.body; element = element.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(element).overflowY)) return element
  }
  return document.documentElement
}

const MAX_STORED = 200

const positions = new Map<string, number>()

/** How far the tiles were scrolled (px) when the first of these names that is known was left; 0 if none is. */
export const findScrollPosition = (...names: readonly string[]): number =>
  names.map((name) => positions.get(name)).find((position) => position !== undefined) ?? 0

/** Stores a position under each of its names, for as long as the page is open. */
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
