import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'

import { type ArrangedCatalog } from '../../api/catalog.ts'
import { useHotkeys, KEYS } from '../../hotkeys.ts'
import { lazyPart, whenIdle } from '../../lazy-part.tsx'

const loadResults = () => import('./SearchResults.tsx')

export const SearchResults = lazyPart(async () => (await loadResults()).SearchResults)

type Search = {
  /** `undefined` while a ticket's search is closed. */
  text?: string | undefined
  /** The text for which Enter was pressed before its results had loaded. */
  awaited?: string | undefined
}

/** The search of the sell page. Navigation ends it. */
export function useSearch(shop: ArrangedCatalog | undefined) {
  const { key } = useLocation()
  const [at, setAt] = useState(key)
  const [{ text, awaited }, setSearch] = useState<Search>({})
  const input = useRef<HTMLInputElement>(null)
  if (at !== key) {
    setAt(key)
    setSearch({})
  }

  useEffect(() => {
    if (shop)
      whenIdle(
        () =>
          void loadResults().then(
            ({ prepareSearch }) => prepareSearch(shop),
            () => {},
          ),
      )
  }, [shop])

  return {
    text,
    input,
    searched: text === undefined || text.trim() === '' ? undefined : text,
    isAwaited: text !== undefined && text === awaited,
    search: (next: string | undefined) => setSearch({ text: next }),
    awaitResults: () => setSearch({ text, awaited: text }),
  }
}

type SearchKeys = { onSlash: () => void; onLetter?: (letter: string) => void }

/** Outside text fields, `/` focuses the search field and a letter starts a search. */
export function useSearchKeys({ onSlash, onLetter }: SearchKeys): void {
  useHotkeys([
    { ...KEYS.search, run: onSlash },
    { ...KEYS.letter, run: onLetter && (({ key }) => onLetter(key)) },
  ])
}
