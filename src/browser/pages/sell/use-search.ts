import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'

import type { ArrangedCatalogue } from '../../api/arranged-catalogue.ts'
import { whenIdle } from '../../when-idle.ts'
import { lazyPart } from '../../lazy-part.tsx'
import { isScanKey } from '../../scan-guard.ts'
import { isShortcut, isTypedInto } from '../../shortcuts.ts'

const loadResults = () => import('./SearchResults.tsx')

export const SearchResults = lazyPart(async () => (await loadResults()).SearchResults)

type Search = {
  /** Nothing while a ticket's search is closed. */
  text?: string | undefined
  /** The text on which Enter was pressed before its results were there. */
  awaited?: string | undefined
}

/** What is searched on the sell page. It ends with every change of place. */
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
    /** What results are shown for, in place of the tiles. */
    searched: text === undefined || text.trim() === '' ? undefined : text,
    isAwaited: text !== undefined && text === awaited,
    search: (next: string | undefined) => setSearch({ text: next }),
    awaitResults: () => setSearch({ text, awaited: text }),
  }
}

type SearchKeys = { onSlash: () => void; onLetter?: (letter: string) => void }

/** `/` leads to the search from anywhere but a text, and a letter typed outside of a field begins one. */
export function useSearchKeys(keys: SearchKeys): void {
  const latest = useRef(keys)
  useLayoutEffect(() => {
    latest.current = keys
  })
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.altKey || !isShortcut(event)) return
      const { onSlash, onLetter } = latest.current
      // One in the middle of an address that is scanned leads nowhere.
      if (event.key === '/' && !isText(event.target) && !isScanKey(event)) onSlash()
      else if (onLetter && /^\p{L}$/u.test(event.key) && !isTypedInto(event.target)) onLetter(event.key)
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Numbers and amounts are typed beside a keypad; there a slash says nothing. */
const isText = (target: EventTarget | null): boolean =>
  isTypedInto(target) && !(target instanceof HTMLInputElement && target.inputMode === 'none')
