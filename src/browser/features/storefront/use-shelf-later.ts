import { useEffect, useState } from 'react'

type ShelfLater = typeof import('./big/shelf-later.ts')

let loaded: ShelfLater | undefined

/** The arrow keys and shelves of any size: they come once the page is idle, at once where they are wanted, and are asked for again with the next shelf. */
export function useShelfLater(isWanted: boolean, shelf: unknown): ShelfLater | undefined {
  const [later, setLater] = useState(loaded)
  useEffect(() => {
    if (later) return
    const load = () =>
      void import('./big/shelf-later.ts').then(
        (module) => setLater((loaded = module)),
        () => {},
      )
    if (isWanted || !('requestIdleCallback' in window)) return load()
    const waiting = requestIdleCallback(load)
    return () => cancelIdleCallback(waiting)
  }, [later, isWanted, shelf])
  return later
}
