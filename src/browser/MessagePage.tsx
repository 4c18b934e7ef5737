import type { ReactNode } from 'react'

type MessagePageProps = { icon?: ReactNode; heading: string; children?: ReactNode; role?: 'alert' }

/** One calm thing to say in the middle of the screen or the stage. */
export function MessagePage({ icon, heading, children, role }: MessagePageProps) {
  return (
    <div className="plain" role={role}>
      {icon}
      <h1>{heading}</h1>
      {children}
    </div>
  )
}
