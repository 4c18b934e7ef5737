import { useId } from 'react'

import type { AlertChoice } from '#api/alerts.ts'
import { type AlertKind, UNKNOWN_MINUTES } from '#domain/alerts.ts'
import { toWesternDigits } from '#domain/digits.ts'
import { cleanCountText, findCount } from '#domain/typed-amount.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useText } from '../../i18n/use-text.ts'
import { AmountStepper } from '../../ui/AmountStepper.tsx'

const TIME_STEP = 30
const DAY_MINUTES = 24 * 60

/** What the fields of a row show and change. */
export type DraftFields = { draft: Draft; change: (some: Partial<Draft>) => void }

type NumberFieldProps = {
  name: AlertKind
  value: string
  unit: MessageId
  min: number
  max: number
  step: number
  onType: (value: string) => void
}

export function NumberField({ name, value, unit, min, max, step, onType }: NumberFieldProps) {
  const t = useText()
  const number = value === '' ? 0 : (findCount(value) ?? NaN)
  const isBad = !(number >= min && number <= max)
  const to = (next: number) => (next >= min && next <= max ? () => onType(String(next)) : undefined)
  return (
    <ConditionStepper
      name={name}
      value={value}
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
        inputMode="numeric"
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

/** What is typed, before it is saved. */
export type Draft = Omit<AlertChoice, 'unknownMinutes'> & { minutes: string }

export const draftOf = ({ unknownMinutes, ...choice }: AlertChoice): Draft => ({
  ...choice,
  minutes: String(unknownMinutes),
})

/** What is to be saved, or `undefined` while something typed cannot be. */
export function readDraft({ minutes, ...choice }: Draft): AlertChoice | undefined {
  const unknownMinutes = findCount(minutes)
  const summaryTime = readTime(choice.summaryTime)
  const isUsable =
    unknownMinutes !== undefined &&
    unknownMinutes >= UNKNOWN_MINUTES.min &&
    unknownMinutes <= UNKNOWN_MINUTES.max &&
    summaryTime !== undefined
  return isUsable ? { ...choice, unknownMinutes, summaryTime } : undefined
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
