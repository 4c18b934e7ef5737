import { Check } from 'lucide-react'
import type { ReactNode } from 'react'

import { useText } from '../../i18n/use-text.ts'

type SignInPanelProps = {
  label: string
  children: ReactNode
  /** The action, which stays visible while the rest scrolls. */
  foot: ReactNode
  onSubmit: () => void
}

export function SignInPanel({ label, children, foot, onSubmit }: SignInPanelProps) {
  return (
    <form
      className="flex min-h-0 flex-col bg-tray md:overflow-hidden"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <div className="flex min-h-0 flex-1 flex-col px-4 pt-4 pb-2 sm:px-6 md:overflow-y-auto lg:px-7 lg:pt-6">
        <div className="flex flex-col gap-4 rounded-3 bg-surface p-4 sm:p-5">{children}</div>
      </div>
      <div className="sticky bottom-0 bg-tray px-4 pt-2 pb-4 sm:px-6 md:pb-6 lg:px-7">{foot}</div>
    </form>
  )
}

type WhatComesNextProps = {
  steps: string[]
  /** The index of the current step, from 0. */
  current: number
}

export function WhatComesNext({ steps, current }: WhatComesNextProps) {
  const t = useText()
  return (
    <ol className="flex flex-col gap-2 sm:gap-3" aria-label={t('signIn.next')}>
      {steps.map((text, at) => (
        <li
          key={text}
          className="flex items-center gap-3 text-2 sm:text-3"
          {...(at === current && { 'aria-current': 'step' as const })}
        >
          <span
            className={`grid size-6 shrink-0 place-items-center rounded-full border-2 text-2 font-semibold ${looksOf(at, current)}`}
          >
            {at < current ? <Check size={16} aria-hidden /> : at + 1}
          </span>
          <span className={at === current ? 'font-semibold' : 'text-ink-2'}>{text}</span>
        </li>
      ))}
    </ol>
  )
}

function looksOf(at: number, current: number): string {
  if (at < current) return 'border-act bg-act text-act-on'
  return at === current ? 'border-act text-act-ink' : 'border-line-strong text-ink-2'
}
