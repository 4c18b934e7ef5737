import { Minus, Plus } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'

import { cleanCountText, findCount } from '#domain/money/typed-amount.ts'
import { useText } from '../i18n/use-text.ts'
import { Field, type FieldProps } from './Field.tsx'
import { StepKey } from './Stepper.tsx'

type StepperFieldProps = Pick<FieldProps, 'label' | 'isLabelHidden' | 'hint' | 'problem'> & {
  value: string
  /** Shown while no one is typing, for example with separators. */
  formatted?: string
  placeholder?: string
  start?: ReactNode
  end?: ReactNode
  inputMode: 'decimal' | 'numeric'
  /** Absent at a limit: the button stays in place and does nothing. */
  onLower: (() => void) | undefined
  onRaise: (() => void) | undefined
  onType: (typed: string) => void
}

export function StepperField(props: StepperFieldProps) {
  const {
    value,
    formatted = value,
    placeholder = '',
    start,
    end,
    inputMode,
    onLower,
    onRaise,
    onType,
    ...field
  } = props
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [isActive, setIsActive] = useState(false)
  const shown = isActive ? value : formatted
  return (
    <Field {...field}>
      {(control) => (
        <div
          className="grid grid-cols-[48px_1fr_48px] rounded-2 border-1 border-line-strong bg-surface text-ink focus-within:border-act focus-within:shadow-act has-aria-invalid:border-bad-solid has-aria-invalid:shadow-bad"
          data-no-scan
        >
          <StepKey icon={Minus} label={`${t('limits.lower')}, ${field.label}`} onPress={onLower} />
          <span
            className="flex min-w-0 cursor-text items-center justify-center gap-1 px-2 text-3 font-semibold"
            onClick={() => input.current?.focus()}
          >
            {value !== '' && start !== undefined && <span>{start}</span>}
            <span className="inline-grid min-w-3 max-w-full *:[grid-area:1/1]">
              <span aria-hidden="true" className="invisible overflow-hidden px-1 whitespace-pre">
                {shown === '' ? placeholder : shown}
              </span>
              <input
                {...control}
                ref={input}
                className={`w-0 min-w-full text-center shadow-none outline-none placeholder:font-normal placeholder:text-ink-2 ${shown === '' ? '' : '[direction:ltr]'}`}
                inputMode={inputMode}
                autoComplete="off"
                placeholder={placeholder}
                value={shown}
                onFocus={() => setIsActive(true)}
                onBlur={() => setIsActive(false)}
                onChange={(event) => onType(event.currentTarget.value)}
              />
            </span>
            {value !== '' && end !== undefined && <span>{end}</span>}
          </span>
          <StepKey icon={Plus} label={`${t('limits.raise')}, ${field.label}`} onPress={onRaise} />
        </div>
      )}
    </Field>
  )
}

type CountFieldProps = Pick<StepperFieldProps, 'label' | 'isLabelHidden' | 'hint' | 'placeholder' | 'value'> & {
  unit: string
  min: number
  max: number
  step?: number
  /** Empty means none. */
  isOptional?: boolean
  /** Shown while the value is not a whole number in range. */
  problem: string
  onType: (typed: string) => void
}

export function CountField({ unit, min, max, step = 1, isOptional = false, problem, ...field }: CountFieldProps) {
  const { value, onType } = field
  const count = value === '' ? 0 : (findCount(value) ?? NaN)
  const isWrong = !isCountWithin(value, min, max) && !(isOptional && value === '')
  const stepTo = (next: number) => {
    if (isOptional && next === 0) return () => onType('')
    return next >= min && next <= max ? () => onType(String(next)) : undefined
  }
  return (
    <StepperField
      {...field}
      end={unit}
      inputMode="numeric"
      problem={isWrong ? problem : undefined}
      onLower={stepTo(count - step)}
      onRaise={stepTo(count + step)}
      onType={(typed) => onType(cleanCountText(typed))}
    />
  )
}

export function isCountWithin(text: string, min: number, max: number): boolean {
  const count = findCount(text)
  return count !== undefined && count >= min && count <= max
}
