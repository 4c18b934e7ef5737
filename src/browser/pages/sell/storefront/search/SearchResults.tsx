import '../../../../styles/search.css'

import { useDeferredValue, useId, useLayoutEffect, useMemo, useRef, type RefObject } from 'react'

import type { Tile } from '#domain/frontview.ts'
import type { ArrangedCatalogue } from '../../../../api/catalogue.ts'
import { useText } from '../../../../i18n/use-text.ts'
import { viewTile } from '../tile-view.ts'
import { FoundRow } from './FoundRow.tsx'
import { findTiles } from './find-tiles.ts'
import { indexOf } from './search-index.ts'
import { useMarkedHit } from './use-marked-hit.ts'

type SearchResultsProps = {
  shop: ArrangedCatalogue
  text: string
  /** Where it is typed. */
  input: RefObject<HTMLInputElement | null>
  /** Enter was pressed on this text before the results were there. */
  isAwaited: boolean
  onTake: (path: string) => void
}

/** What was found while it is typed, in place of the shelves. */
export function SearchResults({ shop, text, input, isAwaited, onTake }: SearchResultsProps) {
  const t = useText()
  // The letter is on the screen first.
  const searched = useDeferredValue(text)
  const { tiles, count } = useMemo(() => findTiles(indexOf(shop), searched), [shop, searched])
  const listId = useId()
  const rowId = (place: number) => `${listId}${place}`

  const take = (tile: Tile) => {
    const { to } = viewTile(tile, shop)
    if (to !== undefined) onTake(to)
  }
  const enter = (marked: Tile | undefined) => {
    // What is typed counts, not what is still shown.
    const hit = searched === text ? marked : findTiles(indexOf(shop), text).tiles[0]
    if (hit) take(hit)
  }
  const marked = useMarkedHit({ input, tiles, listId, rowId, onEnter: enter })
  const latestTake = useRef(take)
  const onRow = useMemo(() => (tile: Tile) => latestTake.current(tile), [])
  useLayoutEffect(() => {
    latestTake.current = take
  })
  useLayoutEffect(() => {
    if (isAwaited) enter(tiles[0])
    // Once, when the results come.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  return (
    <>
      <p className={count > tiles.length ? 'found__count' : 'sr'} role="status">
        {count > tiles.length ? t('search.most', { shown: tiles.length, count }) : t('search.count', { count })}
      </p>
      {count === 0 && (
        <div className="found__none">
          <p>
            <b>{t('search.none', { text: searched.trim() })}</b>
          </p>
          <p className="muted">{t('search.noneNext')}</p>
        </div>
      )}
      {count > 0 && (
        // The focus stays in the field.
        <div
          id={listId}
          role="listbox"
          aria-label={t('search.found')}
          className="founds"
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
              onTake={onRow}
            />
          ))}
        </div>
      )}
    </>
  )
}

export { prepareSearch } from './prepare-search.ts'
