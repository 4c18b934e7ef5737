import { useRef, type RefObject } from 'react'

import { useHotkeys } from './hotkeys.ts'
import { useText } from './i18n/use-text.ts'

export const MIN_PIN = 4
export const MAX_PIN = 12

type PinFieldProps = {
  ref: RefObject<HTMLInputElement | null>
  pin: string
  isDisabled: boolean
  /** Whose PIN it is, where that is not plain. */
  label?: string
  onType: (typed: string) => void
  onEnter: () => void
}

/** One dot for each digit typed. The field itself lies unseen over the dots; digits typed anywhere on the page, or in its dialog, go to it. */
export function PinField({ ref, pin, isDisabled, label, onType, onEnter }: PinFieldProps) {
  const t = useText()
  const enter = useRef(onEnter)
  enter.current = onEnter

  const focus = ({ target }: KeyboardEvent) => {
    if (target === ref.current) return false
    // The key itself writes into the field.
    ref.current?.focus()
    return true
  }
  const key = (event: KeyboardEvent) => /^\d$/.test(event.key) || event.key === 'Backspace'
  useHotkeys([{ key, isForFields: true, isAlways: true, keepsDefault: true, run: focus }], { within: ref })

  return (
    <div className="relative flex min-h-7 items-center justify-center gap-3 rounded-2 focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-focus">
      {[...pin].map((_, place) => (
        <span key={place} className="size-[20px] rounded-full bg-ink" />
      ))}
      <input
        ref={ref}
        className="absolute inset-0 w-full cursor-default opacity-0"
        type="password"
        inputMode="none"
        autoComplete="one-time-code"
        aria-label={label ?? t('signIn.pin')}
        disabled={isDisabled}
        value={pin}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') enter.current()
          if (event.key === 'Escape') onType('')
        }}
      />
      <span className="sr-only" role="status">
        {t('signIn.digits', { count: pin.length })}
      </span>
    </div>
  )
}
