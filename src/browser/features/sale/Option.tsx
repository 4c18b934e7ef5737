import type { ReactNode } from 'react'

type OptionProps = { icon: ReactNode; heading: string; children: string; onPick: () => void }

/** One of the ways on from a sale that is not sold. */
export function Option({ icon, heading, children, onPick }: OptionProps) {
  return (
    <button type="button" className="option" onClick={onPick}>
      {icon}
      <b>{heading}</b>
      <span className="small muted">{children}</span>
    </button>
  )
}
