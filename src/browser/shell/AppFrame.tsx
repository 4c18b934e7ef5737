import { Suspense, use, useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { Outlet, useLocation } from 'react-router-dom'

import { useAway, type Away } from '../api/status.ts'
import { interceptKeys } from '../hotkeys.ts'
import { KioskContext } from '../kiosk.ts'
import { lazyPart } from '../lazy-part.tsx'
import { paths } from '../paths.ts'
import { Rail } from './Rail.tsx'
import { StatusBar } from './StatusBar.tsx'

/** What a person is told on whatever page they are. */
const Alerts = lazyPart(async () => (await import('./alerts/Alerts.tsx')).Alerts)

const DisplayLink = lazyPart(async () => (await import('./display/DisplayLink.tsx')).DisplayLink)

// One column: bar, page and, below it, the rail as a row of tabs; the page alone scrolls. From `md` on the rail is at the start side, and the page
// brings its main part and its side panel, each of which scrolls by itself.
const FRAME =
  'grid h-dvh min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_minmax(0,1fr)_auto] [grid-template-areas:"bar"_"alerts"_"stage"_"rail"] tiny:block tiny:overflow-y-auto md:grid-cols-[var(--rail-w)_minmax(0,1fr)_var(--tray-w)] md:grid-rows-[var(--bar-h)_auto_minmax(0,1fr)] md:[grid-template-areas:"bar_bar_bar"_"rail_alerts_alerts"_"rail_stage_tray"]'
const PAGE =
  'flex min-h-0 flex-col overflow-y-auto [grid-area:stage] max-md:*:shrink-0 tiny:overflow-visible md:contents'
// With `md:contents` the page has no box of its own that could turn gray.
const GRAY = 'max-md:opacity-[0.42] max-md:grayscale md:*:opacity-[0.42] md:*:grayscale'

/** A sale that was sent goes on, and what is on its page may have to be printed or handed over. */
const SOLD = /^\/(sale|batch)\//

/** The status bar and the rail around every page of a person; the page brings its stage and its side panel, and is wide without the latter. */
export default function AppFrame() {
  const kiosk = use(KioskContext)
  const { pathname } = useLocation()
  const away = useAway()
  const isInert = isPageInert(away, pathname)
  const page = useRef<HTMLDivElement>(null)
  useFocusAgain(page, isInert)
  useNoKeys(isInert)
  return (
    <div className={FRAME}>
      {kiosk ? (
        <kiosk.Bar />
      ) : (
        <>
          <StatusBar />
          <Rail />
        </>
      )}
      <Alerts away={away} isPageInert={isInert} />
      <DisplayLink />
      <div ref={page} className={isInert ? `${PAGE} ${GRAY}` : PAGE} inert={isInert}>
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      </div>
    </div>
  )
}

/** Without the till's server no page can do anything; without the service nothing new can be sold. */
function isPageInert(away: Away | undefined, pathname: string): boolean {
  if (away === 'till') return !SOLD.test(pathname)
  return away === 'service' && pathname.startsWith(paths.sell())
}

/** Once the page can be used again, the focus is where it was before. */
function useFocusAgain(page: RefObject<HTMLElement | null>, isInert: boolean): void {
  const left = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const { activeElement } = document
    if (!isInert) left.current?.focus({ preventScroll: true })
    const isHere = activeElement instanceof HTMLElement && page.current?.contains(activeElement)
    left.current = isInert && isHere ? activeElement : null
  }, [page, isInert])
}

/** Keys would reach a page that nobody can touch: what was typed there stays as it was. Bar, rail and dialogs keep theirs. */
function useNoKeys(isInert: boolean): void {
  useEffect(() => {
    if (!isInert) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.target instanceof Element && event.target.closest('header, nav, dialog')) return
      if (!/^(Tab|F\d+)$/.test(event.key)) event.stopImmediatePropagation()
    }
    return interceptKeys(onKeyDown)
  }, [isInert])
}
