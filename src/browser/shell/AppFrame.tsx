import { Suspense, use } from 'react'
import { Outlet } from 'react-router-dom'

import { loadLazyMessages } from '../i18n/locale.ts'
import { KioskContext } from '../kiosk-context.ts'
import { lazyPart } from '../lazy-part.tsx'
import { Rail } from './Rail.tsx'
import { StatusBar } from './StatusBar.tsx'

/** What a person is told on whatever page they are. */
const Alerts = lazyPart(async () => (await import('./alerts/Alerts.tsx')).Alerts)

/** The status bar and the rail around every page of a person; the page brings its stage and its side panel, and is wide without the latter. */
export function AppFrame() {
  const kiosk = use(KioskContext)
  return (
    <div className={kiosk ? 'app kiosk' : 'app'}>
      {kiosk ? (
        <kiosk.Bar />
      ) : (
        <>
          <StatusBar />
          <Rail />
        </>
      )}
      <Alerts />
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
    </div>
  )
}

/** The lazy pages below it, which are shown once their messages are there. */
export function LazyPages() {
  return (
    <Suspense fallback={null}>
      <WithMessages />
    </Suspense>
  )
}

function WithMessages() {
  use(loadLazyMessages())
  return <Outlet />
}

/** The same for pages of one column: the stage around them stays while they change. */
export function StagePages() {
  return (
    <main className="stage">
      <LazyPages />
    </main>
  )
}
