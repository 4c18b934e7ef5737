import { useEffect, useLayoutEffect } from 'react'

import { interceptKeys } from '../../lib/hotkeys.ts'
import { isTypedInto } from '../../lib/scan-guard.ts'

/** Enters full screen on touch, because browsers require a press, and again after it was left. */
export function useFullScreen(): void {
  useEffect(() => {
    const fill = () => {
      if (!document.fullscreenEnabled || document.fullscreenElement) return
      // Selling works without full screen.
      document.documentElement.requestFullscreen({ navigationUI: 'hide' }).catch(() => {})
    }
    document.addEventListener('pointerup', fill)
    return () => {
      document.removeEventListener('pointerup', fill)
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => {})
    }
  }, [])
}

/** Browser shortcuts that leave or change the till: print, save, find, source, bookmarks, zoom. */
const KEYS_LEADING_AWAY = new Set(['p', 's', 'f', 'g', 'u', 'o', 'd', 'h', 'j', '+', '-', '=', '0'])
const FIND_KEYS = new Set(['F3', 'F1'])
/** Prevents zooming, pulling and selecting on the page. */
const LOOKS = ['overscroll-none', 'touch-pan-x', 'touch-pan-y', 'select-none', '[-webkit-touch-callout:none]']

/** Disables accidental gestures. Not a lock: the server decides what a kiosk may do. */
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
    // Safari's pinch event.
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
