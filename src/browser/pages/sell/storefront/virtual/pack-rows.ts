import type { Tile } from '#domain/frontview.ts'
import { lookOf } from '../tile-view.ts'

/** How many columns a tile takes. */
export const spanOf = (tile: Tile, columns: number): number => (lookOf(tile) === 'banner' ? Math.min(2, columns) : 1)

/** The index each row begins with, as CSS lays tiles out: one that does not fit into a row begins the next, and no later one fills the hole. */
export function packRows(tiles: readonly Tile[], columns: number): number[] {
  const starts: number[] = []
  let used = columns
  for (const [index, tile] of tiles.entries()) {
    const span = spanOf(tile, columns)
    if (used + span > columns) {
      starts.push(index)
      used = 0
    }
    used += span
  }
  return starts
}

/** The row that holds the tile at `index`. */
export const rowOf = (starts: readonly number[], index: number): number =>
  starts.findLastIndex((start) => start <= index)
