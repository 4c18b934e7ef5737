import '../styles/kiosk.css'

import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'

import { KioskBar } from './kiosk/KioskBar.tsx'
import { KioskIdleGuard } from './kiosk/KioskIdleGuard.tsx'
import { LeaveKiosk } from './kiosk/LeaveKiosk.tsx'
import { TicketDock } from './kiosk/TicketDock.tsx'
import { useBlockBrowserGestures } from './kiosk/use-block-browser-gestures.ts'
import { useFullScreen } from './kiosk/use-full-screen.ts'
import { paths, routes } from '../paths.ts'
import { KioskContext, type KioskParts } from '../kiosk-context.ts'

const PARTS: KioskParts = { Bar: KioskBar, Dock: TicketDock }

/** What there is at a kiosk, and the names of pages that lead there. Any other address leads to the shelves. */
const OPEN = [routes.sell, '/sale/', '/batch/', '/page/', routes.signIn, routes.enrol]
const isOpen = (pathname: string) => pathname === '/' || OPEN.some((path) => pathname.startsWith(path))

/** Around every screen of a kiosk. What keeps people to it is the proxy; this only leads nowhere else. */
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
