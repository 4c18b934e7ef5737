import {
  defaultRangeExtractor,
  useVirtualizer,
  useWindowVirtualizer,
  type Range,
  type VirtualItem,
} from '@tanstack/react-virtual'
import { memo, useCallback, useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import type { Storefront, Tile as TileData } from '#domain/catalog/frontview.ts'
import { KEYS, useHotkeys } from '../../../lib/hotkeys.ts'
import type { ArrangedCatalog } from '../../../api/catalog.ts'
import { measureGrid, moveInGrid, packRows, type GridMeasure } from './grid-rows.ts'
import { findScroller } from './tile-view.ts'
import { GRID, Tile, type GridRefs, type TileHandlers } from './Tile.tsx'

type VirtualTileGridProps = TileHandlers & {
  shop: ArrangedCatalog
  tiles: readonly TileData[]
  refs: GridRefs
  selectedTileId: string | undefined
  tabStopId: string | undefined
  /** Initial scroll position (px). */
  scroll: number
}

const ROWS_AHEAD = 4

// Kept as the initial value, because the next category usually has the same layout.
let lastMeasure: GridMeasure = { columns: 4, rowHeight: 112, gap: 12, top: 4, height: 600, isInWindow: false }

/** Renders only visible rows and the one with the focus. */
export function VirtualTileGrid(props: VirtualTileGridProps) {
  const { list, selected } = props.refs
  const [measure, setMeasure] = useState(lastMeasure)
  useLayoutEffect(() => {
    const { current } = list
    if (!current) return
    const look = () => {
      const now = measureGrid(current)
      if (JSON.stringify(now) === JSON.stringify(lastMeasure)) return
      lastMeasure = now
      setMeasure(now)
    }
    look()
    // The virtualizer restores the position; the ticket's product must be visible in any case.
    selected.current?.scrollIntoView({ block: 'nearest' })
    const observer = new ResizeObserver(look)
    observer.observe(current)
    return () => observer.disconnect()
  }, [list, selected])

  const Rows = measure.isInWindow ? RowsInWindow : RowsInElement
  return (
    <>
      <div ref={list} className={GRID} aria-hidden="true" />
      <Rows {...props} measure={measure} />
    </>
  )
}

type RowsProps = VirtualTileGridProps & { measure: GridMeasure }

function RowsInElement(props: RowsProps) {
  const { refs, scroll } = props
  const { rows, options } = useRows(props)
  const scroller = useRef<Element>(null)
  const virtualizer = useVirtualizer({
    ...options,
    getScrollElement: () => (scroller.current ??= refs.list.current && findScroller(refs.list.current)),
    initialOffset: scroll,
  })
  return <DrawnRows {...props} rows={rows} items={virtualizer.getVirtualItems()} height={virtualizer.getTotalSize()} />
}

function RowsInWindow(props: RowsProps) {
  const { rows, options } = useRows(props)
  const virtualizer = useWindowVirtualizer({ ...options, initialOffset: props.scroll })
  return <DrawnRows {...props} rows={rows} items={virtualizer.getVirtualItems()} height={virtualizer.getTotalSize()} />
}

function useRows({ tiles, tabStopId, measure: { columns, rowHeight, gap, top, height } }: RowsProps) {
  const overscan = useDeferredValue(ROWS_AHEAD, 0)
  const { rows, rowOf } = useMemo(() => packRows(tiles, columns), [tiles, columns])
  const tabStop = useMemo(() => tiles.findIndex(({ id }) => id === tabStopId), [tiles, tabStopId])
  const tabStopRow = rowOf[tabStop]
  // Keeps the focused row rendered, so the focus is not lost.
  const rangeExtractor = useCallback(
    (range: Range) => {
      const inSight = defaultRangeExtractor(range)
      return tabStopRow === undefined || inSight.includes(tabStopRow) ? inSight : [tabStopRow, ...inSight]
    },
    [tabStopRow],
  )
  const options = {
    count: rows.length,
    estimateSize: () => rowHeight,
    gap,
    scrollMargin: top,
    overscan,
    initialRect: { width: window.innerWidth, height },
    rangeExtractor,
  }
  return { rows, options }
}

type DrawnRowsProps = RowsProps & { rows: readonly (readonly number[])[]; items: VirtualItem[]; height: number }

function DrawnRows(props: DrawnRowsProps) {
  const { shop, tiles, refs, onPress, onFocus, marked, selectedTileId, tabStopId, measure, rows, items, height } = props
  /** Passes an id only to its own row, so other rows are not rendered again. */
  const ownOf = (row: readonly number[], wanted: string | undefined) =>
    row.some((index) => tiles[index]?.id === wanted) ? wanted : undefined
  return (
    <div role="list" className="relative" style={{ height }}>
      {items.map(({ index, start }) => {
        const row = rows[index] ?? []
        return (
          <Row
            key={index}
            shop={shop}
            tiles={tiles}
            refs={refs}
            onPress={onPress}
            onFocus={onFocus}
            marked={marked}
            row={row}
            top={start - measure.top}
            selectedTileId={ownOf(row, selectedTileId)}
            tabStopId={ownOf(row, tabStopId)}
          />
        )
      })}
    </div>
  )
}

type RowProps = Omit<VirtualTileGridProps, 'scroll'> & { row: readonly number[]; top: number }

const Row = memo(function Row({ tiles, row, top, selectedTileId, tabStopId, ...rest }: RowProps) {
  return (
    <div role="presentation" className={`absolute inset-x-0 ${GRID}`} style={{ top }}>
      {row.map((index) => {
        const tile = tiles[index]!
        return (
          <Tile
            {...rest}
            key={tile.id}
            tile={tile}
            isSelected={tile.id === selectedTileId}
            isTabStop={tile.id === tabStopId}
            position={index + 1}
            count={tiles.length}
          />
        )
      })}
    </div>
  )
})

type GridKeysProps = {
  tiles: readonly TileData[]
  storefront: Storefront
  refs: GridRefs
  tabStopId: string | undefined
  onFocus: (tileId: string) => void
  onAbove: () => void
  /** Absent if there is no category above, if typed text must be cleared first, or if a ticket handles the key. */
  onUp: (() => void) | undefined
}

export function GridKeys(props: GridKeysProps) {
  const { onUp } = props
  useHotkeys([
    { ...KEYS.arrows, run: ({ key }) => moveOn(key, props) },
    { ...KEYS.escape, isAlways: true, run: onUp && (({ shiftKey }) => !shiftKey && onUp()) },
  ])
  return null
}

/** Whether the key moved the focus. */
function moveOn(key: string, { tiles, storefront, refs, tabStopId, onFocus, onAbove }: GridKeysProps): boolean {
  const { tabStop, list } = refs
  const { activeElement } = document
  if (!list.current || !tabStop.current) return false
  if (activeElement === document.body) {
    if (!key.startsWith('Arrow')) return false
    tabStop.current.focus()
    return true
  }
  // The focused tile is the tab stop.
  if (activeElement !== tabStop.current) return false

  const { columns, rowHeight, gap, height } = measureGrid(list.current)
  const goal = moveInGrid(
    key,
    tiles.findIndex(({ id }) => id === tabStopId),
    {
      tiles,
      columns,
      rowsInSight: Math.max(1, Math.floor(height / (rowHeight + gap))),
      isRtl: document.documentElement.dir === 'rtl',
      isPassedOver: ({ id }) => storefront.blockReasonOf(id) === 'text',
    },
  )
  if (goal === undefined) return false
  if (goal === 'above') onAbove()
  else {
    // Renders the target first, however far away.
    flushSync(() => onFocus(tiles[goal]!.id))
    refs.tabStop.current?.focus({ preventScroll: true })
    refs.tabStop.current?.scrollIntoView({ block: 'nearest' })
  }
  return true
}
