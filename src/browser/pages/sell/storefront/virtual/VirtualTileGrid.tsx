import {
  defaultRangeExtractor,
  useVirtualizer,
  useWindowVirtualizer,
  type Range,
  type VirtualItem,
} from '@tanstack/react-virtual'
import { memo, useCallback, useDeferredValue, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'

import type { Tile } from '#domain/frontview.ts'
import type { ArrangedCatalogue } from '../../../../api/catalogue.ts'
import { measureGrid, type GridMeasure } from './measure-grid.ts'
import { packRows, rowOf } from './pack-rows.ts'
import type { ScrollPosition } from '../scroll-positions.ts'
import { GridTile } from '../GridTile.tsx'
import { scrollIntoSight } from '../TileButton.tsx'

type VirtualTileGridProps = {
  shop: ArrangedCatalogue
  tiles: readonly Tile[]
  selectedTileId: string | undefined
  tabStopId: string | undefined
  /** Where it was left. */
  scroll: ScrollPosition
}

/** Drawn above and below what is in sight, so that fast scrolling meets rows. */
const ROWS_AHEAD = 4

// The next shelf is drawn right at once: nearly always it looks like the one before.
let lastMeasure: GridMeasure = { columns: 4, rowHeight: 112, gap: 12, top: 4, height: 600, isPageScrolled: false }

/** A shelf of any length: only the rows in sight are in the page, and the one the keyboard is at. */
export function VirtualTileGrid(props: VirtualTileGridProps) {
  const ruler = useRef<HTMLDivElement>(null)
  const [measure, setMeasure] = useState(lastMeasure)
  useLayoutEffect(() => {
    const { current } = ruler
    const box = current?.closest<HTMLElement>('.shelves')
    if (!current || !box) return
    const look = () => {
      const now = measureGrid(current, box)
      if (JSON.stringify(now) === JSON.stringify(lastMeasure)) return
      lastMeasure = now
      setMeasure(now)
    }
    look()
    // Where it was left comes from the virtualizer; a ticket's product is in sight in any case.
    scrollIntoSight(box.querySelector<HTMLElement>('[aria-pressed="true"]'))
    const observer = new ResizeObserver(look)
    observer.observe(current)
    return () => observer.disconnect()
  }, [])

  const Rows = measure.isPageScrolled ? RowsInPage : RowsInBox
  return (
    <>
      <div ref={ruler} className="tiles" aria-hidden="true" />
      <Rows {...props} ruler={ruler} measure={measure} />
    </>
  )
}

type RowsProps = VirtualTileGridProps & { ruler: RefObject<HTMLElement | null>; measure: GridMeasure }

function RowsInBox(props: RowsProps) {
  const { ruler, scroll } = props
  const shelf = useRows(props)
  const virtualizer = useVirtualizer({
    ...shelf.options,
    getScrollElement: () => ruler.current?.closest<HTMLElement>('.shelves') ?? null,
    initialOffset: scroll[0],
  })
  return <Rows {...props} {...shelf} items={virtualizer.getVirtualItems()} height={virtualizer.getTotalSize()} />
}

function RowsInPage(props: RowsProps) {
  const shelf = useRows(props)
  const virtualizer = useWindowVirtualizer({ ...shelf.options, initialOffset: props.scroll[1] })
  return <Rows {...props} {...shelf} items={virtualizer.getVirtualItems()} height={virtualizer.getTotalSize()} />
}

/** The rows of a shelf, and what a virtualizer is to know of them. */
function useRows({ tiles, tabStopId, measure: { columns, rowHeight, gap, top, height } }: RowsProps) {
  // What is in sight comes first.
  const overscan = useDeferredValue(ROWS_AHEAD, 0)
  const starts = useMemo(() => packRows(tiles, columns), [tiles, columns])
  const tabStop = useMemo(() => tiles.findIndex(({ id }) => id === tabStopId), [tiles, tabStopId])
  const tabStopRow = tabStop === -1 ? undefined : rowOf(starts, tabStop)
  // The focus never falls out of the page with the row it is in.
  const rangeExtractor = useCallback(
    (range: Range) => {
      const inSight = defaultRangeExtractor(range)
      return tabStopRow === undefined || inSight.includes(tabStopRow) ? inSight : [tabStopRow, ...inSight]
    },
    [tabStopRow],
  )
  const options = {
    count: starts.length,
    estimateSize: () => rowHeight,
    gap,
    scrollMargin: top,
    overscan,
    initialRect: { width: window.innerWidth, height },
    rangeExtractor,
  }
  return { starts, options }
}

type DrawnRowsProps = RowsProps & { starts: readonly number[]; items: VirtualItem[]; height: number }

function Rows({ shop, tiles, selectedTileId, tabStopId, measure, starts, items, height }: DrawnRowsProps) {
  return (
    <div role="list" className="relative" style={{ height }}>
      {items.map(({ index, start }) => {
        const [from = 0, to = tiles.length] = starts.slice(index, index + 2)
        return (
          <Row
            key={index}
            shop={shop}
            tiles={tiles}
            from={from}
            to={to}
            top={start - measure.top}
            selectedTileId={ownOf(tiles, from, to, selectedTileId)}
            tabStopId={ownOf(tiles, from, to, tabStopId)}
          />
        )
      })}
    </div>
  )
}

/** A row is drawn anew only for what happens in it. */
function ownOf(tiles: readonly Tile[], from: number, to: number, wanted: string | undefined): string | undefined {
  return tiles.slice(from, to).find(({ id }) => id === wanted)?.id
}

type RowProps = Pick<VirtualTileGridProps, 'shop' | 'tiles' | 'selectedTileId' | 'tabStopId'> & {
  from: number
  to: number
  top: number
}

const Row = memo(function Row({ shop, tiles, from, to, top, selectedTileId, tabStopId }: RowProps) {
  return (
    <div role="presentation" className="tiles absolute inset-x-0" style={{ top }}>
      {tiles.slice(from, to).map((tile, at) => (
        <GridTile
          key={tile.id}
          shop={shop}
          tile={tile}
          isSelected={tile.id === selectedTileId}
          isTabStop={tile.id === tabStopId}
          position={from + at + 1}
          count={tiles.length}
        />
      ))}
    </div>
  )
})
