import { useEffect, useState } from 'react'

type LazyGrid = typeof import('./virtual/lazy-grid.ts')

let loaded: LazyGrid | undefined

/** The arrow keys and shelves of any size: they come once the page is idle, at once where they are wanted, and are asked for again with the next shelf. */
export function useLazyGrid(isWanted: boolean, shelf: unknown): LazyGrid | undefined {
  const [later, setLater] = useState(loaded)
  useEffect(() => {
    if (later) return
    const load = () =>
      void import('./virtual/lazy-grid.ts').then(
        (module) => setLater((loaded = module)),
        () => {},
      )
    if (isWanted || !('requestIdleCallback' in window)) return load()
    const waiting = requestIdleCallback(load)
    return () => cancelIdleCallback(waiting)
  }, [later, isWanted, shelf])
  return later
}
