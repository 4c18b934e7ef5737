import type { RefObject } from 'react'

import { sorted } from '#domain/in-order.ts'
import { KEYS, useHotkeys } from '../../lib/hotkeys.ts'

const WAYS: Record<string, readonly [across: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * Arrow keys move across the buttons in `grid` as laid out, and enter it from anywhere; Up from the first row focuses `above`. In a field, only Up and Down
 * act, and tabs keep their keys.
 */
export function useArrowKeys(grid: RefObject<HTMLElement | null>, above?: RefObject<HTMLElement | null>): void {
  const move = (event: KeyboardEvent) => {
    const way = WAYS[event.key]
    if (!way || isKeptBy(event.target, way)) return false
    const tiles = [...(grid.current?.querySelectorAll('button') ?? [])]
    const at = tiles.findIndex((tile) => tile === document.activeElement)
    const next = at === -1 ? findEntrance(tiles) : findNeighbour(tiles, at, way)
    const goal = next ?? (at !== -1 && way[1] < 0 ? above?.current : undefined)
    goal?.focus()
    return Boolean(goal)
  }
  useHotkeys([{ ...KEYS.arrows, run: move }])
}

function isKeptBy(target: EventTarget | null, [across]: readonly [number, number]): boolean {
  if (target instanceof HTMLInputElement) return across !== 0
  return target instanceof Element && target.closest('[role="tablist"]') !== null
}

const findEntrance = (tiles: readonly HTMLElement[]) =>
  tiles.find((tile) => tile.getAttribute('aria-pressed') === 'true') ?? tiles[0]

function findNeighbour(tiles: readonly HTMLElement[], at: number, [across, down]: readonly [number, number]) {
  if (across !== 0) return tiles[at + across * (document.documentElement.dir === 'rtl' ? -1 : 1)]
  const boxes = tiles.map((tile) => tile.getBoundingClientRect())
  const from = boxes[at]!
  const isBeyond = ({ top }: DOMRect) => (down > 0 ? top > from.top : top < from.top)
  const nearest = sorted(
    boxes
      .map((box, index) => ({ index, rows: Math.abs(box.top - from.top), off: Math.abs(box.left - from.left) }))
      .filter(({ index }) => isBeyond(boxes[index]!)),
    (one, other) => one.rows - other.rows || one.off - other.off,
  )[0]
  return nearest && tiles[nearest.index]
}
