import {
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type Ref,
} from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import type { Storefront, Tile as TileData } from '#domain/catalog/frontview.ts'
import { type ArrangedCatalog, useMarks } from '../../../api/catalog.ts'
import { useText } from '../../../i18n/use-text.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { Breadcrumb } from './Breadcrumb.tsx'
import { findScroller, findScrollPosition, storeScrollPosition, plainName, viewTile } from './tile-view.ts'
import { GRID, Tile, type GridRefs } from './Tile.tsx'

/** Above this number, the grid is virtualized. */
const MANY = 80
/** Tiles rendered before the virtual grid has loaded; more than a screen holds. */
const FIRST = 40

/** Focuses the last tile used by keyboard, or the first. */
export type TileGridHandle = { focus: () => void }

type TileGridProps = {
  ref: Ref<TileGridHandle>
  shop: ArrangedCatalog
  /** `undefined` for the first page. */
  categoryId: string | undefined
  selectedTileId: string | undefined
  /** Esc clears the typed text before it goes up a category. */
  isTyping: boolean
  onAbove: () => void
  /** Returns true for a product that needs no ticket. */
  onTake?: (tile: TileData) => boolean
}

/** One visit to a category: the focused tile and the initial scroll position. */
type Visit = { categoryId: string | undefined; focusedId: string | undefined; scroll: number }

export function TileGrid({
  ref,
  shop,
  categoryId: categoryInUrl,
  selectedTileId,
  isTyping,
  onAbove,
  onTake,
}: TileGridProps) {
  const t = useText()
  const navigate = useNavigate()
  const { key } = useLocation()
  // The category changes with the press; the URL may follow later.
  const [ahead, setAhead] = useState<{ key: string; categoryId: string | undefined; path: string }>()
  // Once the URL has changed, it counts, even after an immediate Back.
  if (ahead && (ahead.key !== key || ahead.path !== window.location.pathname)) setAhead(undefined)
  const isAhead = ahead?.key === key
  const categoryId = isAhead ? ahead.categoryId : categoryInUrl
  const { storefront } = shop
  const refs = useGridRefs()
  const marked = useMarks()?.services
  const isByKey = useRef(false)

  const tiles = useMemo(
    () => (categoryId === undefined ? storefront.roots : storefront.childrenOf(categoryId)),
    [storefront, categoryId],
  )
  const lazy = useLazyGrid(tiles.length > MANY, tiles)
  const name = `category ${categoryId ?? ''}`
  const [visit, setVisit] = useState<Visit>({ categoryId, focusedId: undefined, scroll: findScrollPosition(key) })
  if (visit.categoryId !== categoryId) {
    // Going up focuses the tile opened before; a newly opened category starts at the top.
    const wayDown = findWayDown(storefront, categoryId, visit.categoryId)
    const names = [...(isAhead ? [] : [key]), ...(wayDown === undefined ? [] : [name])]
    setVisit({ categoryId, focusedId: wayDown, scroll: findScrollPosition(...names) })
  }
  const tabStopId = findTabStop(storefront, tiles, [visit.focusedId, selectedTileId])
  useImperativeHandle(ref, () => ({ focus: () => refs.tabStop.current?.focus() }), [refs])

  useLayoutEffect(() => {
    if (isAhead) return
    const onScroll = () => {
      if (refs.list.current) storeScrollPosition(findScroller(refs.list.current).scrollTop, key, name)
    }
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => document.removeEventListener('scroll', onScroll, { capture: true })
  }, [key, name, isAhead, refs])
  const begin = useEffectEvent(() => {
    if (!refs.list.current) return
    findScroller(refs.list.current).scrollTop = visit.scroll
    refs.selected.current?.scrollIntoView?.({ block: 'nearest' })
    // The element that had the focus was removed.
    if (isByKey.current && document.activeElement === document.body) refs.tabStop.current?.focus()
  })
  // Runs once per visit; after that, the person controls the scroll position.
  useLayoutEffect(() => begin(), [categoryId])

  const go = (to: string, byKey: boolean) => {
    isByKey.current = byKey
    // A double press adds one history entry.
    if (to !== window.location.pathname) void navigate(to)
  }
  const openCategory = (id: string | undefined, byKey: boolean) => {
    const path = id === undefined ? paths.sell() : paths.category(id)
    setAhead({ key, categoryId: id, path })
    go(path, byKey)
  }
  const press = (tile: TileData, byKey: boolean) => {
    const { to } = viewTile(tile, shop)
    if (to === undefined) return
    const target = tile.action.kind === 'open' ? tile : storefront.targetOf(tile)
    if (target) openCategory(target.id, byKey)
    else if (!onTake?.(tile)) go(to, byKey)
  }
  // A stable function, so thousands of memoized tiles are not rendered again.
  const latestPress = useRef(press)
  useLayoutEffect(() => {
    latestPress.current = press
  })
  const onPress = useCallback((tile: TileData, byKey: boolean) => latestPress.current(tile, byKey), [])
  const onFocus = useCallback(
    (focusedId: string) => setVisit((now) => (now.focusedId === focusedId ? now : { ...now, focusedId })),
    [],
  )

  const category = categoryId === undefined ? undefined : storefront.find(categoryId)
  const isOpen = categoryId === undefined || tiles.length > 0 || (category && viewTile(category, shop).to !== undefined)
  if (!isOpen) {
    return (
      <section className="flex flex-col items-start gap-4 rounded-3 bg-surface p-5">
        <div>
          <h1 className="text-4">{category ? <bdi>{plainName(category.name)}</bdi> : t('storefront.unavailable')}</h1>
          {category && <p className="text-ink-2">{t('storefront.unavailable')}</p>}
        </div>
        <Button size="lg" onClick={({ detail }) => openCategory(undefined, detail === 0)}>
          {t('storefront.all')}
        </Button>
      </section>
    )
  }

  const isMany = tiles.length > MANY
  const shared = { shop, refs, onPress, onFocus, marked }
  const goUp = category && selectedTileId === undefined && !isTyping
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <Breadcrumb path={categoryId === undefined ? [] : storefront.pathTo(categoryId)} onOpen={openCategory} />
      <div className="-mx-2 -mt-1 min-h-0 flex-1 px-2 pt-1 pb-3 [scrollbar-width:thin] md:overflow-y-auto">
        {tiles.length === 0 && <p className="text-ink-2">{t('storefront.empty')}</p>}
        {isMany && lazy ? (
          <lazy.VirtualTileGrid
            key={categoryId}
            {...shared}
            tiles={tiles}
            selectedTileId={selectedTileId}
            tabStopId={tabStopId}
            scroll={visit.scroll}
          />
        ) : (
          <div ref={refs.list} className={GRID} role="list">
            {(isMany ? tiles.slice(0, FIRST) : tiles).map((tile) => (
              <Tile
                key={tile.id}
                {...shared}
                tile={tile}
                isSelected={tile.id === selectedTileId}
                isTabStop={tile.id === tabStopId}
              />
            ))}
          </div>
        )}
      </div>
      {lazy && (
        <lazy.GridKeys
          tiles={tiles}
          storefront={storefront}
          refs={refs}
          tabStopId={tabStopId}
          onFocus={onFocus}
          onAbove={onAbove}
          onUp={goUp ? () => openCategory(category.parentId, true) : undefined}
        />
      )}
    </div>
  )
}

function useGridRefs(): GridRefs {
  const tabStop = useRef<HTMLButtonElement>(null)
  const selected = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  return useMemo(
    () => ({
      tabStop,
      setTabStop: (tile) => void (tabStop.current = tile),
      selected,
      setSelected: (tile) => void (selected.current = tile),
      list,
    }),
    [],
  )
}

type LazyGrid = typeof import('./VirtualTileGrid.tsx')

let loaded: LazyGrid | undefined

/** When the browser is idle, or at once if wanted. After a failure, retries with the next category. */
function useLazyGrid(isWanted: boolean, category: unknown): LazyGrid | undefined {
  const [lazy, setLazy] = useState(loaded)
  useEffect(() => {
    if (lazy) return
    const load = () =>
      void import('./VirtualTileGrid.tsx').then(
        (module) => setLazy((loaded = module)),
        () => {},
      )
    if (isWanted || !('requestIdleCallback' in window)) return load()
    const waiting = requestIdleCallback(load)
    return () => cancelIdleCallback(waiting)
  }, [lazy, isWanted, category])
  return lazy
}

/** Returns the tile of category `to` that leads to category `from`. */
function findWayDown(storefront: Storefront, to: string | undefined, from: string | undefined): string | undefined {
  return from === undefined ? undefined : storefront.pathTo(from).find(({ parentId }) => parentId === to)?.id
}

/** Returns the first of `wanted` in this category, or the first tile that isn't a text tile. */
function findTabStop(
  storefront: Storefront,
  tiles: readonly TileData[],
  wanted: readonly (string | undefined)[],
): string | undefined {
  const parentId = tiles[0]?.parentId
  const isHere = (id: string | undefined) => id !== undefined && storefront.find(id)?.parentId === parentId
  return wanted.find(isHere) ?? tiles.find(({ id }) => storefront.blockReasonOf(id) !== 'text')?.id
}
