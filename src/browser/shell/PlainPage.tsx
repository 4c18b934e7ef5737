import type { ReactNode } from 'react'

type PlainPageProps = { icon?: ReactNode; heading: string; children?: ReactNode; role?: 'alert' }

/** One calm thing to say in the middle of the screen or the stage. */
export function PlainPage({ icon, heading, children, role }: PlainPageProps) {
  return (
    <div className="plain" role={role}>
      {icon}
      <h1>{heading}</h1>
      {children}
    </div>
  )
}
