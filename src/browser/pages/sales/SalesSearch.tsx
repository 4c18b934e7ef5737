import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import { MAX_SEARCH_LENGTH } from '#domain/sale/search.ts'
import { KEYS, useHotkeys } from '../../hotkeys.ts'
import { useText } from '../../i18n/use-text.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { TextInput } from '../../ui/TextInput.tsx'

/** While keys are typed in one go nothing is searched. */
const PAUSE_MS = 250

type SalesSearchProps = { q: string; onSearch: (q: string) => void }

/** Finds a sale by its number, its id or a part of its account; `/` leads here from anywhere on the page. */
export function SalesSearch({ q, onSearch }: SalesSearchProps) {
  const t = useText()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(q)
  const [asked, setAsked] = useState(q)
  useHotkeys([{ ...KEYS.search, key: '/', isForFields: false, run: () => field.current?.focus() }])

  // The address changed, as by the browser's Back.
  if (q !== asked) {
    setAsked(q)
    setText(q)
  }
  const ask = (wanted: string) => {
    setAsked(wanted.trim())
    onSearch(wanted.trim())
  }
  const clear = () => {
    setText('')
    ask('')
  }
  const isTyping = text.trim() !== asked
  useEffect(() => {
    if (!isTyping) return
    const timer = setTimeout(() => ask(text), PAUSE_MS)
    return () => clearTimeout(timer)
    // Only another text starts the pause again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [text, isTyping])

  return (
    <form
      role="search"
      className="w-full sm:w-[21rem]"
      onSubmit={(event) => {
        event.preventDefault()
        ask(text)
      }}
    >
      <TextInput
        ref={field}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoCapitalize="off"
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
          clear()
        }}
        start={<Search size={20} aria-hidden />}
        end={
          text === '' ? (
            <span aria-hidden="true">
              <Kbd>/</Kbd>
            </span>
          ) : (
            <span className="-my-px -me-3">
              <IconButton
                icon={X}
                label={t('salesList.clearSearch')}
                onClick={() => {
                  clear()
                  field.current?.focus()
                }}
              />
            </span>
          )
        }
      />
    </form>
  )
}
