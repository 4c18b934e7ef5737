import type { Tile } from '#domain/frontview.ts'
import { packRows, rowOf, spanOf } from './pack-rows.ts'

type Shelf = {
  tiles: readonly Tile[]
  columns: number
  /** How many rows are in sight: a page. */
  rowsInSight: number
  isRtl: boolean
  /** What cannot be focused is passed over. */
  isPassedOver: (tile: Tile) => boolean
}

/** Where a key leads from the tile at `from`: an index, `above` for what stands over the shelf, or `undefined` for a key that leads nowhere. */
export function moveInGrid(key: string, from: number, shelf: Shelf): number | 'above' | undefined {
  const { tiles, columns, rowsInSight, isRtl, isPassedOver } = shelf
  const last = tiles.length - 1
  const byRows = (rows: number) => findInRow(tiles, columns, from, rows)
  const goals: Record<string, () => number> = {
    ArrowLeft: () => from + (isRtl ? 1 : -1),
    ArrowRight: () => from + (isRtl ? -1 : 1),
    ArrowUp: () => byRows(-1),
    ArrowDown: () => byRows(1),
    PageUp: () => byRows(-rowsInSight),
    PageDown: () => byRows(rowsInSight),
    Home: () => 0,
    End: () => last,
  }
  if (!Object.hasOwn(goals, key)) return undefined
  const goal = goals[key]!()
  const onward = key === 'Home' || (goal > from && key !== 'End') ? 1 : -1
  let index = goal
  while (tiles[index] && isPassedOver(tiles[index]!)) index += onward
  if (tiles[index]) return index
  return key === 'ArrowUp' ? 'above' : from
}

/** The tile that lies `rows` further in the same column; the first or last row where there are not as many, -1 above the first. */
function findInRow(tiles: readonly Tile[], columns: number, from: number, rows: number): number {
  const starts = packRows(tiles, columns)
  const row = rowOf(starts, from)
  if (rows === -1 && row === 0) return -1
  const goal = Math.max(0, Math.min(starts.length - 1, row + rows))
  if (goal === row) return from
  let column = 0
  for (let index = starts[row]!; index < from; index += 1) column += spanOf(tiles[index]!, columns)
  const end = starts[goal + 1] ?? tiles.length
  let index = starts[goal]!
  for (let reach = spanOf(tiles[index]!, columns); reach <= column && index + 1 < end;) {
    index += 1
    reach += spanOf(tiles[index]!, columns)
  }
  return index
}
