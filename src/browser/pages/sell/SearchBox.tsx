import { Search, X } from 'lucide-react'
import { useLayoutEffect, type ComponentProps, type RefObject } from 'react'

import { useText } from '../../i18n/use-text.ts'
import { useDraft } from '../../sale/draft.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { MaskedInput } from '../../ui/MaskedInput.tsx'
import { readBoxText } from './ticket-entry.ts'
import { useSearchKeys } from './use-search.ts'

const BOX =
  'flex min-h-bar w-full shrink-0 items-center gap-3 rounded-3 border-1 border-line-strong bg-surface px-4 text-3 text-ink-2 kiosk:sm:text-4'

type SearchBoxProps = {
  ref: RefObject<HTMLInputElement | null>
  search: string
  onSearch: (search: string) => void
  /** Called with a number instead of a search. */
  onNumber: (text: string) => void
  /** Called on Enter, unless the results handle it. */
  onEnter: () => void
  onDown: () => void
}

/** Searches products. A number goes to the number field, unless that has one: then the digits are part of a name. */
export function SearchBox({ ref, search, onSearch, onNumber, onEnter, onDown }: SearchBoxProps) {
  const type = (text: string) => {
    if (useDraft.getState().number === '' && readBoxText(text).number !== undefined) onNumber(text)
    else onSearch(text)
  }
  const add = (letter: string) => {
    onSearch(search + letter)
    ref.current?.focus()
  }
  useSearchKeys({ onSlash: () => ref.current?.focus(), onLetter: add })

  return (
    <SearchField
      ref={ref}
      shown={search}
      onType={type}
      onPasteWhole={(pasted) => {
        const isWhole = /^\W*(\+|00)/.test(pasted)
        if (isWhole) onNumber(pasted)
        return isWhole
      }}
      keys={{ ArrowDown: onDown }}
      onEnter={onEnter}
      onClear={() => {
        onSearch('')
        ref.current?.focus()
      }}
    />
  )
}

type TicketSearchProps = {
  ref: RefObject<HTMLInputElement | null>
  /** `undefined` while closed. */
  search: string | undefined
  onSearch: (search: string | undefined) => void
  onEnter: () => void
  onDown: () => void
  onLeave: () => void
}

/** While a ticket is open this box only searches, because the number is typed on the ticket. */
export function TicketSearch({ ref, search, onSearch, onEnter, onDown, onLeave }: TicketSearchProps) {
  const t = useText()
  const isOpen = search !== undefined
  useSearchKeys({ onSlash: () => (isOpen ? ref.current?.focus() : onSearch('')) })
  useLayoutEffect(() => {
    if (isOpen) ref.current?.focus()
  }, [ref, isOpen])

  if (!isOpen) {
    return (
      <button type="button" className={`${BOX} text-start`} onClick={() => onSearch('')}>
        <Search size={24} aria-hidden />
        <span className="min-w-0 flex-1">{t('storefront.search')}</span>
        <SlashKey />
      </button>
    )
  }
  const leave = () => {
    onSearch(undefined)
    onLeave()
  }
  return (
    <SearchField
      ref={ref}
      shown={search}
      onType={onSearch}
      onEnter={onEnter}
      onClear={leave}
      keys={{ ArrowDown: onDown, Escape: leave }}
    />
  )
}

type SearchFieldProps = Pick<
  ComponentProps<typeof MaskedInput>,
  'ref' | 'shown' | 'onType' | 'onPasteWhole' | 'onEnter' | 'keys'
> & { onClear: () => void }

/** The results set their ARIA attributes on this field. */
function SearchField({ onType, onClear, ...input }: SearchFieldProps) {
  const t = useText()
  const isEmpty = input.shown === ''
  return (
    <div
      className={`${BOX} cursor-text focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-focus`}
    >
      <Search size={24} aria-hidden />
      <label className="flex min-w-0 flex-1 cursor-text items-center self-stretch whitespace-pre" htmlFor="search-box">
        <span className="sr-only">{t('storefront.search')}</span>
        <MaskedInput
          {...input}
          id="search-box"
          className="text-3 text-ink kiosk:text-5"
          keyboard="search"
          isText={!isEmpty}
          kept={wholeText}
          // The slash is a shortcut, not text.
          onType={(typed) => onType(typed.replace(/^\/+/, ''))}
        />
        {isEmpty && (
          <span className="min-w-0 leading-5 whitespace-normal" aria-hidden="true">
            {t('storefront.search')}
          </span>
        )}
      </label>
      {isEmpty ? (
        <SlashKey />
      ) : (
        <span className="-me-3">
          <IconButton icon={X} label={t('storefront.clearSearch')} onClick={onClear} />
        </span>
      )}
    </div>
  )
}

const wholeText = (text: string): string => text

const SlashKey = () => (
  <span className="kiosk:hidden max-md:hidden" aria-hidden="true">
    <Kbd>/</Kbd>
  </span>
)
