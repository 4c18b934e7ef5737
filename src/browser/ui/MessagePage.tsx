import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type MessagePageProps = {
  icon: LucideIcon
  heading: string
  children?: ReactNode
  actions?: ReactNode
  role?: 'alert'
}

/** A message instead of a page, beside the rail or full screen. */
export const MessagePage = ({ icon: Icon, heading, children, actions, role }: MessagePageProps) => (
  <main className="flex min-h-full min-w-0 flex-1 flex-col items-center justify-center gap-4 overflow-y-auto p-6 text-center [grid-row-start:stage] [grid-row-end:stage] [grid-column-start:stage] [grid-column-end:-1]">
    <div role={role} className="flex flex-col items-center gap-4">
      <Icon className="text-ink-2" size={56} strokeWidth={1.6} aria-hidden />
      <h1 className="text-6 tracking-2">{heading}</h1>
      {children !== undefined && (
        <div className="flex max-w-[56ch] flex-col gap-2 text-3 text-balance text-ink-2">{children}</div>
      )}
    </div>
    {actions}
  </main>
)
