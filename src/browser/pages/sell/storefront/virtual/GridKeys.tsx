import type { RefObject } from 'react'
import { flushSync } from 'react-dom'

import type { Storefront, Tile } from '#domain/frontview.ts'
import { KEYS, useHotkeys } from '../../../../hotkeys.ts'
import { focusFirstTile } from '../focus-first-tile.ts'
import { measureGrid } from './measure-grid.ts'
import { moveInGrid } from './move-in-grid.ts'

type GridKeysProps = {
  box: RefObject<HTMLElement | null>
  tiles: readonly Tile[]
  storefront: Storefront
  onFocus: (tileId: string) => void
  /** To the category above; absent where there is none, or a ticket has the key. */
  onUp: (() => void) | undefined
}

/** Arrow keys go over the tiles as they lie, up from the first row to the box above; Esc goes up a category when there is nothing typed it could empty. */
export function GridKeys(props: GridKeysProps) {
  useHotkeys([
    { ...KEYS.arrows, run: ({ key }) => moveOn(key, props) },
    // Where a field has something in it, Esc empties that first.
    { ...KEYS.escape, isAlways: true, run: ({ shiftKey }) => !shiftKey && goUp(props) },
  ])
  return null
}

function goUp({ onUp }: GridKeysProps): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>('.stage input')
  if (!onUp || [...fields].some(({ value }) => value !== '')) return false
  onUp()
  return true
}

function moveOn(key: string, { box, tiles, storefront, onFocus }: GridKeysProps): boolean {
  const grid = box.current?.querySelector<HTMLElement>('.tiles')
  if (!box.current || !grid) return false
  const { activeElement } = document
  if (activeElement === document.body) return key.startsWith('Arrow') && focusFirstTile()
  const focusedId = box.current.contains(activeElement)
    ? activeElement?.closest<HTMLElement>('[data-tile]')?.dataset['tile']
    : undefined
  const from = tiles.findIndex(({ id }) => id === focusedId)
  if (from === -1) return false

  const { columns, rowHeight, gap, height } = measureGrid(grid, box.current)
  const goal = moveInGrid(key, from, {
    tiles,
    columns,
    rowsInSight: Math.max(1, Math.floor(height / (rowHeight + gap))),
    isRtl: document.documentElement.dir === 'rtl',
    isPassedOver: ({ id }) => storefront.blockReasonOf(id) === 'text',
  })
  if (goal === undefined) return false
  if (goal === 'above') document.querySelector<HTMLElement>('.stage .search input')?.focus()
  else focusTile(box.current, tiles[goal]!.id, onFocus)
  return true
}

function focusTile(box: HTMLElement, id: string, onFocus: GridKeysProps['onFocus']): void {
  // Drawn first, wherever on a long shelf it lies.
  flushSync(() => onFocus(id))
  const tile = box.querySelector<HTMLElement>(`[data-tile="${CSS.escape(id)}"]`)
  tile?.focus({ preventScroll: true })
  tile?.scrollIntoView({ block: 'nearest' })
}
