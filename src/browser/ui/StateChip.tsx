import type { ReactNode } from 'react'

/** How a state looks: `open` is nothing yet. Colour comes last, after icon, word and edge. */
export type StateTone = 'ok' | 'wait' | 'bad' | 'unk' | 'open'

type StateChipProps = { tone: StateTone; icon: ReactNode; children: string }

export function StateChip({ tone, icon, children }: StateChipProps) {
  return (
    <span className={`st st--${tone}`}>
      {icon}
      {children}
    </span>
  )
}
