import type { AlertChoice } from '#api/alerts.ts'
import { UNKNOWN_MINUTES } from '#domain/alerts.ts'
import { toWesternDigits } from '#domain/text/digits.ts'
import { useText } from '../../i18n/use-text.ts'
import { CountField, isCountWithin, StepperField } from '../../ui/StepperField.tsx'

const TIME_STEP = 30
const DAY_MINUTES = 24 * 60
const BOX = 'w-[14.5rem] max-w-full'

export type DraftFields = { draft: Draft; change: (some: Partial<Draft>) => void }

/** Labeled with its condition, which is shown beside it. */
export function MinutesField({ draft, change }: DraftFields) {
  const t = useText()
  return (
    <div className={BOX}>
      <CountField
        {...UNKNOWN_MINUTES}
        label={t('shopAlerts.kind.sale-unknown')}
        isLabelHidden
        unit={t('shopAlerts.minutes', { count: Number(draft.minutes) })}
        problem={t('shopAlerts.unusable')}
        value={draft.minutes}
        onType={(minutes) => change({ minutes })}
      />
    </div>
  )
}

export function TimeField({ draft, change }: DraftFields) {
  const t = useText()
  const time = readTime(draft.summaryTime)
  const step = (by: number) => {
    if (time === undefined) return undefined
    const minutes = (Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) + by + DAY_MINUTES) % DAY_MINUTES
    const text = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
    return () => change({ summaryTime: text })
  }
  const type = (typed: string) => change({ summaryTime: typed.replace(/[^\d:]/g, '').slice(0, 5) })
  return (
    <div className={BOX}>
      <StepperField
        label={t('shopAlerts.kind.day-summary')}
        isLabelHidden
        value={draft.summaryTime}
        {...(time !== undefined && { formatted: time })}
        inputMode="numeric"
        problem={time === undefined ? t('shopAlerts.unusable') : undefined}
        onLower={step(-TIME_STEP)}
        onRaise={step(TIME_STEP)}
        onType={(typed) => type(toWesternDigits(typed))}
      />
    </div>
  )
}

export type Draft = Omit<AlertChoice, 'unknownMinutes'> & { minutes: string }

export const draftOf = ({ unknownMinutes, ...choice }: AlertChoice): Draft => ({
  ...choice,
  minutes: String(unknownMinutes),
})

/** Returns the values to save, or `undefined` while an input is not valid. */
export function readDraft({ minutes, ...choice }: Draft): AlertChoice | undefined {
  const summaryTime = readTime(choice.summaryTime)
  const isUsable = isCountWithin(minutes, UNKNOWN_MINUTES.min, UNKNOWN_MINUTES.max) && summaryTime !== undefined
  return isUsable ? { ...choice, unknownMinutes: Number(minutes), summaryTime } : undefined
}

/** Reads `2230` and `9:05` as `22:30` and `09:05`. */
function readTime(typed: string): string | undefined {
  const [, hour = '', minute = ''] = /^(\d{1,2}):?(\d{2})$/.exec(typed) ?? []
  return hour !== '' && Number(hour) < 24 && Number(minute) < 60 ? `${hour.padStart(2, '0')}:${minute}` : undefined
}
