import { Check } from 'lucide-react'

import { useText } from '../../i18n/use-text.ts'

type WhatComesNextProps = {
  steps: string[]
  /** Which of them is on screen, from 0. */
  current: number
}

/** The way from here to selling, step by step. */
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
