import { lazy, Suspense, useState, type ComponentType } from 'react'

import { loadLaterTexts } from '../i18n/locale.ts'

const TRY_AGAIN_MS = 10_000
const PATIENCE_MS = 500

/** A screen that comes when it is opened, together with its texts; at once where it came before. */
export function later<M, P extends object = object>(load: () => Promise<M>, pick: (module: M) => ComponentType<P>) {
  let loaded: ComponentType<P> | undefined
  const loadBoth = async () => ({ default: (loaded = pick((await Promise.all([load(), loadLaterTexts()]))[0])) })
  const Coming = lazy(loadBoth)
  const Screen = (props: P) => {
    const [Shown] = useState<ComponentType<P>>(() => loaded ?? Coming)
    return <Shown {...props} />
  }
  return { Screen, loadBoth }
}

/** A part without which its screen works: while its code cannot be had, nothing stands in its place. */
export function laterPart<M, P extends object = object>(
  load: () => Promise<M>,
  pick: (module: M) => ComponentType<P>,
): ComponentType<P> {
  const { loadBoth } = later(load, pick)
  const loadPatiently = (): ReturnType<typeof loadBoth> =>
    idle()
      .then(loadBoth)
      .catch(async () => {
        await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS))
        return loadPatiently()
      })
  const Part = lazy(loadPatiently)
  return (props) => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  )
}

type LaterProps = { of: ComponentType }

/** The screen itself comes first: its parts would share line and processor with it. */
const idle = () =>
  new Promise<unknown>((resolve) =>
    typeof requestIdleCallback === 'function'
      ? requestIdleCallback(resolve, { timeout: PATIENCE_MS })
      : resolve(undefined),
  )

/** What comes later, and nothing until it is there. */
export function Later({ of: Coming }: LaterProps) {
  return (
    <Suspense fallback={null}>
      <Coming />
    </Suspense>
  )
}
