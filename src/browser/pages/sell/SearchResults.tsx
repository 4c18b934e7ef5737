import { CornerDownLeft } from 'lucide-react'
import {
  memo,
  useDeferredValue,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type RefObject,
} from 'react'

import type { Tile } from '#domain/frontview.ts'
import { type ArrangedCatalog, useMarks } from '../../api/catalog.ts'
import { useText } from '../../i18n/use-text.ts'
import { Picture } from '../../ui/Picture.tsx'
import { whenIdle } from '../../lazy-part.tsx'
import { findTiles } from './find-tiles.ts'
import { buildOn, indexOf } from './search-index.ts'
import { BlockReasonText, PriceRange, WalletMark } from './Tile.tsx'
import { plainName, viewTile } from './tile-view.ts'

type SearchResultsProps = {
  shop: ArrangedCatalog
  text: string
  input: RefObject<HTMLInputElement | null>
  /** Enter was pressed before the results for this text had loaded. */
  isAwaited: boolean
  onTake: (path: string, tile: Tile) => void
}

export function SearchResults({ shop, text, input, isAwaited, onTake }: SearchResultsProps) {
  const t = useText()
  // Deferred, so that typing stays responsive.
  const searched = useDeferredValue(text)
  const beyondWallet = useMarks()?.services
  const { tiles, count } = useMemo(() => findTiles(indexOf(shop), searched), [shop, searched])
  const listId = useId()
  const rowId = (place: number) => `${listId}${place}`

  const take = (tile: Tile) => {
    const { to } = viewTile(tile, shop)
    if (to !== undefined) onTake(to, tile)
  }
  const enter = (marked: Tile | undefined) => {
    // The typed text counts, not the results still shown.
    const hit = searched === text ? marked : findTiles(indexOf(shop), text).tiles[0]
    if (hit) take(hit)
  }
  const marked = useMarkedHit({ input, tiles, listId, rowId, onEnter: enter })
  const latestTake = useRef(take)
  const onRow = useMemo(() => (tile: Tile) => latestTake.current(tile), [])
  useLayoutEffect(() => {
    latestTake.current = take
  })
  const enterAwaited = useEffectEvent(() => isAwaited && enter(tiles[0]))
  useLayoutEffect(() => void enterAwaited(), [])

  return (
    <div className="flex min-h-0 flex-1 flex-col pt-3">
      <h1 className="sr-only">{t('search.found')}</h1>
      <p className={count > tiles.length ? 'pb-2 text-1 text-ink-2' : 'sr-only'} role="status">
        {count > tiles.length ? t('search.most', { shown: tiles.length, count }) : t('search.count', { count })}
      </p>
      {count === 0 && (
        <div className="px-4 py-6 text-center wrap-anywhere">
          <p className="text-3 font-semibold">{t('search.none', { text: searched.trim() })}</p>
          <p className="text-ink-2">{t('search.noneNext')}</p>
        </div>
      )}
      {count > 0 && (
        <div
          id={listId}
          role="listbox"
          aria-label={t('search.found')}
          className="-mx-2 min-h-0 flex-1 px-2 pb-3 [scrollbar-width:thin] md:overflow-y-auto"
          tabIndex={-1}
          onMouseDown={(event) => event.preventDefault()}
        >
          {tiles.map((tile, place) => (
            <FoundRow
              key={tile.id}
              id={rowId(place)}
              tile={tile}
              shop={shop}
              isMarked={place === marked}
              beyondWallet={beyondWallet}
              onTake={onRow}
            />
          ))}
        </div>
      )}
    </div>
  )
}

type FoundRowProps = {
  id: string
  tile: Tile
  shop: ArrangedCatalog
  isMarked: boolean
  /** Services that the wallet may not cover. */
  beyondWallet: ReadonlySet<string> | undefined
  onTake: (tile: Tile) => void
}

const FoundRow = memo(function FoundRow({ id, tile, shop, isMarked, beyondWallet, onTake }: FoundRowProps) {
  const { blockReason, service } = viewTile(tile, shop)
  const name = plainName(tile.name)
  const above = shop.storefront.pathTo(tile.id).slice(0, -1)
  const looks = blockReason
    ? 'cursor-not-allowed border-dashed text-ink-3'
    : isMarked
      ? 'cursor-pointer bg-act-tint shadow-act'
      : 'cursor-pointer bg-surface'
  const meta = `text-1 ${blockReason ? '' : 'text-ink-2'}`
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      className={`flex min-h-9 scroll-m-2 items-center gap-3 border-1 border-b-0 border-line px-3 py-2 first:rounded-t-3 last:rounded-b-3 last:border-b ${looks}`}
      aria-selected={isMarked}
      aria-disabled={blockReason ? true : undefined}
      onClick={() => onTake(tile)}
    >
      <span className={blockReason ? 'opacity-55 grayscale' : ''}>
        <Picture src={tile.imageSmall} srcInstead={tile.imageLarge} name={name} size="sm" />
      </span>
      <span className="min-w-0 flex-1">
        <b className={`line-clamp-2 leading-5 wrap-anywhere ${blockReason ? 'font-medium' : 'font-semibold'}`}>
          <bdi>{name}</bdi>
        </b>
        {above.length > 0 && (
          <span className={`block truncate ${meta}`}>
            {above.map((each, place) => (
              <span key={each.id}>
                {place > 0 && ' › '}
                <bdi>{plainName(each.name)}</bdi>
              </span>
            ))}
          </span>
        )}
      </span>
      {service && !blockReason && beyondWallet?.has(service.id) && <WalletMark />}
      <span className={`text-end max-sm:max-w-[40%] ${meta}`}>
        {blockReason ? (
          <BlockReasonText reason={blockReason} />
        ) : (
          service && <PriceRange rule={service.rule} currency={shop.currency} />
        )}
      </span>
      {isMarked && !blockReason && (
        <CornerDownLeft className="text-act-ink max-sm:hidden rtl:-scale-x-100" size={20} aria-hidden />
      )}
    </div>
  )
})

type MarkedHit = {
  input: RefObject<HTMLInputElement | null>
  tiles: readonly Tile[]
  listId: string
  rowId: (place: number) => string
  onEnter: (marked: Tile | undefined) => void
}

/** Up and Down mark results while the focus stays in the field. A new search marks the first. */
function useMarkedHit({ input, tiles, listId, rowId, onEnter }: MarkedHit): number {
  const [moved, setMoved] = useState({ tiles, place: 0 })
  const marked = moved.tiles === tiles ? moved.place : 0

  useLayoutEffect(() => {
    const field = input.current
    if (!field || tiles.length === 0) return
    const id = rowId(marked)
    field.setAttribute('aria-controls', listId)
    field.setAttribute('aria-expanded', 'true')
    field.setAttribute('aria-activedescendant', id)
    document.getElementById(id)?.scrollIntoView?.({ block: 'nearest' })
    return () => {
      field.setAttribute('aria-expanded', 'false')
      for (const name of ['aria-controls', 'aria-activedescendant']) field.removeAttribute(name)
    }
  })
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) setMoved({ tiles, place: Math.max(0, Math.min(tiles.length - 1, marked + step)) })
    else if (event.key !== 'Enter') return
    else if (!event.repeat) onEnter(tiles[marked])
    event.preventDefault()
    event.stopPropagation()
  })
  useLayoutEffect(() => {
    const field = input.current
    const onKeyDown = (event: KeyboardEvent) => press(event)
    field?.addEventListener('keydown', onKeyDown)
    return () => field?.removeEventListener('keydown', onKeyDown)
  }, [input])

  return marked
}

/** Builds the index while the browser is idle, before the first letter. */
export function prepareSearch(shop: ArrangedCatalog): void {
  whenIdle((timeLeft) => {
    if (!buildOn(shop, () => timeLeft() > 0)) prepareSearch(shop)
  })
}
