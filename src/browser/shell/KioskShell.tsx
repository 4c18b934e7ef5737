import { useEffect, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'

import { KioskContext, type KioskParts } from '../kiosk-context.ts'
import { paths, routes } from '../paths.ts'
import { KioskBar } from './kiosk/KioskBar.tsx'
import { KioskIdleGuard } from './kiosk/KioskIdleGuard.tsx'
import { KioskMark, LeaveKiosk } from './kiosk/LeaveKiosk.tsx'
import { TicketDock } from './kiosk/TicketDock.tsx'
import { useBlockBrowserGestures } from './kiosk/use-block-browser-gestures.ts'

const PARTS: KioskParts = { Bar: KioskBar, Dock: TicketDock, Mark: KioskMark }

/** What there is at a kiosk, and the names of pages that lead there. Any other address leads to the products. */
const OPEN = [routes.sell, '/sale/', '/batch/', '/page/', routes.signIn, routes.enrol]
const isOpen = (pathname: string) => pathname === '/' || OPEN.some((path) => pathname.startsWith(path))

/** Around every page of a kiosk. What keeps people to it is the proxy; this only leads nowhere else. */
export default function KioskShell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  useBlockBrowserGestures()
  useFullScreen()
  return (
    <KioskContext value={PARTS}>
      <LeaveKiosk />
      {isOpen(pathname) ? children : <Navigate to={paths.sell()} replace />}
      <KioskIdleGuard />
    </KioskContext>
  )
}

/** Fills the screen with the first touch, and again with the next one after somebody left that: a browser requires a press for it. */
function useFullScreen(): void {
  useEffect(() => {
    const fill = () => {
      if (!document.fullscreenEnabled || document.fullscreenElement) return
      // Where the browser does not allow it, the till sells all the same.
      document.documentElement.requestFullscreen({ navigationUI: 'hide' }).catch(() => {})
    }
    document.addEventListener('pointerup', fill)
    return () => {
      document.removeEventListener('pointerup', fill)
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => {})
    }
  }, [])
}
