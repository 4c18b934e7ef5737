import { useLayoutEffect } from 'react'

import { interceptKeys } from '../../hotkeys.ts'
import { isTypedInto } from '../../shortcuts.ts'

/** Keys of the browser that lead away from the till or change how it looks: print, save, find, source, bookmarks, zoom. */
const LEADING_AWAY = new Set(['p', 's', 'f', 'g', 'u', 'o', 'd', 'h', 'j', '+', '-', '=', '0'])
const FINDING = new Set(['F3', 'F1'])

/** Turns off what a hand on the glass sets off by mistake. A comfort, not a lock: the proxy holds what a kiosk may. */
export function useBlockBrowserGestures(): void {
  useLayoutEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const stop = (event: Event) => event.preventDefault()
    const on = <K extends keyof DocumentEventMap>(
      kind: K,
      listener: (event: DocumentEventMap[K]) => void,
      more: AddEventListenerOptions = {},
    ) => document.addEventListener(kind, listener, { signal, ...more })

    on('contextmenu', stop)
    on('dragstart', stop)
    on('selectstart', (event) => !isTypedInto(elementOf(event.target)) && stop(event))
    on('wheel', (event) => event.ctrlKey && stop(event), { passive: false })
    // Safari's own name of a pinch.
    document.addEventListener('gesturestart', stop, { signal })
    const release = interceptKeys((event) => isLeadingAway(event) && stop(event))
    document.documentElement.classList.add('at-kiosk')
    return () => {
      listening.abort()
      release()
      document.documentElement.classList.remove('at-kiosk')
    }
  }, [])
}

const elementOf = (target: EventTarget | null) => (target instanceof Text ? target.parentElement : target)

const isLeadingAway = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  FINDING.has(key) || ((ctrlKey || metaKey) && LEADING_AWAY.has(key.toLowerCase()))
