import { useText } from '../i18n/use-text.ts'
import { Field } from './Field.tsx'

export type NewPin = { pin: string; again: string }

type NewPinFieldsProps = {
  entry: NewPin
  /** How many digits this person's PIN has at least and at most: a supervisor's has more. */
  length: { min: number; max: number }
  /** Why this PIN is not possible, although it is long enough. */
  problem?: string | undefined
  onChange: (entry: NewPin) => void
}

/** A new PIN, typed twice, because nobody sees what they type. */
export function NewPinFields({ entry, length, problem, onChange }: NewPinFieldsProps) {
  const t = useText()
  const isLongEnough = entry.pin.length >= length.min
  const input = {
    size: 'lg',
    type: 'password',
    inputMode: 'numeric',
    autoComplete: 'new-password',
    maxLength: length.max,
  } as const
  const digitsOf = (text: string) => text.replaceAll(/\D/g, '')
  return (
    <>
      <Field
        {...input}
        label={t('staff.pin')}
        hint={t('staff.pinRule', { shortest: length.min })}
        problem={problem}
        isMet={isLongEnough}
        value={entry.pin}
        onChange={(event) => onChange({ ...entry, pin: digitsOf(event.currentTarget.value) })}
      />
      <Field
        {...input}
        label={t('staff.pinAgain')}
        // Not while what is typed can still become the same.
        problem={isLongEnough && !entry.pin.startsWith(entry.again) ? t('staff.pinDifferent') : undefined}
        isMet={isLongEnough && entry.pin === entry.again}
        value={entry.again}
        onChange={(event) => onChange({ ...entry, again: digitsOf(event.currentTarget.value) })}
      />
    </>
  )
}
