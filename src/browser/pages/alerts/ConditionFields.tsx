import { useId } from 'react'

import type { AlertChoice } from '#api/alerts.ts'
import type { Settings } from '#api/settings.ts'
import { type AlertKind, UNKNOWN_MINUTES } from '#domain/alerts.ts'
import { toWesternDigits } from '#domain/digits.ts'
import { decimal, decimalsOf, formatDecimal, isSameDecimal } from '#domain/money.ts'
import { cleanAmountText, cleanCountText, findAmount, findCount, toAmountText } from '#domain/typed-amount.ts'
import { unitBeside, groupThousands, nameCurrency } from '../../i18n/formats.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { AmountStepper } from '../../ui/AmountStepper.tsx'

const LINE_STEP = 100
const TIME_STEP = 30
const DAY_MINUTES = 24 * 60

/** What the fields of a row show and change. */
export type DraftFields = { draft: Draft; currency: string; change: (some: Partial<Draft>) => void }

export function LineField({ row: { draft, currency, change } }: { row: DraftFields }) {
  const locale = useLocale()
  const unit = nameCurrency(currency, locale)
  const { line } = draft
  const step = (by: number) => {
    const next = Math.round(Number(line === '' ? 0 : toAmountText(line))) + by
    return Number.isNaN(next) || next < 1 ? undefined : () => change({ line: String(next) })
  }
  return (
    <ConditionStepper
      name="wallet-below"
      value={line}
      formatted={groupThousands(toAmountText(line))}
      inputMode="decimal"
      {...unitBeside(unit, locale)}
      isBad={line !== '' && findAmount(line) === undefined}
      lower={step(-LINE_STEP)}
      raise={step(LINE_STEP)}
      onType={(typed) => change({ line: cleanAmountText(typed) })}
    />
  )
}

type NumberFieldProps = {
  name: AlertKind
  value: string
  unit: MessageId
  min: number
  max: number
  step: number
  isOptional?: boolean
  onType: (value: string) => void
}

export function NumberField({ name, value, unit, min, max, step, isOptional = false, onType }: NumberFieldProps) {
  const t = useText()
  const number = value === '' ? 0 : (findCount(value) ?? NaN)
  const isBad = value === '' ? !isOptional : !(number >= min && number <= max)
  const to = (next: number) => (next >= min && next <= max ? () => onType(String(next)) : undefined)
  return (
    <ConditionStepper
      name={name}
      value={value}
      inputMode="numeric"
      end={t(unit)}
      isBad={isBad}
      lower={to(number - step)}
      raise={to(number + step)}
      onType={(typed) => onType(cleanCountText(typed))}
    />
  )
}

export function TimeField({ row: { draft, change } }: { row: DraftFields }) {
  const typed = draft.summaryTime
  const time = readTime(typed)
  const step = (by: number) => {
    if (time === undefined) return undefined
    const minutes = (Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) + by + DAY_MINUTES) % DAY_MINUTES
    const text = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
    return () => change({ summaryTime: text })
  }
  return (
    <ConditionStepper
      name="day-summary"
      value={typed}
      {...(time === undefined ? {} : { formatted: time })}
      inputMode="numeric"
      isBad={time === undefined}
      lower={step(-TIME_STEP)}
      raise={step(TIME_STEP)}
      onType={(next) =>
        change({
          summaryTime: toWesternDigits(next)
            .replace(/[^\d:]/g, '')
            .slice(0, 5),
        })
      }
    />
  )
}

type ConditionStepperProps = {
  name: AlertKind
  value: string
  formatted?: string
  inputMode: 'decimal' | 'numeric'
  start?: string
  end?: string
  isBad: boolean
  lower: (() => void) | undefined
  raise: (() => void) | undefined
  onType: (typed: string) => void
}

/** Named after its condition, which stands beside it. */
function ConditionStepper({ name, isBad, lower, raise, ...stepper }: ConditionStepperProps) {
  const t = useText()
  const id = useId()
  const label = t(`shopAlerts.kind.${name}`)
  return (
    <div className="w-[14.5rem] max-w-full">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <AmountStepper
        control={{ id, 'aria-describedby': `${id}-note`, 'aria-invalid': isBad }}
        placeholder={t('shopAlerts.off')}
        lower={{ label: `${t('limits.lower')}, ${label}`, onPress: lower }}
        raise={{ label: `${t('limits.raise')}, ${label}`, onPress: raise }}
        {...stepper}
      />
      <span id={`${id}-note`} role="status" className="sr-only">
        {isBad ? t('shopAlerts.unusable') : ''}
      </span>
    </div>
  )
}

/** What is stored: the choice itself, and the lines of the wallet, which are settings of the shop. */
export type StoredConditions = { choice: AlertChoice; wallet: Settings['wallet'] }

/** What is typed, before it is saved. An empty line of the wallet is none. */
export type Draft = Omit<AlertChoice, 'unknownMinutes'> & {
  line: string
  days: string
  minutes: string
  tellCashiers: boolean
}

export const MAX_DAYS = 60

export const draftOf = ({ choice: { unknownMinutes, ...choice }, wallet }: StoredConditions): Draft => ({
  ...choice,
  line: wallet.line ? wallet.line.amount.replace(/\.0+$/, '') : '',
  days: wallet.daysLine === null ? '' : String(wallet.daysLine),
  minutes: String(unknownMinutes),
  tellCashiers: wallet.tellCashiers,
})

/** What is to be saved, or `undefined` while something typed cannot be. */
export function readDraft(
  { line, days, minutes, tellCashiers, ...choice }: Draft,
  { wallet }: StoredConditions,
  currency: string,
): StoredConditions | undefined {
  const amount = line === '' ? null : findAmount(line)
  const daysLine = days === '' ? null : findCount(days)
  const unknownMinutes = findCount(minutes)
  const summaryTime = readTime(choice.summaryTime)
  const isUsable =
    amount !== undefined &&
    daysLine !== undefined &&
    (daysLine === null || (daysLine >= 1 && daysLine <= MAX_DAYS)) &&
    unknownMinutes !== undefined &&
    unknownMinutes >= UNKNOWN_MINUTES.min &&
    unknownMinutes <= UNKNOWN_MINUTES.max &&
    summaryTime !== undefined
  if (!isUsable) return undefined
  const isSameLine = amount && wallet.line && isSameDecimal(amount, decimal(wallet.line.amount))
  const typed = amount && { amount: formatDecimal(amount, decimalsOf(currency)), currency }
  return {
    choice: { ...choice, unknownMinutes, summaryTime },
    wallet: { ...wallet, line: isSameLine ? wallet.line : typed, daysLine, tellCashiers },
  }
}

/** `22:30`, of `2230` or `9:05`. */
function readTime(typed: string): string | undefined {
  const [, hour = '', minute = ''] = /^(\d{1,2}):?(\d{2})$/.exec(typed) ?? []
  return hour !== '' && Number(hour) < 24 && Number(minute) < 60 ? `${hour.padStart(2, '0')}:${minute}` : undefined
}

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** What somebody else changed meanwhile comes into the fields that nobody touched here; what is typed stays. */
export function mergeDraft(typed: Draft, before: Draft, after: Draft): Draft {
  const ways = mergeUntouched(typed.ways, before.ways, after.ways)
  return { ...mergeUntouched(typed, before, after), ways }
}

function mergeUntouched<T extends object>(typed: T, before: T, after: T): T {
  const names = (Object.keys(after) as (keyof T)[]).filter((name) => isSame(typed[name], before[name]))
  return Object.assign({ ...typed }, Object.fromEntries(names.map((name) => [name, after[name]])))
}
