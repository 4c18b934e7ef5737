import type { ReactNode } from 'react'

type OptionCardProps = { icon: ReactNode; heading: string; children: string; onPick: () => void }

/** One of the ways on from a sale that is not sold. */
export function OptionCard({ icon, heading, children, onPick }: OptionCardProps) {
  return (
    <button type="button" className="option" onClick={onPick}>
      {icon}
      <b>{heading}</b>
      <span className="small muted">{children}</span>
    </button>
  )
}
