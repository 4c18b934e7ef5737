import { useQuery } from '@tanstack/react-query'
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react'
import { flushSync } from 'react-dom'

import { money, formatDecimal, type Decimal } from '#domain/money/money.ts'
import { isMarked } from '#domain/wallet/wallet-marks.ts'
import { useMarks, type ArrangedCatalog } from '../../api/catalog.ts'
import { salesTodayQuery } from '../../api/sale.ts'
import { KEYS, useHotkeys } from '../../lib/hotkeys.ts'
import { shortAmount } from '../../i18n/formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { useDraft } from '../../sale/draft.ts'
import { findOperators, learnOperators, type Operator } from '../../sale/operators.ts'
import { Button } from '../../ui/Button.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { useQuickAmounts } from './TicketFields.tsx'
import { WalletMark } from './grid/Tile.tsx'
import { readNumberEntry, type NumberEntry } from './ticket-entry.ts'
import { useQuickReview } from './use-quick-review.ts'

const MAX_SHOWN = 4
/** Digits needed for a guess. */
const MIN_DIGITS = 4

const OPERATOR =
  'flex min-h-hit min-w-0 items-center justify-center rounded-2 border-1 px-1 py-1 text-2 font-medium transition duration-1'

/** Opens the ticket of the operator whose amounts are shown, or focuses the operators. */
export type OperatorKeysHandle = { enter: () => void }

type OperatorKeysProps = {
  ref: Ref<OperatorKeysHandle>
  shop: ArrangedCatalog
  onTake: (operator: Operator) => void
  /** A key was pressed before the number was complete. */
  onIncomplete: () => void
  /** The number is complete, and an operator was chosen. */
  onChosen: () => void
}

export function OperatorKeys({ ref, shop, onTake, onIncomplete, onChosen }: OperatorKeysProps) {
  const t = useText()
  const entry = readNumberEntry(useDraft((draft) => draft.number))
  const { data: sales } = useQuery({ ...salesTodayQuery, select: (page) => page.sales })
  useEffect(() => {
    if (sales) learnOperators(sales)
  }, [sales])
  const { operators, current, choose } = useArrangement(shop, entry)
  const isComplete = 'account' in entry.number
  const amounts = useRef<HTMLDivElement>(null)
  const keys = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => ({
    enter: () => (current ? onTake(current) : keys.current?.querySelector('button')?.focus()),
  }))
  useHotkeys([
    {
      ...KEYS.operator,
      run: ({ key }) => {
        // Rendered first, so the amounts can take the focus.
        flushSync(() => keys.current?.querySelectorAll('button')[Number(key) - 1]?.click())
        amounts.current?.querySelector('button')?.focus()
      },
    },
  ])

  if (operators.length === 0) return null
  return (
    <div
      className="flex shrink-0 flex-col gap-3 low:gap-2"
      // Keeps the focus in the number field, so Enter continues; a held Enter presses nothing.
      onMouseDown={(event) => event.preventDefault()}
      onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
    >
      <div
        ref={keys}
        data-operators
        className="grid auto-cols-fr grid-flow-col gap-2"
        role="group"
        aria-label={t('quick.operators')}
      >
        {operators.map((operator) => (
          <button
            key={operator.brand}
            type="button"
            className={`${OPERATOR} ${operators.length > 3 ? 'flex-col' : 'gap-2'} ${operator === current ? 'border-act bg-act-tint text-act-ink shadow-act' : 'border-line-strong bg-surface active:bg-sunken'}`}
            aria-pressed={operator === current}
            onClick={() => {
              choose(operator)
              if (isComplete) onChosen()
            }}
          >
            <Picture name={operator.brand} size="xs" {...operator.picture} />
            <bdi className="max-w-full truncate">{operator.brand}</bdi>
          </button>
        ))}
      </div>
      {current && (
        <AmountKeys
          ref={amounts}
          key={current.service.id}
          operator={current}
          currency={shop.currency}
          isBlocked={!isComplete}
          onBlocked={onIncomplete}
          onOther={() => onTake(current)}
        />
      )}
    </div>
  )
}

type Arrangement = { beginning: string; operators: readonly Operator[]; chosen?: Operator }

/** The operators keep their places while the beginning of the number stays, even if another one becomes probable. */
function useArrangement(shop: ArrangedCatalog, { number }: NumberEntry) {
  const [arranged, setArranged] = useState<Arrangement>()
  const { national } = number
  const isGuessable = national.length >= MIN_DIGITS && (number.status !== 'refused' || number.reason === 'too-long')
  const beginning = isGuessable ? national.slice(0, MIN_DIGITS - 1) : undefined
  if (beginning !== arranged?.beginning)
    setArranged(
      beginning === undefined ? undefined : { beginning, operators: findOperators(shop, national).slice(0, MAX_SHOWN) },
    )
  const { operators = [], chosen } = arranged ?? {}
  return {
    operators,
    current: chosen ?? operators.find(({ isProbable }) => isProbable),
    choose: (operator: Operator) => arranged && setArranged({ ...arranged, chosen: operator }),
  }
}

type AmountKeysProps = {
  ref: Ref<HTMLDivElement>
  operator: Operator
  currency: string
  isBlocked: boolean
  onBlocked: () => void
  onOther: () => void
}

const KEY =
  'relative grid min-h-hit min-w-0 place-items-center rounded-3 border-1 px-2 text-4 font-semibold transition duration-1 active:translate-y-[2px] kiosk:min-h-[64px] max-sm:px-0 max-sm:text-3'

/** One press is the review. Until the number is complete, a press leads back to it. */
function AmountKeys({ ref, operator, currency, isBlocked, onBlocked, onOther }: AmountKeysProps) {
  const t = useText()
  const { brand, service, tileId, isProbable } = operator
  const quick = useQuickAmounts(service)
  const marks = useMarks()
  const review = useQuickReview()
  const press = (amount: Decimal) => {
    if (isBlocked) onBlocked()
    else if (!review(service, tileId, amount)) onOther()
  }
  const name = isProbable ? t('ticket.probably', { operator: brand }) : brand
  return (
    <section className="flex flex-col gap-2" aria-label={name}>
      <div className="flex min-h-hit items-center justify-between gap-2">
        <h2 className="min-w-0 truncate text-3 font-semibold">
          <bdi>{name}</bdi>
        </h2>
        <Button variant="quiet" onClick={onOther}>
          {t('quick.otherAmount')}
        </Button>
      </div>
      <div
        ref={ref}
        className="grid min-h-[104px] grid-cols-3 content-start gap-2 kiosk:min-h-[136px] max-sm:min-h-hit max-sm:grid-cols-[repeat(auto-fit,minmax(48px,1fr))]"
      >
        {quick.map((amount) => (
          <button
            key={formatDecimal(amount)}
            type="button"
            className={`${KEY} ${isBlocked ? 'cursor-default border-dashed border-line-strong text-ink-2' : 'border-b-3 border-act bg-surface text-act-ink active:border-b'}`}
            aria-disabled={isBlocked}
            onClick={() => press(amount)}
          >
            {shortAmount(amount, currency)}
            {marks && (marks.services.has(service.id) || isMarked(marks, money(amount, currency))) && (
              <span className="absolute end-1 top-1">
                <WalletMark />
              </span>
            )}
          </button>
        ))}
      </div>
    </section>
  )
}
