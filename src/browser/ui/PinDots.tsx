import { useLayoutEffect, type RefObject } from 'react'

import { useText } from '../i18n/use-text.ts'

type PinDotsProps = {
  ref: RefObject<HTMLInputElement | null>
  label: string
  pin: string
  isDisabled: boolean
  onType: (typed: string) => void
}

/** One dot for each digit typed. The input itself is unseen over the dots; digits typed anywhere on the page, or in its dialog, go to it. */
export function PinDots({ ref, label, pin, isDisabled, onType }: PinDotsProps) {
  const t = useText()
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return
      const dialog = document.querySelector('dialog[open]')
      if (event.target === ref.current || dialog?.contains(ref.current) === false) return
      if (/^\d$/.test(event.key) || event.key === 'Backspace') ref.current?.focus()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [ref])
  return (
    <div className="relative flex min-h-7 items-center justify-center gap-3 rounded-2 focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-focus">
      {[...pin].map((_, place) => (
        <span key={place} className="size-[20px] rounded-full border-2 border-ink bg-ink" />
      ))}
      <input
        ref={ref}
        className="absolute inset-0 w-full cursor-default opacity-0"
        type="password"
        inputMode="none"
        autoComplete="one-time-code"
        aria-label={label}
        disabled={isDisabled}
        value={pin}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onType('')}
      />
      <span className="sr-only" role="status">
        {t('signIn.digits', { count: pin.length })}
      </span>
    </div>
  )
}
