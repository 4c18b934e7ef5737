import type { ReactNode } from 'react'

type NoticeProps = {
  /** `paper` is for what the customer is told, `info` for us. */
  kind?: 'paper' | 'info'
  icon?: ReactNode
  heading?: string
  role?: 'status' | 'alert'
  children?: ReactNode
}

export function Notice({ kind = 'paper', icon, heading, role, children }: NoticeProps) {
  return (
    <div className={kind === 'info' ? 'notice notice--info' : 'notice'} role={role}>
      {icon}
      <div className="grow">
        {heading !== undefined && <b>{heading}</b>}
        {children}
      </div>
    </div>
  )
}
