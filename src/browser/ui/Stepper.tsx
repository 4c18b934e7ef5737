import { Minus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'

import { useText } from '../i18n/use-text.ts'

type StepperProps = {
  /** What is counted, for screen readers. */
  label: string
  value: number
  max: number
  onChange: (value: number) => void
  /** How the value is shown, such as with its unit. */
  children?: ReactNode
}

const KEY =
  'grid min-h-hit place-items-center bg-sunken first:rounded-s-2 last:rounded-e-2 aria-disabled:cursor-default aria-disabled:text-line-strong'

/** A small number from one on, one more or one less at a time. At its bounds a button stays in its place and does nothing. */
export function Stepper({ label, value, max, onChange, children = value }: StepperProps) {
  const t = useText()
  const step = (to: number) => to >= 1 && to <= max && onChange(to)
  return (
    <div
      role="group"
      aria-label={label}
      className="grid grid-cols-[48px_1fr_48px] rounded-2 border-1 border-line-strong bg-surface"
    >
      <button
        type="button"
        className={KEY}
        aria-label={t('ticket.fewer')}
        aria-disabled={value <= 1}
        onClick={() => step(value - 1)}
      >
        <Minus size={20} aria-hidden />
      </button>
      <output className="grid min-w-hit place-items-center px-2 text-3 font-semibold">{children}</output>
      <button
        type="button"
        className={KEY}
        aria-label={t('ticket.more')}
        aria-disabled={value >= max}
        onClick={() => step(value + 1)}
      >
        <Plus size={20} aria-hidden />
      </button>
    </div>
  )
}
