import { ChevronRight, Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, type ComponentProps, type ReactNode, type RefObject } from 'react'

import { useText } from '../../i18n/use-text.ts'
import { onlyPhoneCharacters } from '#domain/phone.ts'
import { useDraft } from '../../sale/draft.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { MaskedInput } from '../../ui/MaskedInput.tsx'
import { useTypingAnywhere } from '../../hotkeys.ts'
import { readBoxText, readNumberEntry, type NumberEntry } from './ticket-entry.ts'
import { useSearchKeys } from './use-search.ts'

/** A scanner's longest pause, including the one before its Enter. */
const SCAN_ENDS_WITHIN_MS = 120

const BOX =
  'flex min-h-bar w-full shrink-0 items-center gap-3 rounded-3 border-1 border-line-strong bg-surface px-4 text-3 text-ink-2 kiosk:sm:text-4'

type SearchBoxProps = {
  ref: RefObject<HTMLInputElement | null>
  search: string
  onSearch: (search: string) => void
  /** Called on Enter, unless the results handle it. */
  onEnter: () => void
  onDown: () => void
  /** Called for a number of another country, which is sold on another page. Absent without the permission. */
  onForeign: (() => void) | undefined
  /** The product whose service id was typed. */
  product: { name: string; take: () => void } | undefined
}

/** Searches products, or takes the customer's number before a product is chosen. */
export function SearchBox({ ref, search, onSearch, onEnter, onDown, onForeign, product }: SearchBoxProps) {
  const { number: typed, setNumber, clear } = useDraft()
  const entry = readNumberEntry(typed)
  const isNumber = search === '' && typed !== ''
  const isForeign = entry.number.status === 'refused' && entry.number.reason === 'not-uae'
  const shown = isNumber ? entry.shown : search

  const type = (text: string) => {
    const read = readBoxText(text)
    // A number stays while text after it is searched for, and is replaced if the person types over it.
    if (read.number !== undefined || search === '') setNumber(read.number ?? '')
    onSearch(read.search)
  }
  const add = (key: string) => {
    type(shown + key)
    ref.current?.focus()
  }
  const empty = () => (search === '' ? clear() : onSearch(''))

  useLayoutEffect(() => {
    // On a touch device, focusing would open the on-screen keyboard.
    if (window.matchMedia('(pointer: fine)').matches) ref.current?.focus()
  }, [ref])
  const leave = useEffectEvent(() => onForeign?.())
  useEffect(() => {
    if (!isForeign) return
    // Waits until a scan is over, because a scan in this box is undone.
    const timer = setTimeout(() => leave(), SCAN_ENDS_WITHIN_MS)
    return () => clearTimeout(timer)
  }, [isForeign, typed])
  useTypingAnywhere({
    onDigit: add,
    onDelete: () => type((isNumber ? onlyPhoneCharacters(shown) : shown).slice(0, -1)),
    // Esc goes up a category if there is nothing to clear.
    onEscape: () => shown !== '' && empty(),
  })
  useSearchKeys({ onSlash: () => ref.current?.focus(), onLetter: add })

  return (
    <SearchField
      ref={ref}
      label="storefront.search"
      isNumber={isNumber}
      shown={shown}
      {...(isNumber && { prefix: entry.prefix, mask: entry.mask })}
      aria-invalid={isNumber && entry.number.status === 'refused' && !(isForeign && onForeign)}
      kept={isNumber ? onlyPhoneCharacters : wholeText}
      onType={type}
      onPasteWhole={(pasted) => {
        const isWhole = /^\W*(\+|00)/.test(pasted)
        if (isWhole) type(onlyPhoneCharacters(pasted))
        return isWhole
      }}
      keys={{ ArrowDown: onDown }}
      onEnter={product && isNumber ? product.take : onEnter}
      onClear={() => {
        empty()
        ref.current?.focus()
      }}
    >
      {isNumber && product && (
        <Button onClick={product.take}>
          <bdi>{product.name}</bdi> <ChevronRight className="rtl:-scale-x-100" size={20} aria-hidden />
        </Button>
      )}
      {/* While the page changes, a foreign number is not shown as an error. */}
      {isNumber && !(isForeign && onForeign) && <NumberNote entry={entry} />}
    </SearchField>
  )
}

const wholeText = (text: string): string => text

function NumberNote({ entry: { number } }: { entry: NumberEntry }) {
  const t = useText()
  if (number.status === 'refused') {
    return (
      <span className="min-w-0 text-end text-1 leading-4 font-semibold text-bad max-sm:max-w-[64px]" role="alert">
        {t(`ticket.numberProblem.${number.reason}`, { sign: number.sign ?? '' })}
      </span>
    )
  }
  return (
    <span className="min-w-0 text-end text-1 leading-4 max-sm:max-w-[64px]">
      {number.status === 'other'
        ? t('ticket.notMobile')
        : number.status === 'mobile'
          ? t('ticket.pickProduct')
          : t('ticket.digitsToGo', { count: number.missing })}
    </span>
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
        <span className="min-w-0 flex-1">{t('storefront.searchOnly')}</span>
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
      label="storefront.searchOnly"
      isNumber={false}
      shown={search}
      kept={wholeText}
      onType={onSearch}
      onEnter={onEnter}
      onClear={leave}
      keys={{ ArrowDown: onDown, Escape: leave }}
    />
  )
}

type SearchFieldProps = Pick<
  ComponentProps<typeof MaskedInput>,
  'ref' | 'shown' | 'mask' | 'aria-invalid' | 'kept' | 'onType' | 'onPasteWhole' | 'onEnter' | 'keys'
> & {
  isNumber: boolean
  prefix?: string
  label: 'storefront.search' | 'storefront.searchOnly'
  onClear: () => void
  children?: ReactNode
}

/** The results set their ARIA attributes on this field. */
function SearchField({ isNumber, prefix = '', label, onType, onClear, children, ...input }: SearchFieldProps) {
  const t = useText()
  const isEmpty = input.shown === '' && !isNumber
  return (
    <div
      className={`${BOX} cursor-text focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-focus`}
    >
      <Search className={isNumber ? 'max-sm:hidden' : ''} size={24} aria-hidden />
      <label
        className={`flex min-w-0 flex-1 cursor-text items-center self-stretch whitespace-pre ${isNumber ? '[direction:ltr] rtl:justify-end' : ''}`}
        htmlFor="search-box"
      >
        <span className="sr-only">{t(label)}</span>
        {prefix !== '' && <span className="text-5">{prefix} </span>}
        <MaskedInput
          {...input}
          id="search-box"
          className={isNumber ? 'text-5 font-medium text-ink' : 'text-3 text-ink kiosk:text-5'}
          keyboard="search"
          isText={!isNumber && !isEmpty}
          // The slash is a shortcut, not text.
          onType={(typed) => onType(typed.replace(/^\/+/, ''))}
        />
        {isEmpty && (
          <span className="min-w-0 leading-5 whitespace-normal" aria-hidden="true">
            {t(label)}
          </span>
        )}
      </label>
      {children}
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

const SlashKey = () => (
  <span className="kiosk:hidden max-md:hidden" aria-hidden="true">
    <Kbd>/</Kbd>
  </span>
)
