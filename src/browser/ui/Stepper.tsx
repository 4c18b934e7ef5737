import { Minus, Plus, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

import { useText } from '../i18n/use-text.ts'

type StepperProps = {
  label: string
  value: number
  max: number
  onChange: (value: number) => void
  children?: ReactNode
}

/** Counts from one. At a limit, the button stays in place and does nothing. */
export function Stepper({ label, value, max, onChange, children = value }: StepperProps) {
  const t = useText()
  const stepTo = (to: number) => (to >= 1 && to <= max ? () => onChange(to) : undefined)
  return (
    <div
      role="group"
      aria-label={label}
      className="grid grid-cols-[48px_1fr_48px] rounded-2 border-1 border-line-strong bg-surface"
    >
      <StepKey icon={Minus} label={t('ticket.fewer')} onPress={stepTo(value - 1)} />
      <output className="grid min-w-hit place-items-center px-2 text-3 font-semibold">{children}</output>
      <StepKey icon={Plus} label={t('ticket.more')} onPress={stepTo(value + 1)} />
    </div>
  )
}

type StepKeyProps = { icon: LucideIcon; label: string; onPress: (() => void) | undefined }

export const StepKey = ({ icon: Icon, label, onPress }: StepKeyProps) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={onPress === undefined}
    className="grid min-h-hit place-items-center bg-sunken first:rounded-s-2 last:rounded-e-2 aria-disabled:cursor-default aria-disabled:text-line-strong"
    onClick={onPress}
  >
    <Icon size={20} aria-hidden />
  </button>
)
