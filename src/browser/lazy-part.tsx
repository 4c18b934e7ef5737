import { lazy, Suspense, type ComponentType } from 'react'

import { loadLazyMessages } from './i18n/locale.ts'

const RETRY_MS = 10_000
const IDLE_TIMEOUT_MS = 500

/**
 * A part without which its page works. It loads once the page is idle, together with its messages; `Meanwhile` or nothing is in its place until
 * then, and a load that fails is repeated. With `React.lazy` alone a lost connection would take down the whole page.
 */
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
