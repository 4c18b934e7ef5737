import type { ReactNode } from 'react'

/** The key that does the same. Where there is nothing to point with but fingers, there are no keys either. */
export const Kbd = ({ children }: { children: ReactNode }) => (
  <kbd className="inline-grid h-5 min-w-5 place-items-center rounded-1 border-1 border-current px-[6px] font-mono text-1 leading-none font-medium [@media(hover:none)]:hidden">
    {children}
  </kbd>
)
