import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'

import type { ArrangedCatalogue } from '../../api/catalogue.ts'
import { lazyPart, whenIdle } from '../../lazy-part.tsx'

const loadResults = () => import('./storefront/search/SearchResults.tsx')

export const SearchResults = lazyPart(async () => (await loadResults()).SearchResults)

type Search = {
  /** Nothing while a ticket's search is closed. */
  text?: string | undefined
  /** The text on which Enter was pressed before its results were there. */
  awaited?: string | undefined
}

/** What is searched on the sell screen. It ends with every change of place. */
export function useSearch(shop: ArrangedCatalogue | undefined) {
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
    /** What results stand for in place of the shelves. */
    searched: text === undefined || text.trim() === '' ? undefined : text,
    isAwaited: text !== undefined && text === awaited,
    search: (next: string | undefined) => setSearch({ text: next }),
    awaitResults: () => setSearch({ text, awaited: text }),
  }
}
