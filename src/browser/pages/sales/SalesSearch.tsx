import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import { MAX_SEARCH_LENGTH } from '#domain/sale/search.ts'
import { useHotkeys } from '../../hotkeys.ts'
import { KEYS } from '../../keys.ts'
import { useText } from '../../i18n/use-text.ts'

/** Between keys typed in one go nothing is asked. */
const PAUSE_MS = 250

type SalesSearchProps = { q: string; onSearch: (q: string) => void }

/** Finds a sale by its number, its id or a part of its account; `/` leads here from anywhere on the screen. */
export function SalesSearch({ q, onSearch }: SalesSearchProps) {
  const t = useText()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(q)
  const [asked, setAsked] = useState(q)
  useHotkeys([{ ...KEYS.search, key: '/', isForFields: false, run: () => field.current?.focus() }])

  // The address changed by itself, as by the way back.
  if (q !== asked) {
    setAsked(q)
    setText(q)
  }
  const ask = (wanted: string) => {
    setAsked(wanted.trim())
    onSearch(wanted.trim())
  }
  const isTyping = text.trim() !== asked
  useEffect(() => {
    if (!isTyping) return
    const timer = setTimeout(() => ask(text), PAUSE_MS)
    return () => clearTimeout(timer)
    // Only another text begins the pause anew.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [text, isTyping])

  return (
    <form
      role="search"
      className="search sales__search"
      onSubmit={(event) => {
        event.preventDefault()
        ask(text)
      }}
    >
      <Search className="ic" size={20} aria-hidden="true" />
      <input
        ref={field}
        className="grow"
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={MAX_SEARCH_LENGTH}
        aria-label={t('salesList.search')}
        placeholder={t('salesList.search')}
        aria-keyshortcuts="/"
        dir={text === '' ? undefined : 'ltr'}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || text === '' || event.nativeEvent.isComposing) return
          event.preventDefault()
          setText('')
          ask('')
        }}
      />
      {text === '' ? (
        <kbd className="kbd" aria-hidden="true">
          /
        </kbd>
      ) : (
        <button
          type="button"
          className="btn btn--quiet btn--icon sales__clear"
          aria-label={t('salesList.clearSearch')}
          onClick={() => {
            setText('')
            ask('')
            field.current?.focus()
          }}
        >
          <X className="ic" size={20} aria-hidden="true" />
        </button>
      )}
    </form>
  )
}
