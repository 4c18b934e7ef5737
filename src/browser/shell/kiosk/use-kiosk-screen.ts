import { useEffect, useLayoutEffect } from 'react'

import { interceptKeys } from '../../hotkeys.ts'
import { isTypedInto } from '../../scan-guard.ts'

/** Fills the screen with the first touch, and again with the next one after somebody left that: a browser requires a press for it. */
export function useFullScreen(): void {
  useEffect(() => {
    const fill = () => {
      if (!document.fullscreenEnabled || document.fullscreenElement) return
      // Where the browser does not allow it, the till sells all the same.
      document.documentElement.requestFullscreen({ navigationUI: 'hide' }).catch(() => {})
    }
    document.addEventListener('pointerup', fill)
    return () => {
      document.removeEventListener('pointerup', fill)
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => {})
    }
  }, [])
}

/** Keys of the browser that lead away from the till or change how it looks: print, save, find, source, bookmarks, zoom. */
const KEYS_LEADING_AWAY = new Set(['p', 's', 'f', 'g', 'u', 'o', 'd', 'h', 'j', '+', '-', '=', '0'])
const FIND_KEYS = new Set(['F3', 'F1'])
/** On the page as a whole: it is neither zoomed, nor pulled, nor selected. */
const LOOKS = ['overscroll-none', 'touch-pan-x', 'touch-pan-y', 'select-none', '[-webkit-touch-callout:none]']

/** Turns off what a hand on the glass sets off by mistake. A comfort, not a lock: the proxy decides what a kiosk may do. */
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
    const release = interceptKeys((event) => leadsAway(event) && stop(event))
    const roots = [document.documentElement, document.body]
    for (const root of roots) root.classList.add(...LOOKS)
    return () => {
      listening.abort()
      release()
      for (const root of roots) root.classList.remove(...LOOKS)
    }
  }, [])
}

const elementOf = (target: EventTarget | null) => (target instanceof Text ? target.parentElement : target)

const leadsAway = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  FIND_KEYS.has(key) || ((ctrlKey || metaKey) && KEYS_LEADING_AWAY.has(key.toLowerCase()))
