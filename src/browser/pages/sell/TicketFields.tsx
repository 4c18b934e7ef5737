import { useQueryClient } from '@tanstack/react-query'
import { Check, CircleAlert, ShieldAlert, Wallet, type LucideIcon } from 'lucide-react'
import { type ComponentProps, type ReactNode, type RefObject, useState } from 'react'

import { quickAmounts, type AmountRule } from '#domain/money/amount-rule.ts'
import { decimal, formatDecimal, isSameDecimal, type Decimal, type Money } from '#domain/money/money.ts'
import { readUaeNumber, onlyPhoneCharacters } from '#domain/phone/phone.ts'
import type { Service } from '#domain/catalog/service.ts'
import { cleanAmountText } from '#domain/money/typed-amount.ts'
import { isMarked } from '#domain/wallet/wallet-marks.ts'
import { useMarks } from '../../api/catalog.ts'
import { salesTodayQuery } from '../../api/sale.ts'
import { sessionQuery } from '../../api/session.ts'
import { shortAmount, useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { sayAmountProblem, type AmountWords } from '../../sale/amount-problem.ts'
import type { LimitOwner } from '../../sale/limit-note.ts'
import { Chip } from '../../ui/Chip.tsx'
import { Field } from '../../ui/Field.tsx'
import { MaskedInput } from '../../ui/MaskedInput.tsx'
import { InputBox } from '../../ui/TextInput.tsx'
import { onForget } from '../../lib/storage.ts'
import { findMostSold, type AmountEntry, type NumberEntry } from './ticket-entry.ts'

type NumberInputProps = Omit<ComponentProps<typeof MaskedInput>, 'className' | 'kept'> & {
  prefix: string
  isLarge?: boolean
}

/** A phone number after its prefix. Digits run left to right in every language, aligned to the start side. */
export const NumberInput = ({ prefix, isLarge = false, ...input }: NumberInputProps) => (
  <span className="flex min-w-0 flex-1 items-baseline overflow-hidden whitespace-pre [direction:ltr] rtl:justify-end">
    {prefix !== '' && (
      <span className={`font-normal text-ink-2 ${isLarge ? 'text-4' : 'max-[22.25em]:text-4 md:max-lg:text-3'}`}>
        {prefix}
      </span>
    )}
    <MaskedInput
      {...input}
      className={`font-medium max-[22.25em]:text-4 ${isLarge ? 'text-6 md:max-lg:text-5' : 'text-5 kiosk:sm:max-md:text-6'}`}
      kept={onlyPhoneCharacters}
    />
  </span>
)

export type TicketFieldProps = {
  ref: RefObject<HTMLInputElement | null>
  text: string
  /** The keypad fills it. */
  isActive: boolean
  onType: (typed: string) => void
  onFocus: () => void
  onEnter: () => void
}

type NumberFieldProps = TicketFieldProps & {
  entry: NumberEntry
  /** What is said while no digit is typed. */
  rule: string
  hint?: ReactNode
  /** Of the first page, which has no other field. */
  isLarge?: boolean
  /** The number leads to another page, so it is not shown as a problem. */
  isLeaving?: boolean
  keys?: Record<string, () => void>
}

/** A UAE number. Shows a problem only when no further digit can fix it. */
export function NumberField(props: NumberFieldProps) {
  const { ref, text, entry, rule, isActive, onType, onFocus, onEnter, hint, isLarge = false, isLeaving, keys } = props
  const t = useText()
  const { number } = entry
  const isDone = number.status === 'mobile' || number.status === 'other'
  return (
    <Field
      label={t('ticket.mobileNumber')}
      problem={
        number.status === 'refused' && !isLeaving
          ? t(`ticket.numberProblem.${number.reason}`, { sign: number.sign ?? '' })
          : undefined
      }
      hint={hint ?? <NumberRule entry={entry} rule={rule} />}
    >
      {(control) => (
        <InputBox
          size={isLarge ? 'xl' : 'lg'}
          isActive={isActive}
          onPress={() => ref.current?.focus()}
          end={
            isDone ? (
              <Check className="-me-1 text-ok" size={24} aria-hidden />
            ) : (
              number.status === 'refused' && !isLeaving && <CircleAlert className="text-bad" size={24} aria-hidden />
            )
          }
        >
          <NumberInput
            {...control}
            ref={ref}
            isLarge={isLarge}
            {...(keys && { keys })}
            prefix={entry.prefix && `${entry.prefix} `}
            shown={text}
            mask={entry.mask}
            onType={onType}
            onPasteWhole={(pasted) => {
              const { status } = readUaeNumber(pasted)
              const isWhole = status === 'mobile' || status === 'other' || /^\W*(\+|00)/.test(pasted)
              if (isWhole) onType(pasted)
              return isWhole
            }}
            onFocus={onFocus}
            onEnter={onEnter}
          />
        </InputBox>
      )}
    </Field>
  )
}

function NumberRule({ entry: { number }, rule }: { entry: NumberEntry; rule: string }) {
  const t = useText()
  if (number.status === 'other') {
    return (
      <span role="status" className="inline-flex items-center gap-1 font-semibold text-ink">
        <CircleAlert size={16} aria-hidden /> {t('ticket.notMobile')}
      </span>
    )
  }
  const isBegun = number.status === 'incomplete' && number.national !== ''
  return isBegun ? t('ticket.digitsToGo', { count: number.missing }) : rule
}

type AmountFieldProps = TicketFieldProps & {
  entry: AmountEntry
  rule: AmountRule
  currency: string
  hint?: ReactNode
}

/** An amount with its rule: a check mark if met, a fix if not. */
export function AmountField(props: AmountFieldProps) {
  const { ref, text, entry, rule, currency, isActive, onType, onFocus, onEnter, hint } = props
  const t = useText()
  const formats = useFormats()
  const range = formats.range(rule.min, rule.max, currency)
  const ruleText = rule.step.units === 0n ? range : t('ticket.rule', { range, step: shortAmount(rule.step, currency) })
  return (
    // What a scanner types here is undone.
    <div data-no-scan>
      <Field
        label={t('ticket.amount')}
        problem={findProblem(entry, rule, currency, { t, formats })}
        isMet={entry.status === 'legal' && hint === undefined}
        hint={hint ?? ruleText}
      >
        {(control) => (
          <InputBox size="xl" isActive={isActive} onPress={() => ref.current?.focus()}>
            {/* In right-to-left languages the currency follows the amount. */}
            <span className="text-5 font-normal text-ink-2 rtl:order-1 kiosk:sm:max-md:text-6">
              {formats.currency(rule.max, currency)}
            </span>
            <span className="flex min-w-0 items-center overflow-hidden whitespace-pre [direction:ltr] ltr:flex-1">
              <MaskedInput
                {...control}
                ref={ref}
                shown={text}
                className="text-6 font-semibold tracking-2"
                kept={cleanAmountText}
                onType={onType}
                onFocus={onFocus}
                onEnter={onEnter}
              />
            </span>
          </InputBox>
        )}
      </Field>
    </div>
  )
}

function findProblem(entry: AmountEntry, rule: AmountRule, currency: string, words: AmountWords) {
  if (entry.status === 'unreadable') return words.t('ticket.unreadableAmount')
  return entry.status === 'wrong' ? sayAmountProblem(entry.problem, entry.fixes, rule, currency, words) : undefined
}

type AmountChipsProps = {
  entry: AmountEntry
  quick: readonly Decimal[]
  currency: string
  onPick: (amount: Decimal) => void
  /** Absent if a quick amount is picked like any other. */
  onQuick?: (amount: Decimal) => void
}

/** Two per keypad column. While the typed amount is wrong, the nearest legal ones replace them. */
export function AmountChips({ entry, quick, currency, onPick, onQuick = onPick }: AmountChipsProps) {
  const t = useText()
  const formats = useFormats()
  const isWrong = entry.status === 'wrong' && entry.fixes.length > 0
  if (!isWrong && quick.length === 0) return null
  const columns = isWrong
    ? 'auto-cols-fr grid-flow-col'
    : quick.length > 3
      ? 'grid-cols-6 md:grid-cols-[repeat(6,minmax(min-content,1fr))]'
      : 'grid-cols-3'
  return (
    <div className={`grid gap-2 ${columns}`} role="group" aria-label={t('ticket.quickAmounts')}>
      {isWrong
        ? entry.fixes.map((fix) => (
            <Chip key={formatDecimal(fix)} variant="fix" onClick={() => onPick(fix)}>
              {t('ticket.use', { amount: formats.shortMoney(fix, currency) })}
            </Chip>
          ))
        : quick.map((amount) => (
            <Chip
              key={formatDecimal(amount)}
              variant="amount"
              isSelected={entry.status === 'legal' && isSameDecimal(entry.amount, amount)}
              onClick={() => onQuick(amount)}
            >
              {shortAmount(amount, currency)}
            </Chip>
          ))}
    </div>
  )
}

/** Learned once for each person: later sales move no key whose place a finger knows. */
const learned = new Map<string, ReturnType<typeof findMostSold>>()
onForget('person', () => learned.clear())

/** The shop's amounts for a top-up, or otherwise amounts around the one sold most. */
export function useQuickAmounts({ id, kind, rule }: Service): Decimal[] {
  const client = useQueryClient()
  const [quick] = useState(() => {
    const sales = client.getQueryData(salesTodayQuery.queryKey)?.sales
    const own = kind === 'direct' ? client.getQueryData(sessionQuery.queryKey)?.settings?.quickAmounts : undefined
    if (sales && !learned.has(id)) learned.set(id, findMostSold(sales, id))
    return quickAmounts(rule, learned.get(id), own?.map(decimal))
  })
  return quick
}

/** Which limit the typed amount exceeds, and whether the wallet may not cover it. */
export function useAmountNotes(service: Service, pays: Money | undefined, limit: LimitOwner | undefined): ReactNode {
  const t = useText()
  const marks = useMarks()
  const isBeyond = marks && (marks.services.has(service.id) || (pays && isMarked(marks, pays)))
  if (!limit && !isBeyond) return undefined
  return (
    <>
      {/* In that case, the review asks for a supervisor. */}
      {limit && <AmountNote icon={ShieldAlert}>{t(`ticket.aboveLimit.${limit}`)}</AmountNote>}
      {isBeyond && <AmountNote icon={Wallet}>{t('ticket.beyondWallet')}</AmountNote>}
    </>
  )
}

const AmountNote = ({ icon: Icon, children }: { icon: LucideIcon; children: string }) => (
  <span className="me-2 inline-flex items-center gap-1 text-1 font-semibold text-wait" role="status">
    <Icon size={16} aria-hidden /> {children}
  </span>
)
