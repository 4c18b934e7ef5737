import type { Tile } from '#domain/catalog/frontview.ts'
import { findScroller, lookOf } from './tile-view.ts'

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
