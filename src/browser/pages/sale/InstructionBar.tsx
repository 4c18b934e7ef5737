import type { ReactNode } from 'react'

type InstructionBarProps = { tone: 'wait' | 'unk' | 'ok' | 'bad'; icon: ReactNode; heading: string; children: string }

/** The one rule of the screen. */
export function InstructionBar({ tone, icon, heading, children }: InstructionBarProps) {
  return (
    <section className={`stop stop--${tone}`}>
      {icon}
      <div>
        <h2>{heading}</h2>
        <p className="muted">{children}</p>
      </div>
    </section>
  )
}
