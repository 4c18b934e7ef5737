import { Calculator, Split, type LucideIcon } from 'lucide-react'
import { useId, useState, type KeyboardEvent } from 'react'

import { cashChips } from '#domain/money/cash.ts'
import { decimal, formatDecimal, money, type Decimal, type Money } from '#domain/money/money.ts'
import { changeOf, type PaymentRules } from '#domain/money/payment.ts'
import { shortAmount, useFormats } from '../../../i18n/formats.ts'
import { useText } from '../../../i18n/use-text.ts'
import { lazyPart } from '../../../lib/lazy-part.tsx'
import { useIsKiosk } from '../../../lib/kiosk.ts'
import { METHOD_ICONS } from '../../../sale/PaymentMethodField.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ONE_COLUMN, useMedia } from '../../../lib/use-media.ts'
import type { PaymentChoice } from './OtherPayment.tsx'

const SplitPayment = lazyPart(async () => (await import('./SplitPayment.tsx')).SplitPayment)
const OtherPayment = lazyPart(async () => (await import('./OtherPayment.tsx')).OtherPayment)

type PaymentKeysProps = {
  rules: PaymentRules
  pays: Money
  /** What each key does, such as *Send top-up*. */
  verb: string
  /** What comes first, such as collecting the payment. */
  note: string | undefined
  /** Why nothing can be sent yet. */
  blocked: string | undefined
  armDelayMs: number
  autoFocus: boolean
  onPay: (choice: PaymentChoice) => void
}

/**
 * Each key sends. The default comes first and has the focus, so Enter presses it. A blocked key keeps its place, and so does every key while the reason above
 * them changes.
 */
export function PaymentKeys({ rules, pays, verb, note, blocked, armDelayMs, autoFocus, onPay }: PaymentKeysProps) {
  const t = useText()
  const [typing, setTyping] = useState<'cash' | 'split'>()
  const isKiosk = useIsKiosk()
  const [verbId, noteId] = [useId(), useId()]
  const [first, ...others] = keysOf(rules, pays)
  const shared = { pays, isOff: blocked !== undefined, armDelayMs, noteId, onPay }
  const opening = {
    size: 'key',
    isOff: shared.isOff,
    armDelayMs,
    'aria-describedby': noteId,
    'aria-haspopup': 'dialog',
  } as const
  const dialog = { pays, verb, blocked, onPay, onClose: () => setTyping(undefined) }
  const methods = others.filter(({ isCash }) => !isCash)
  return (
    <div role="group" aria-labelledby={verbId} className="flex flex-col gap-2" onKeyDown={moveByArrows}>
      <p className="flex flex-wrap gap-x-2 px-1 text-1">
        <b id={verbId} className="font-semibold">
          {verb}
        </b>
        <span id={noteId} role="status" className={blocked === undefined ? 'text-ink-2' : 'font-medium'}>
          {blocked ?? note}
        </span>
      </p>
      {/* One row in one column; beside the page, the first key has a row of its own. */}
      <div className="flex flex-wrap gap-2">
        {first && (
          <div className="basis-full max-md:basis-0 max-md:grow-[1.5]">
            <PaymentKey {...shared} choice={first.choice} isFirst autoFocus={autoFocus} />
          </div>
        )}
        {others.map(
          ({ isCash, choice }) =>
            isCash && (
              <div key={choice.cashTendered} className="min-w-0 grow basis-0">
                <PaymentKey {...shared} choice={choice} />
              </div>
            ),
        )}
      </div>
      {(methods.length > 0 || rules.methods.includes('cash')) && (
        <div className="grid auto-cols-fr grid-flow-col gap-2">
          {methods.map(({ choice }) => (
            <PaymentKey key={choice.paymentMethod} {...shared} choice={choice} />
          ))}
          {rules.methods.includes('cash') && (
            <Button {...opening} icon={Calculator} onClick={() => setTyping('cash')}>
              {t('payment.otherAmount')}
            </Button>
          )}
          {rules.methods.length > 1 && !isKiosk && (
            <Button {...opening} icon={Split} onClick={() => setTyping('split')}>
              {t('payment.split')}
            </Button>
          )}
        </div>
      )}
      {typing === 'cash' && <OtherPayment {...dialog} />}
      {typing === 'split' && <SplitPayment {...dialog} methods={rules.methods} />}
    </div>
  )
}

type Key = { choice: PaymentChoice; isCash: boolean }

/** The default first, then the exact amount, larger notes, and the other methods. */
function keysOf(rules: PaymentRules, pays: Money): Key[] {
  const keys = rules.methods.flatMap((paymentMethod): Key[] =>
    paymentMethod === 'cash'
      ? cashChips(decimal(pays.amount), pays.currency).map((cash) => ({
          choice: { paymentMethod, cashTendered: formatDecimal(cash) },
          isCash: true,
        }))
      : [{ choice: { paymentMethod }, isCash: false }],
  )
  const first = keys.find(({ choice }) => choice.paymentMethod === rules.default)
  return first ? [first, ...keys.filter((key) => key !== first)] : keys
}

type PaymentKeyProps = {
  choice: PaymentChoice
  pays: Money
  isFirst?: boolean
  autoFocus?: boolean
  isOff: boolean
  armDelayMs: number
  noteId: string
  onPay: (choice: PaymentChoice) => void
}

function PaymentKey({ choice, pays, isFirst = false, autoFocus = false, noteId, onPay, ...rest }: PaymentKeyProps) {
  const t = useText()
  const formats = useFormats()
  const isOneColumn = useMedia(ONE_COLUMN)
  const { name, note, icon } = useKeyWords(choice, pays)
  const shared = {
    ...rest,
    'aria-describedby': noteId,
    onClick: () => onPay(choice),
  }
  if (isFirst && !isOneColumn)
    return (
      <Button
        {...shared}
        size="xl"
        variant="primary"
        icon={icon}
        keyCap="Enter"
        amount={formats.money(pays)}
        autoFocus={autoFocus}
      >
        {name}
      </Button>
    )
  return (
    <Button
      {...shared}
      size="key"
      variant={isFirst ? 'primary' : 'secondary'}
      icon={icon}
      aria-label={note === undefined ? undefined : name + t('shell.comma') + note}
      autoFocus={autoFocus}
    >
      <bdi>{name}</bdi>
      {note !== undefined && <span className="text-1 leading-4 font-medium">{note}</span>}
    </Button>
  )
}

function useKeyWords(
  { paymentMethod, cashTendered }: PaymentChoice,
  pays: Money,
): { name: string; note?: string; icon?: LucideIcon } {
  const t = useText()
  if (cashTendered === undefined) return { name: t(`payment.${paymentMethod}`), icon: METHOD_ICONS[paymentMethod] }
  const cash = decimal(cashTendered)
  const short = (amount: Decimal) => shortAmount(amount, pays.currency)
  const change = changeOf(money(cash, pays.currency), pays)
  if (!change) return { name: t('payment.exact'), note: short(cash) }
  return { name: short(cash), note: t('payment.back', { amount: short(decimal(change.amount)) }) }
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** The arrows move between the keys, in the order of Tab, and press nothing. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  const { target, currentTarget } = event
  if (step === undefined || !(target instanceof HTMLButtonElement) || target.closest('dialog')) return
  const keys = [...currentTarget.querySelectorAll<HTMLButtonElement>(':scope > div button')]
  const isMirrored = getComputedStyle(currentTarget).direction === 'rtl' && /Left|Right/.test(event.key)
  const next = keys[keys.indexOf(target) + (isMirrored ? -step : step)]
  event.preventDefault()
  next?.focus()
}
