import { useEffectEvent, useLayoutEffect, type RefObject } from 'react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

import { reversed } from '#domain/in-order.ts'
import { toWesternDigits } from '#domain/digits.ts'
import type { MessageId } from './i18n/locale.ts'
import { afterScanGap, isScanKey, isTypedInto } from './scan-guard.ts'
import { isRecord, persistIn } from './storage.ts'

type Shortcuts = { areOn: boolean }

/** Whether keys do something by themselves: chosen once, kept for everybody who signs in at this terminal. */
export const useShortcuts = create<Shortcuts>()(
  persist((): Shortcuts => ({ areOn: true }), {
    name: 'shortcuts',
    storage: persistIn('shortcuts', (stored) => ({ areOn: !(isRecord(stored) && stored['areOn'] === false) })),
  }),
)

/** A key of the till: which one it is, and what Help says of it. */
export type Key = {
  /** As a `KeyboardEvent` names it, or which ones it is. A letter is also the key in its place on a keyboard that writes another script. */
  key: string | ((event: KeyboardEvent) => boolean)
  text: MessageId
  /** As Help writes them: pressed together, or one instead of another. */
  shown: readonly string[]
  /** It counts in fields, too. */
  isForFields?: boolean
  withAlt?: boolean
  /** A key that is held down acts once. */
  isOnce?: boolean
  /** It counts where shortcuts are turned off, too. */
  isAlways?: boolean
  /** What a scanner types does not act: the key waits until it is sure, or it is skipped right behind another key. */
  scan?: 'waits' | 'skipped'
}

const DIGIT_OR_PLUS = /^[+\p{Nd}]$/u

/** Where the focus mostly is; nobody looks for a product that begins with a question mark. */
const isEmptySearch = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.getAttribute('role') === 'combobox' && target.value === ''

/** Numbers and amounts are typed beside a keypad; there a stroke says nothing. */
const isInText = (target: EventTarget | null): boolean =>
  isTypedInto(target) && !(target instanceof HTMLInputElement && target.inputMode === 'none')

/** Every key that does something by itself, for those who handle it and for Help. */
export const KEYS = {
  search: {
    key: ({ key, target }) => key === '/' && !isInText(target),
    text: 'help.search',
    shown: ['/'],
    isForFields: true,
    scan: 'skipped',
  },
  letter: { key: ({ key }) => /^\p{L}$/u.test(key), text: 'help.letters', shown: ['A–Z'] },
  digit: { key: ({ key }) => DIGIT_OR_PLUS.test(key), text: 'help.digits', shown: ['0–9', '+'] },
  favorite: {
    key: ({ code, shiftKey }) => !shiftKey && /^Digit[1-5]$/.test(code),
    text: 'help.favorite',
    shown: ['Alt', '1–5'],
    isForFields: true,
    withAlt: true,
    isOnce: true,
  },
  arrows: {
    key: ({ key, shiftKey }) => !shiftKey && /^(Arrow|Home$|End$|Page)/.test(key),
    text: 'help.arrows',
    shown: ['↑', '↓', '←', '→'],
    isForFields: true,
    isAlways: true,
  },
  delete: { key: 'Backspace', text: 'help.ticketDigits', shown: ['0–9', 'Backspace'] },
  enter: { key: 'Enter', text: 'help.continue', shown: ['Enter'], isOnce: true },
  escape: { key: 'Escape', text: 'help.escape', shown: ['Esc'], isForFields: true },
  print: { key: 'p', text: 'help.print', shown: ['P'], isOnce: true, scan: 'waits' },
  copy: { key: 'c', text: 'help.copy', shown: ['C'], isOnce: true, scan: 'waits' },
  given: { key: 'g', text: 'help.given', shown: ['G'], isOnce: true, scan: 'waits' },
  openItems: { key: 'F8', text: 'help.openItems', shown: ['F8'], isForFields: true, isOnce: true, scan: 'skipped' },
  help: {
    key: ({ key, target }) => /^[?؟]$/.test(key) && (!isTypedInto(target) || isEmptySearch(target)),
    text: 'help.sheet',
    shown: ['?'],
    isForFields: true,
    scan: 'waits',
  },
} as const satisfies Record<string, Key>

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

type Layer = Options & { hotkeys: () => readonly Hotkey[] }

/** Every key, wherever the focus is. */
export const ANY_KEY = 'any'

const layers: Layer[] = []
const interceptors = new Set<(event: KeyboardEvent) => void>()

/** Handles keys as long as the component is shown. Of several layers that have a key the newest gets it. */
export function useHotkeys(hotkeys: readonly Hotkey[], { isModal = false, within }: Options = {}): void {
  // With the commit, not after it: a key pressed while one page gives way to the next would meet what the last one knew.
  const latest = useEffectEvent(() => hotkeys)
  useLayoutEffect(() => {
    listen()
    const layer: Layer = { hotkeys: () => latest(), isModal, ...(within && { within }) }
    layers.push(layer)
    return () => {
      layers.splice(layers.indexOf(layer), 1)
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
  for (const layer of reversed(layers)) {
    const isReachable = layer.isModal || !dialog || dialog.contains(layer.within?.current ?? null)
    if (isReachable && layer.hotkeys().some((hotkey) => isHandled(hotkey, event, layer))) return
    if (layer.isModal) return
  }
}

function isHandled(hotkey: Hotkey, event: KeyboardEvent, layer: Layer): boolean {
  const { run, scan, keepsDefault } = hotkey
  if (!run || !isPressed(hotkey, event) || (scan === 'skipped' && isScanKey(event))) return false
  if (scan === 'waits') {
    afterScanGap(event, () => {
      // Its page may be gone by then, or have nothing more to do.
      const now = layers.includes(layer) ? layer.hotkeys().find(({ key }) => key === hotkey.key) : undefined
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

/** The page as a whole, or its heading, which has the focus where the control that had it is gone. */
export const isNoControl = (target: EventTarget | null): boolean =>
  target === document.body || target instanceof HTMLHeadingElement

type TypingAnywhere = {
  /** A digit, or the plus a number may begin with. */
  onDigit: (key: string) => void
  onDelete: () => void
  onEnter?: () => void
  /** Returns false where there is nothing to leave or to empty. */
  onEscape?: () => unknown
}

/** A till's keys work wherever the focus is: digits, Backspace, Enter and Esc outside of a field go to the ticket. */
export function useTypingAnywhere({ onDigit, onDelete, onEnter, onEscape }: TypingAnywhere): void {
  useHotkeys([
    { ...KEYS.digit, run: ({ key }) => onDigit(toWesternDigits(key)) },
    { ...KEYS.delete, run: onDelete },
    // A focused button or link keeps its own Enter.
    { ...KEYS.enter, run: onEnter && (({ target }) => isNoControl(target) && onEnter()) },
    { ...KEYS.escape, run: onEscape },
  ])
}
