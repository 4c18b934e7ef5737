import { ChevronRight } from 'lucide-react'
import { useEffect, useLayoutEffect, type RefObject } from 'react'

import { useDraft } from '../../../sale/draft.ts'
import { useText } from '../../../i18n/use-text.ts'
import { onlyPhoneCharacters } from '#domain/phone.ts'
import { useTypingAnywhere } from '../../../hotkeys.ts'
import { readBoxText } from './box-text.ts'
import { readNumberEntry } from './number-entry.ts'
import { SearchField } from './SearchField.tsx'
import { useSearchKeys } from './use-search-keys.ts'

/** The longest pause of a scanner, and the one before its Enter. */
const SCAN_ENDS_WITHIN_MS = 120

type SearchBoxProps = {
  ref: RefObject<HTMLInputElement | null>
  search: string
  onSearch: (search: string) => void
  /** Enter, while the results do not take it themselves. */
  onEnter: () => void
  /** Arrow down, where no results are. */
  onDown: () => void
  /** The number is of another country, which is sold elsewhere. */
  onForeign: () => void
  /** The product of which the number typed is the very service id. */
  product: { name: string; take: () => void } | undefined
}

/** Above the shelves: a product is searched, or the customer's number is typed before one is picked. */
export function SearchBox({ ref, search, onSearch, onEnter, onDown, onForeign, product }: SearchBoxProps) {
  const typed = useDraft((draft) => draft.number)
  const { setNumber, clear } = useDraft.getState()
  const entry = readNumberEntry(typed)
  const isNumber = search === '' && typed !== ''
  const isForeign = entry.number.status === 'refused' && entry.number.reason === 'not-uae'
  const shown = isNumber ? entry.shown : search

  const type = (text: string) => {
    const read = readBoxText(text)
    // Behind a search a number stays; what was typed over it takes its place.
    if (read.number !== undefined || search === '') setNumber(read.number ?? '')
    onSearch(read.search)
  }
  const add = (key: string) => {
    type(shown + key)
    ref.current?.focus()
  }

  useLayoutEffect(() => {
    // With touch alone a focused field would bring up the keyboard unasked.
    if (window.matchMedia('(pointer: fine)').matches) ref.current?.focus()
  }, [ref])
  useEffect(() => {
    if (!isForeign) return
    // Not in the middle of what a scanner types: it is taken back, and that needs the box.
    const timer = setTimeout(onForeign, SCAN_ENDS_WITHIN_MS)
    return () => clearTimeout(timer)
    // Once for what is typed.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isForeign, typed])
  useTypingAnywhere({
    onDigit: add,
    onDelete: () => type((isNumber ? onlyPhoneCharacters(shown) : shown).slice(0, -1)),
    onEscape: () => {
      if (shown === '') return false
      return search === '' ? clear() : onSearch('')
    },
  })
  useSearchKeys({ onSlash: () => ref.current?.focus(), onLetter: add })

  return (
    <SearchField
      ref={ref}
      label="storefront.search"
      isNumber={isNumber}
      shown={shown}
      {...(isNumber && { prefix: entry.prefix, mask: entry.mask })}
      isInvalid={isNumber && entry.number.status === 'refused'}
      kept={isNumber ? onlyPhoneCharacters : wholeText}
      onType={type}
      onPasteWhole={(pasted) => {
        const isWhole = /^\W*(\+|00)/.test(pasted)
        if (isWhole) type(onlyPhoneCharacters(pasted))
        return isWhole
      }}
      keys={{ ArrowDown: onDown }}
      onEnter={product && isNumber ? product.take : onEnter}
    >
      {isNumber && product && (
        <button type="button" className="btn" onClick={product.take}>
          <bdi>{product.name}</bdi> <ChevronRight className="ic flip" size={20} aria-hidden="true" />
        </button>
      )}
      {isNumber && <NumberRemark entry={entry} />}
    </SearchField>
  )
}

const wholeText = (text: string): string => text

function NumberRemark({ entry: { number } }: { entry: ReturnType<typeof readNumberEntry> }) {
  const t = useText()
  if (number.status === 'refused') {
    return (
      <span className="small font-semibold text-bad" role="alert">
        {t(`ticket.numberProblem.${number.reason}`)}
      </span>
    )
  }
  if (number.status === 'other') return <span className="small font-medium">{t('ticket.notMobile')}</span>
  if (number.status === 'mobile') return <span className="small">{t('ticket.pickProduct')}</span>
  return <span className="small">{t('ticket.digitsToGo', { count: number.missing })}</span>
}
