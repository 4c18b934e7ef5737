import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { Route, useLocation } from 'react-router-dom'

import { loadLazyMessages } from '../i18n/locale.ts'

const RETRY_MS = 10_000
const IDLE_TIMEOUT_MS = 500

/** A lazy component whose page works without it. `React.lazy` alone would crash the page when the connection is lost. */
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

/** The page loads first, because its parts would compete with it for network and processor. */
const idle = () =>
  new Promise<unknown>((resolve) =>
    typeof requestIdleCallback === 'function'
      ? requestIdleCallback(resolve, { timeout: IDLE_TIMEOUT_MS })
      : resolve(undefined),
  )

export function lazyPage(
  addresses: string | readonly string[],
  load: () => Promise<{ default: ComponentType }>,
): ReactNode {
  const Page = lazy(load)
  return [addresses].flat().map((path) => <Route key={path} path={path} element={<Page />} />)
}

/**
 * Whether the URL still belongs to this page, or to others that are the same page. While the next one loads, presses still reach this one, whose handlers must
 * ignore them.
 */
export function useIsCurrentPage(isSamePage?: (path: string) => boolean): () => boolean {
  const { pathname } = useLocation()
  return () => window.location.pathname === pathname || isSamePage?.(window.location.pathname) === true
}

const SOON_MS = 200
const SLICE_MS = 8

/** Runs when the browser is idle, with the remaining time (ms). */
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
