import { useEffect, useRef, useState, type ReactNode } from 'react'

type SidePanelProps = {
  label?: string
  /** The panel only repeats what is on the page, so it is hidden in one column. */
  isExtra?: boolean
  children: ReactNode
  /** The action, which never moves; the rest scrolls. */
  foot?: ReactNode
}

/** In one column, the panel is below the page, with its foot sticky above the tabs; if the page docks it, the whole panel is sticky. */
export function SidePanel({ label, isExtra = false, children, foot }: SidePanelProps) {
  const content = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLSpanElement>(null)
  const [isCut, setIsCut] = useState(false)
  useEffect(() => {
    if (!end.current) return
    const look: IntersectionObserverCallback = (entries) => setIsCut(entries.at(-1)?.isIntersecting === false)
    const observer = new IntersectionObserver(look, { root: content.current })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [])
  return (
    // `contents`, so that the foot sticks within the whole page, not only this panel.
    <aside
      aria-label={label}
      className={`min-h-0 flex-col bg-tray [grid-area:tray] ${isExtra ? 'hidden md:flex' : 'flex max-md:contents max-md:in-data-docked:sticky max-md:in-data-docked:bottom-0 max-md:in-data-docked:z-1 max-md:in-data-docked:flex max-md:in-data-docked:max-h-[60dvh] max-md:in-data-docked:shrink-0 max-md:in-data-docked:overflow-y-auto'}`}
    >
      <div
        ref={content}
        className={`relative flex min-h-0 flex-col gap-4 bg-tray px-4 pt-3 max-md:shrink-0 md:flex-1 md:overflow-y-auto low:gap-2 low:pt-2 ${!foot ? 'pb-4' : 'pb-2'}`}
      >
        {children}
        <span ref={end} aria-hidden="true" className="-mt-4 h-px shrink-0 low:-mt-2" />
      </div>
      {/* A shade that shows that content continues below, even between two cards. */}
      {isCut && (
        <div className="pointer-events-none relative z-1 h-0 max-md:hidden" aria-hidden="true">
          <div className="absolute inset-x-0 bottom-0 h-5 border-b-1 border-line bg-linear-to-t from-line-strong/40 to-transparent" />
        </div>
      )}
      {foot && (
        <div className="flex flex-col gap-2 bg-tray px-4 pt-2 pb-4 max-md:sticky max-md:shrink-0 max-md:bottom-0 max-md:z-1 md:gap-3 md:low:gap-2 tiny:static">
          {foot}
        </div>
      )}
    </aside>
  )
}
