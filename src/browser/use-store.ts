import { useLayoutEffect, useState } from 'react'
import type { StoreApi } from 'zustand'

/**
 * What a store holds now. It is listened to with the commit, not after it: until a screen listens, a field forgets the key that is typed
 * into it, and the next key takes its place.
 */
export function useStore<T>(store: Pick<StoreApi<T>, 'getState' | 'subscribe'>): T {
  const [state, setState] = useState(store.getState)
  useLayoutEffect(() => {
    // What the screen before took in since this one was rendered.
    // oxlint-disable-next-line react/set-state-in-effect
    setState(store.getState())
    return store.subscribe((next) => setState(next))
  }, [store])
  return state
}
