import type { ReactNode } from 'react'

type AlertBarProps = {
  icon: ReactNode
  heading: string
  /** Told at once, or when there is time. */
  role?: 'alert' | 'status'
  /** At the end side. */
  action?: ReactNode
  children?: ReactNode
}

/** One thing to know, wherever one is. */
export function AlertBar({ icon, heading, role = 'status', action, children }: AlertBarProps) {
  return (
    <div className="notice notice--info alertbar" role={role}>
      {icon}
      <div className="grow">
        <b>{heading}</b>
        {children}
      </div>
      {action}
    </div>
  )
}
