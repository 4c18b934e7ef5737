import { Search } from 'lucide-react'
import { useLayoutEffect, type RefObject } from 'react'

import { useDraft } from '../../../sale/draft.ts'
import { useText } from '../../../i18n/use-text.ts'
import { readNumberEntry } from './number-entry.ts'
import { SearchField } from './SearchField.tsx'
import { useSearchKeys } from './use-search-keys.ts'

type TicketSearchProps = {
  ref: RefObject<HTMLInputElement | null>
  /** Nothing while it is closed. */
  search: string | undefined
  onSearch: (search: string | undefined) => void
  onEnter: () => void
  onDown: () => void
}

/** While a ticket is open its number is typed there; what stands above the shelves only searches, when it is asked to. */
export function TicketSearch({ ref, search, onSearch, onEnter, onDown }: TicketSearchProps) {
  const t = useText()
  // On a ticket that asks for none it is the next customer's.
  const { prefix, shown } = readNumberEntry(useDraft((draft) => draft.number))
  const isOpen = search !== undefined
  useSearchKeys({ onSlash: () => (isOpen ? ref.current?.focus() : onSearch('')) })
  useLayoutEffect(() => {
    if (isOpen) ref.current?.focus()
  }, [ref, isOpen])

  if (!isOpen) {
    return (
      <button type="button" className="search" onClick={() => onSearch('')}>
        <Search className="ic" size={24} aria-hidden="true" />
        <span className="grow">{t('storefront.searchOnly')}</span>
        {shown !== '' && <span className="num">{`${prefix} ${shown}`.trim()}</span>}
        <kbd className="kbd" aria-hidden="true">
          /
        </kbd>
      </button>
    )
  }
  return (
    <SearchField
      ref={ref}
      label="storefront.searchOnly"
      isNumber={false}
      shown={search}
      isInvalid={false}
      kept={(text) => text}
      onType={onSearch}
      onEnter={onEnter}
      keys={{
        ArrowDown: onDown,
        Escape: () => {
          onSearch(undefined)
          focusTicket()
        },
      }}
    />
  )
}

/** Back to where the ticket is typed. */
export function focusTicket(): void {
  const boxes = [...document.querySelectorAll('.tray .field')]
  const active = boxes.find((box) => box.querySelector('[class*="--on"]')) ?? boxes[0]
  active?.querySelector('input')?.focus()
}
