import type { ReactNode } from 'react'

type SidePanelProps = {
  label?: string
  /** It only repeats what is on the page: in one column it is left out. */
  isExtra?: boolean
  children: ReactNode
  /** The action. It never moves: what is above it scrolls. */
  foot?: ReactNode
}

/** The column at the end of a page; on one column it is below the page, and its foot stays in sight. */
export function SidePanel({ label, isExtra = false, children, foot }: SidePanelProps) {
  return (
    <aside
      aria-label={label}
      className={`min-h-0 flex-col bg-tray [grid-area:tray] ${isExtra ? 'hidden md:flex' : 'flex'}`}
    >
      <div
        className={`flex min-h-0 flex-1 flex-col gap-4 px-4 pt-3 md:overflow-y-auto low:gap-2 low:pt-2 ${foot === undefined ? 'pb-4' : 'pb-2'}`}
      >
        {children}
      </div>
      {foot !== undefined && (
        <div className="flex flex-col gap-3 bg-tray px-4 pt-2 pb-4 max-md:bottom-0 max-md:z-1 low:gap-2 max-md:[@media(min-height:501px)]:sticky">
          {foot}
        </div>
      )}
    </aside>
  )
}
