import type { ReactNode } from 'react'

type KitGroupProps = { title: string; children: ReactNode }

/** The states of one part, in a row that wraps. */
export const KitGroup = ({ title, children }: KitGroupProps) => (
  <div className="flex min-w-0 flex-col gap-3">
    <h2 className="text-3">{title}</h2>
    <div className="flex min-w-0 flex-wrap items-start gap-2">{children}</div>
  </div>
)
