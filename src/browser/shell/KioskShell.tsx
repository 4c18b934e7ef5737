import '../styles/kiosk.css'

import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'

import { KioskBar } from '../features/kiosk/KioskBar.tsx'
import { KioskWatch } from '../features/kiosk/KioskWatch.tsx'
import { LeaveKiosk } from '../features/kiosk/LeaveKiosk.tsx'
import { TicketDock } from '../features/kiosk/TicketDock.tsx'
import { useComfort } from '../features/kiosk/use-comfort.ts'
import { useFullScreen } from '../features/kiosk/use-full-screen.ts'
import { paths, routes } from '../paths.ts'
import { KioskContext, type KioskParts } from './kiosk-parts.ts'

const PARTS: KioskParts = { Bar: KioskBar, Dock: TicketDock }

/** What there is at a kiosk, and the names of pages that lead there. Any other address leads to the shelves. */
const OPEN = [routes.sell, '/sale/', '/batch/', '/page/', routes.signIn, routes.enrol]
const isOpen = (pathname: string) => pathname === '/' || OPEN.some((path) => pathname.startsWith(path))

/** Around every screen of a kiosk. What keeps people to it is the proxy; this only leads nowhere else. */
export function KioskShell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  useComfort()
  useFullScreen()
  return (
    <KioskContext value={PARTS}>
      <LeaveKiosk />
      {isOpen(pathname) ? children : <Navigate to={paths.sell()} replace />}
      <KioskWatch />
    </KioskContext>
  )
}
