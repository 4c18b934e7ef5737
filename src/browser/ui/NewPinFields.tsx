import { onlyDigits } from '#domain/text/digits.ts'
import { useText } from '../i18n/use-text.ts'
import { Field } from './Field.tsx'

export type NewPin = { pin: string; again: string }
export const NO_NEW_PIN: NewPin = { pin: '', again: '' }

type PinLength = { min: number; max: number }

/** `new-pin.ts` checks its strength. */
export function findNewPinProblem(
  { pin, again }: NewPin,
  { min }: PinLength,
): 'short' | 'again' | 'different' | undefined {
  if (pin.length < min) return 'short'
  if (pin === again) return undefined
  // Not while the repetition can still match.
  return pin.startsWith(again) ? 'again' : 'different'
}

type NewPinFieldsProps = {
  entry: NewPin
  length: PinLength
  problem?: string | undefined
  onChange: (entry: NewPin) => void
}

export function NewPinFields({ entry, length, problem, onChange }: NewPinFieldsProps) {
  const t = useText()
  const found = findNewPinProblem(entry, length)
  const input = {
    size: 'lg',
    type: 'password',
    inputMode: 'numeric',
    autoComplete: 'new-password',
  } as const
  const digitsOf = (text: string) => onlyDigits(text).slice(0, length.max)
  return (
    <>
      <Field
        {...input}
        label={t('staff.pin')}
        hint={t('staff.pinRule', { shortest: length.min })}
        problem={problem}
        isMet={found !== 'short'}
        value={entry.pin}
        onChange={(event) => onChange({ ...entry, pin: digitsOf(event.currentTarget.value) })}
      />
      <Field
        {...input}
        label={t('staff.pinAgain')}
        problem={found === 'different' ? t('staff.pinDifferent') : undefined}
        isMet={found === undefined}
        value={entry.again}
        onChange={(event) => onChange({ ...entry, again: digitsOf(event.currentTarget.value) })}
      />
    </>
  )
}
