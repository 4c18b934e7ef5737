import { lazy, Suspense, type ComponentType } from 'react'

import { loadLaterTexts } from '../i18n/locale.ts'

const TRY_AGAIN_MS = 10_000

/** A screen that comes when it is opened, together with its texts. */
export function later<M, P extends object = object>(load: () => Promise<M>, pick: (module: M) => ComponentType<P>) {
  const loadBoth = async () => ({ default: pick((await Promise.all([load(), loadLaterTexts()]))[0]) })
  return { Screen: lazy(loadBoth), loadBoth }
}

/** A part without which its screen works: while its code cannot be had, nothing stands in its place. */
export function laterPart<M, P extends object = object>(
  load: () => Promise<M>,
  pick: (module: M) => ComponentType<P>,
): ComponentType<P> {
  const { loadBoth } = later(load, pick)
  const loadPatiently = (): ReturnType<typeof loadBoth> =>
    loadBoth().catch(async () => {
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

/** What comes later, and nothing until it is there. */
export function Later({ of: Coming }: LaterProps) {
  return (
    <Suspense fallback={null}>
      <Coming />
    </Suspense>
  )
}
