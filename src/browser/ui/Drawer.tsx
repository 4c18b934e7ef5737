import { useLayoutEffect, useRef, type ReactNode } from 'react'

import { KEYS, useHotkeys } from '../lib/hotkeys.ts'

type DrawerProps = {
  label: string
  children: ReactNode
  foot?: ReactNode
  onClose: () => void
}

/** Not modal, so the bar and rail stay usable. The focus moves into the panel and back. */
export function Drawer({ label, children, foot, onClose }: DrawerProps) {
  const panel = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const before = document.activeElement
    panel.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  useHotkeys([{ ...KEYS.escape, isAlways: true, run: onClose }])
  return (
    <>
      <div
        className="[position:fixed] inset-0 z-2 bg-scrim md:start-rail md:top-bar"
        aria-hidden="true"
        onClick={onClose}
      />
      <aside
        ref={panel}
        role="dialog"
        aria-label={label}
        tabIndex={-1}
        className="[position:fixed] inset-y-0 end-0 z-3 flex w-drawer max-w-full animate-drawer flex-col bg-tray shadow-2 outline-none tiny:block tiny:overflow-y-auto [--from:100%] md:top-bar rtl:[--from:-100%] max-sm:w-full"
      >
        <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 pt-3 pb-4">{children}</div>
        {foot !== undefined && <div className="grid auto-cols-fr grid-flow-col gap-3 px-4 pt-2 pb-4">{foot}</div>}
      </aside>
    </>
  )
}
