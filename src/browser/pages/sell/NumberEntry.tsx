import { ChevronRight } from 'lucide-react'
import { use, useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react'

import { cleanAmountText } from '#domain/money/typed-amount.ts'
import type { ArrangedCatalog } from '../../api/catalog.ts'
import { useTypingAnywhere } from '../../lib/hotkeys.ts'
import { formatAccount } from '../../i18n/formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { KioskContext } from '../../lib/kiosk.ts'
import { lazyPart, useIsCurrentPage } from '../../lib/lazy-part.tsx'
import { isSellPath } from '../../paths.ts'
import { useDraft } from '../../sale/draft.ts'
import { findProbableOperator, type Operator } from '../../sale/operators.ts'
import { Button } from '../../ui/Button.tsx'
import { TicketSummary } from '../../ui/TicketSummary.tsx'
import type { OperatorKeysHandle } from './OperatorKeys.tsx'
import { NumberField } from './TicketFields.tsx'
import { keysFor, readBoxText, readNumberEntry } from './ticket-entry.ts'

const OperatorKeys = lazyPart(async () => (await import('./OperatorKeys.tsx')).OperatorKeys)
const KnownNumber = lazyPart(async () => (await import('./KnownNumber.tsx')).KnownNumber)
const KeyHints = lazyPart(async () => (await import('./LastSales.tsx')).KeyHints)

/** A scanner's longest pause, including the one before its Enter. */
const SCAN_ENDS_WITHIN_MS = 120

/** Before a product is chosen. A letter begins a search, which leaves a whole number as it is. */
export function useNumberKeys(input: RefObject<HTMLInputElement | null>, onSearch: (text: string) => void) {
  const isTaken = useRef(false)
  const type = (text: string) => {
    if (isTaken.current) return typeAmount(text)
    const { number = '', search } = readBoxText(text)
    useDraft.getState().setNumber(number)
    if (search !== '') onSearch(search)
  }
  const edit = (change: (text: string) => string) => {
    input.current?.focus({ preventScroll: true })
    type(change(readNumberEntry(useDraft.getState().number).shown))
  }
  return {
    type,
    ...keysFor(edit, false),
    /** The ticket of this product is opening: until it is shown, its amount is typed here and no key is lost. */
    take: (serviceId: string) => {
      const draft = useDraft.getState()
      if (draft.serviceId !== serviceId) draft.changeService(serviceId, false)
      isTaken.current = true
    },
    reset: () => void (isTaken.current = false),
  }
}

function typeAmount(text: string): void {
  const { number, amount, setAmount } = useDraft.getState()
  const { shown } = readNumberEntry(number)
  setAmount(text.startsWith(shown) ? cleanAmountText(amount + text.slice(shown.length)) : amount.slice(0, -1))
}

type NumberEntryProps = {
  ref: RefObject<HTMLInputElement | null>
  keys: ReturnType<typeof useNumberKeys>
  /** Absent while the products load. */
  shop: ArrangedCatalog | undefined
  /** The product whose service id was typed. */
  product: { name: string; take: () => void } | undefined
  onTake: (path: string) => void
  onDown: () => void
  onFocus: () => void
  /** The operator was chosen as well. */
  onDone: () => void
  /** Called for a number of another country, which is sold on another page. Absent without the permission. */
  onForeign: (() => void) | undefined
  /** The keypad that fills the field is shown. */
  isActive: boolean
}

export function NumberEntry(props: NumberEntryProps) {
  const { ref, keys, shop, product, onTake, onDown, onFocus, onDone, onForeign, isActive } = props
  const t = useText()
  const kiosk = use(KioskContext)
  const typed = useDraft((draft) => draft.number)
  const entry = readNumberEntry(typed)
  const { number } = entry
  const operators = useRef<OperatorKeysHandle>(null)
  const isForeign = number.status === 'refused' && number.reason === 'not-uae'

  const begin = useEffectEvent(() => {
    keys.reset()
    useDraft.getState().leave()
    if (isActive) ref.current?.focus({ preventScroll: true })
  })
  useLayoutEffect(() => begin(), [])
  const leave = useEffectEvent(() => onForeign?.())
  useEffect(() => {
    if (!isForeign) return
    // Waits until a scan is over, because a scan in this field is undone.
    const timer = setTimeout(() => leave(), SCAN_ENDS_WITHIN_MS)
    return () => clearTimeout(timer)
  }, [isForeign, typed])

  const isCurrentPage = useIsCurrentPage(isSellPath)
  const openTicket = ({ service, path }: Operator) => {
    if (!isCurrentPage()) return
    keys.take(service.id)
    onTake(path)
  }
  const enter = () => {
    if (product) product.take()
    else if (operators.current) operators.current.enter()
    else if (shop) {
      const probable = findProbableOperator(shop, typed)
      if (probable) openTicket(probable)
    }
  }
  useTypingAnywhere({ ...keys, onEscape: () => typed !== '' && useDraft.getState().clear() })

  return (
    <>
      <TicketSummary label={t('ticket.region')}>
        <div data-number-first>
          <NumberField
            ref={ref}
            isLarge
            isLeaving={isForeign && onForeign !== undefined}
            text={entry.shown}
            entry={entry}
            isActive={isActive}
            rule={number.status === 'mobile' ? '' : t('ticket.orProduct')}
            onType={keys.type}
            onFocus={onFocus}
            onEnter={() => ('account' in number || product ? enter() : undefined)}
            keys={{ ArrowDown: onDown }}
          />
        </div>
        <div className="flex flex-wrap items-center gap-2 not-empty:mt-2">
          {product && (
            <Button onClick={product.take}>
              <bdi>{product.name}</bdi> <ChevronRight className="rtl:-scale-x-100" size={20} aria-hidden />
            </Button>
          )}
          <PreviousCustomer />
        </div>
        {typed === '' ? <KeyHints /> : shop && !kiosk && <KnownNumber typed={typed} />}
      </TicketSummary>
      {shop && (
        <OperatorKeys
          ref={operators}
          shop={shop}
          onTake={openTicket}
          onIncomplete={() => ref.current?.focus()}
          onChosen={onDone}
        />
      )}
    </>
  )
}

/** Offers to keep the customer of the abandoned review; otherwise, the next sale begins empty. */
function PreviousCustomer() {
  const t = useText()
  const left = useDraft((draft) => draft.left)
  const clear = useDraft((draft) => draft.clear)
  const keepPreviousCustomer = useDraft((draft) => draft.keepPreviousCustomer)
  if (!left) return null
  const { number } = readNumberEntry(left.number)
  const account = left.account || ('account' in number ? number.account : left.number)
  return (
    <div className="flex flex-1 flex-wrap items-center gap-2" role="status">
      <span className="min-w-0 flex-1 font-medium wrap-anywhere">
        {t('ticket.keepNumber', { account: isolate(account) })}
      </span>
      <Button variant="tint" onClick={keepPreviousCustomer}>
        {t('ticket.keep')}
      </Button>
      <Button variant="quiet" onClick={clear}>
        {t('ticket.clear')}
      </Button>
    </div>
  )
}

/** Digits and email addresses run left to right in every language. */
const isolate = (account: string) => `\u2066${/^\d+$/.test(account) ? formatAccount(account) : account}\u2069`
