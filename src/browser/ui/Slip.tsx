import type { ReactNode } from 'react'

type SlipProps = {
  /** Names the region; without one the slip is no landmark of its own. */
  label?: string
  children: ReactNode
}

/** The paper that hangs from the top of the tray. */
export function Slip({ label, children }: SlipProps) {
  return (
    <>
      <div className="slot" />
      <div className="slipwrap">
        {label === undefined ? (
          <div className="slip">{children}</div>
        ) : (
          <section className="slip" aria-label={label}>
            {children}
          </section>
        )}
      </div>
    </>
  )
}

type SlipHeadProps = { picture?: ReactNode; title: ReactNode; sub?: ReactNode; end?: ReactNode }

export function SlipHead({ picture, title, sub, end }: SlipHeadProps) {
  return (
    <div className="slip__head">
      {picture}
      <div className="grow">
        <div className="ttl">{title}</div>
        {sub !== undefined && <div className="sub">{sub}</div>}
      </div>
      {end}
    </div>
  )
}

type SlipLineProps = { label: ReactNode; children: ReactNode; kind?: 'todo' | 'total' }

/** One line with dots between what it says and its value; inside `<dl className="lines">`. */
export function SlipLine({ label, children, kind }: SlipLineProps) {
  return (
    <div className={kind ? `ln ln--${kind}` : 'ln'}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
