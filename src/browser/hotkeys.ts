import { useLayoutEffect, useRef, type RefObject } from 'react'

import type { Key } from './keys.ts'
import { afterScanGap, isScanKey } from './scan-guard.ts'
import { isTypedInto, useShortcuts } from './shortcuts.ts'

export type Hotkey = Omit<Key, 'text' | 'shown'> & {
  /** Returns false when it does not want the key now: the layer below gets it. Absent while there is nothing to do. */
  run: ((event: KeyboardEvent) => unknown) | undefined
  /** The browser still does with the key what it always does. */
  keepsDefault?: boolean
}

type Options = {
  /** Nothing below this layer gets any key. */
  isModal?: boolean
  /** What the layer belongs to. An open dialog leaves keys only to layers inside it and to modal ones. */
  within?: RefObject<Element | null>
}

type Layer = Options & { hotkeys: readonly Hotkey[] }

/** Every key, wherever the focus is. */
export const ANY_KEY = 'any'

/** The newest layer is the last one. */
const layers: Layer[] = []
const interceptors = new Set<(event: KeyboardEvent) => void>()

/** Handles keys as long as the component is shown. Of several layers that have a key the newest gets it. */
export function useHotkeys(hotkeys: readonly Hotkey[], { isModal = false, within }: Options = {}): void {
  const layer = useRef<Layer>(undefined)
  // With the commit, not after it: a key pressed while one page gives way to the next would meet what the last one knew.
  useLayoutEffect(() => {
    if (layer.current) layer.current.hotkeys = hotkeys
  })
  const latest = useRef(hotkeys)
  latest.current = hotkeys
  useLayoutEffect(() => {
    listen()
    const added: Layer = { hotkeys: latest.current, isModal, ...(within && { within }) }
    layer.current = added
    layers.push(added)
    return () => {
      layers.splice(layers.indexOf(added), 1)
    }
  }, [isModal, within])
}

/** Lets `see` have every key before fields and pages do, as a scanner needs it. Returns how to end it. */
export function interceptKeys(see: (event: KeyboardEvent) => void): () => void {
  listen()
  interceptors.add(see)
  return () => {
    interceptors.delete(see)
  }
}

function listen(): void {
  // The same listeners again are no further ones. In the capture phase the scan guard comes first, as it was installed before.
  window.addEventListener('keydown', onCapture, true)
  window.addEventListener('keydown', onKeyDown)
}

function onCapture(event: KeyboardEvent): void {
  for (const see of interceptors) see(event)
}

function onKeyDown(event: KeyboardEvent): void {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  for (const layer of layers.toReversed()) {
    const isReachable = layer.isModal || !dialog || dialog.contains(layer.within?.current ?? null)
    if (isReachable && layer.hotkeys.some((hotkey) => isHandled(hotkey, event, layer))) return
    if (layer.isModal) return
  }
}

function isHandled(hotkey: Hotkey, event: KeyboardEvent, layer: Layer): boolean {
  const { run, scan, keepsDefault } = hotkey
  if (!run || !isPressed(hotkey, event) || (scan === 'skipped' && isScanKey(event))) return false
  if (scan === 'waits') {
    afterScanGap(event, () => {
      // Its page may be gone by then, or have nothing more to do.
      const now = layers.includes(layer) ? layer.hotkeys.find(({ key }) => key === hotkey.key) : undefined
      now?.run?.(event)
    })
  } else if (run(event) === false) return false
  if (!keepsDefault) event.preventDefault()
  return true
}

function isPressed({ key, isForFields, withAlt = false, isOnce, isAlways }: Hotkey, event: KeyboardEvent): boolean {
  if (key === ANY_KEY) return true
  // A field or another handler took it, an input method composes with it, or it is the browser's.
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey) return false
  if (!isAlways && !useShortcuts.getState().areOn) return false
  if (event.altKey !== withAlt || (isOnce && event.repeat)) return false
  if (!isForFields && isTypedInto(event.target)) return false
  if (typeof key === 'function') return key(event)
  if (!/^[a-z]$/.test(key)) return event.key === key
  return /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() === key : event.code === `Key${key.toUpperCase()}`
}
