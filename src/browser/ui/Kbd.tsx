import type { ReactNode } from 'react'

type KbdProps = {
  children: ReactNode
  /** The key is part of a list of keys, which is always shown. */
  isListed?: boolean
}

/** Hidden on touch-only devices. */
export const Kbd = ({ children, isListed = false }: KbdProps) => (
  <kbd
    className={`inline-grid h-5 min-w-5 place-items-center rounded-1 border-1 border-current px-[6px] font-mono text-1 leading-none font-medium ${isListed ? '' : '[@media(hover:none)]:hidden'}`}
  >
    {children}
  </kbd>
)
