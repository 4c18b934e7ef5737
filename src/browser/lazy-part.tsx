import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { Route, useLocation } from 'react-router-dom'

import { loadLazyMessages } from './i18n/locale.ts'

const RETRY_MS = 10_000
const IDLE_TIMEOUT_MS = 500

/** A part without which its page works: with `React.lazy` alone a lost connection would take down the whole page. */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Meanwhile?: ComponentType<P>,
): ComponentType<P> {
  const loadPatiently = async (): Promise<{ default: ComponentType<P> }> => {
    await idle()
    try {
      const [part] = await Promise.all([load(), loadLazyMessages()])
      return { default: part }
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      return loadPatiently()
    }
  }
  const Part = lazy(loadPatiently)
  return (props) => (
    <Suspense fallback={Meanwhile ? <Meanwhile {...props} /> : null}>
      <Part {...props} />
    </Suspense>
  )
}

/** The page comes first: its parts would compete with it for the line and the processor. */
const idle = () =>
  new Promise<unknown>((resolve) =>
    typeof requestIdleCallback === 'function'
      ? requestIdleCallback(resolve, { timeout: IDLE_TIMEOUT_MS })
      : resolve(undefined),
  )

/** The lines of the route table for a page whose code comes when it is opened. */
export function lazyPage(
  addresses: string | readonly string[],
  load: () => Promise<{ default: ComponentType }>,
): ReactNode {
  const Page = lazy(load)
  return [addresses].flat().map((path) => <Route key={path} path={path} element={<Page />} />)
}

/** Whether this screen is still the one of the address: until the next one stands, its keys meet the one before it. */
export function useIsCurrentPage(): () => boolean {
  const { pathname } = useLocation()
  return () => window.location.pathname === pathname
}

const SOON_MS = 200
/** So long a browser waits that cannot say how long it may. */
const SLICE_MS = 8

/** Runs when nothing else is to be done, and says how many milliseconds are left for it. */
export function whenIdle(run: (timeLeft: () => number) => void): void {
  if (typeof requestIdleCallback === 'function') {
    requestIdleCallback((deadline) => run(() => deadline.timeRemaining()))
    return
  }
  setTimeout(() => {
    const end = performance.now() + SLICE_MS
    run(() => end - performance.now())
  }, SOON_MS)
}
