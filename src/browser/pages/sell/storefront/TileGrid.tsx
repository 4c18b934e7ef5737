import { useLayoutEffect, useMemo, useRef, useState, type MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import type { Storefront, Tile } from '#domain/frontview.ts'
import type { ArrangedCatalogue } from '../../../api/catalogue.ts'
import { useText } from '../../../i18n/use-text.ts'
import { paths } from '../../../paths.ts'
import { Breadcrumb } from './Breadcrumb.tsx'
import { focusFirstTile } from './focus-first-tile.ts'
import { plainName } from './plain-name.ts'
import { findScrollPosition, storeScrollPosition, type ScrollPosition } from './scroll-positions.ts'
import { GridTile } from './GridTile.tsx'
import { scrollIntoSight } from './TileButton.tsx'
import { viewTile } from './tile-view.ts'
import { useLazyGrid } from './use-lazy-grid.ts'

/** With more tiles a shelf draws only what is in sight. */
const MANY = 80
/** What is more than a screen holds, until it can. */
const FIRST = 40

type TileGridProps = { shop: ArrangedCatalogue; categoryId: string | undefined; selectedTileId: string | undefined }

/** One stay at a shelf: which tile the keyboard is at, and where scrolling begins. */
type Visit = { categoryId: string | undefined; focusedId: string | undefined; scroll: ScrollPosition }

/** The shelf of one category, in the wholesaler's order. */
export function TileGrid({ shop, categoryId: categoryAtAddress, selectedTileId }: TileGridProps) {
  const t = useText()
  const navigate = useNavigate()
  const { key } = useLocation()
  // A shelf that was opened is drawn with the press; the address and all that hangs on it come in their own time.
  const [ahead, setAhead] = useState<{ key: string; categoryId: string | undefined; path: string }>()
  // Once the address is there it is the address that counts, also when one goes back to the one before, however soon.
  if (ahead && (ahead.key !== key || ahead.path !== window.location.pathname)) setAhead(undefined)
  const isAhead = ahead?.key === key
  const categoryId = isAhead ? ahead.categoryId : categoryAtAddress
  const { storefront } = shop
  const box = useRef<HTMLDivElement>(null)
  const isByKey = useRef(false)

  const tiles = useMemo(
    () => (categoryId === undefined ? storefront.roots : storefront.childrenOf(categoryId)),
    [storefront, categoryId],
  )
  const later = useLazyGrid(tiles.length > MANY, tiles)
  const name = `category ${categoryId ?? ''}`
  const [visit, setVisit] = useState<Visit>({ categoryId, focusedId: undefined, scroll: findScrollPosition(key) })
  if (visit.categoryId !== categoryId) {
    // One comes back from below to the tile one went down by; what is opened anew begins at its start.
    const wayDown = findWayDown(storefront, categoryId, visit.categoryId)
    const names = [...(isAhead ? [] : [key]), ...(wayDown === undefined ? [] : [name])]
    setVisit({ categoryId, focusedId: wayDown, scroll: findScrollPosition(...names) })
  }
  const tabStopId = findTabStop(storefront, tiles, [visit.focusedId, selectedTileId])

  useLayoutEffect(() => {
    if (isAhead) return
    const onScroll = () =>
      storeScrollPosition([box.current?.scrollTop ?? 0, document.documentElement.scrollTop], key, name)
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => document.removeEventListener('scroll', onScroll, { capture: true })
  }, [key, name, isAhead])
  useLayoutEffect(() => {
    const { current } = box
    if (!current) return
    ;[current.scrollTop, document.documentElement.scrollTop] = visit.scroll
    scrollIntoSight(current.querySelector<HTMLElement>('[aria-pressed="true"]'))
    // The key that led here was pressed on something that is no more.
    if (isByKey.current && document.activeElement === document.body) focusFirstTile()
    // Once for a visit: later the place is the person's.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [categoryId])

  const go = (to: string, { detail }: Pick<MouseEvent, 'detail'>) => {
    isByKey.current = detail === 0
    // Pressed twice it leads there once, and one step leads back.
    if (to !== window.location.pathname) void navigate(to)
  }
  const openShelf = (id: string | undefined, event: Pick<MouseEvent, 'detail'>) => {
    const path = id === undefined ? paths.sell() : paths.category(id)
    setAhead({ key, categoryId: id, path })
    go(path, event)
  }
  const category = categoryId === undefined ? undefined : storefront.find(categoryId)
  const isOpen = categoryId === undefined || tiles.length > 0 || (category && viewTile(category, shop).to !== undefined)
  const path = categoryId === undefined ? [] : storefront.pathTo(categoryId)
  if (!isOpen) {
    return (
      <section className="card mt-4">
        <h1 className="text-t-4">{category ? <bdi>{plainName(category.name)}</bdi> : t('storefront.unavailable')}</h1>
        {category && <p className="muted">{t('storefront.unavailable')}</p>}
        <button type="button" className="btn btn--lg mt-4" onClick={(event) => openShelf(undefined, event)}>
          {t('storefront.all')}
        </button>
      </section>
    )
  }

  const shelf = { shop, tiles, selectedTileId, tabStopId }
  const isBig = tiles.length > MANY
  return (
    <>
      <Breadcrumb path={path} onOpen={openShelf} />
      <div
        ref={box}
        className="shelves"
        onClick={(event) => {
          const tile = findTile(storefront, event.target)
          const to = tile && viewTile(tile, shop).to
          if (!tile || to === undefined) return
          const goal = tile.action.kind === 'open' ? tile : storefront.targetOf(tile)
          if (goal) openShelf(goal.id, event)
          else go(to, event)
        }}
        onFocus={(event) => {
          const tile = findTile(storefront, event.target)
          if (tile) setVisit((now) => (now.focusedId === tile.id ? now : { ...now, focusedId: tile.id }))
        }}
      >
        {tiles.length === 0 && <p className="muted">{t('storefront.empty')}</p>}
        {isBig && later ? (
          <later.BigShelf key={categoryId} {...shelf} scroll={visit.scroll} />
        ) : (
          <div className="tiles" role="list">
            {(isBig ? tiles.slice(0, FIRST) : tiles).map((tile) => (
              <GridTile
                key={tile.id}
                shop={shop}
                tile={tile}
                isSelected={tile.id === selectedTileId}
                isTabStop={tile.id === tabStopId}
              />
            ))}
          </div>
        )}
      </div>
      {later && (
        <later.ShelfKeys
          box={box}
          tiles={tiles}
          storefront={storefront}
          onFocus={(focusedId) => setVisit((now) => ({ ...now, focusedId }))}
          onUp={
            category && selectedTileId === undefined ? () => openShelf(category.parentId, { detail: 0 }) : undefined
          }
        />
      )}
    </>
  )
}

function findTile(storefront: Storefront, target: EventTarget): Tile | undefined {
  const id = target instanceof Element ? target.closest<HTMLElement>('[data-tile]')?.dataset['tile'] : undefined
  return id === undefined ? undefined : storefront.find(id)
}

/** The tile of shelf `to` one went down by to shelf `from`. */
function findWayDown(storefront: Storefront, to: string | undefined, from: string | undefined): string | undefined {
  return from === undefined ? undefined : storefront.pathTo(from).find(({ parentId }) => parentId === to)?.id
}

/** The first of `wished` that lies on this shelf, else its first tile that is more than a text. */
function findTabStop(
  storefront: Storefront,
  tiles: readonly Tile[],
  wished: readonly (string | undefined)[],
): string | undefined {
  const parentId = tiles[0]?.parentId
  const lies = (id: string | undefined) => id !== undefined && storefront.find(id)?.parentId === parentId
  return wished.find(lies) ?? tiles.find(({ id }) => storefront.blockReasonOf(id) !== 'text')?.id
}
