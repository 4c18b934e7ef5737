import type { ReactNode } from 'react'

type StopBarProps = { tone: 'wait' | 'unk' | 'ok' | 'bad'; icon: ReactNode; heading: string; children: string }

/** The one rule of the screen. */
export function StopBar({ tone, icon, heading, children }: StopBarProps) {
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
