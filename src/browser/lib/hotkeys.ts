import { useEffectEvent, useLayoutEffect, type RefObject } from 'react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

import { reversed } from '#domain/in-order.ts'
import { toWesternDigits } from '#domain/text/digits.ts'
import type { MessageId } from '../i18n/locale.ts'
import { afterScanGap, isScanKey, isTypedInto } from './scan-guard.ts'
import { isRecord, persistIn } from './storage.ts'

type Shortcuts = { areOn: boolean }

/** Stored for the terminal, so the choice applies to everyone who signs in here. */
export const useShortcuts = create<Shortcuts>()(
  persist((): Shortcuts => ({ areOn: true }), {
    name: 'shortcuts',
    storage: persistIn('shortcuts', (stored) => ({ areOn: !(isRecord(stored) && stored['areOn'] === false) })),
  }),
)

export type Key = {
  /** A `KeyboardEvent.key` or a test for one. A letter also matches its physical key on a keyboard for another script. */
  key: string | ((event: KeyboardEvent) => boolean)
  text: MessageId
  /** As Help shows them: the keys of a combination, or alternatives. */
  shown: readonly string[]
  isForFields?: boolean
  withAlt?: boolean
  /** With Ctrl, or Cmd on a Mac. */
  withCtrl?: boolean
  /** Ignores repeats while the key is held down. */
  isOnce?: boolean
  isAlways?: boolean
  /** Against scanner input: `waits` until no more input follows, or is `skipped` right after another key. */
  scan?: 'waits' | 'skipped'
}

const DIGIT_OR_PLUS = /^[+\p{Nd}]$/u

/** Fields with an on-screen keypad (`inputMode="none"`) do not count as text. */
const isInText = (target: EventTarget | null): boolean =>
  isTypedInto(target) && !(target instanceof HTMLInputElement && target.inputMode === 'none')

/** Every shortcut, for its handler and for Help. */
export const KEYS = {
  search: {
    key: ({ key, target }) => key === '/' && !isInText(target),
    text: 'help.search',
    shown: ['/', 'Ctrl K'],
    isForFields: true,
    scan: 'skipped',
  },
  searchAnywhere: {
    key: 'k',
    text: 'help.search',
    shown: ['Ctrl', 'K'],
    isForFields: true,
    isAlways: true,
    withCtrl: true,
  },
  letter: { key: ({ key }) => /^\p{L}$/u.test(key), text: 'help.letters', shown: ['A–Z'] },
  digit: { key: ({ key }) => DIGIT_OR_PLUS.test(key), text: 'help.digits', shown: ['0–9', '+'] },
  operator: {
    key: ({ key, target }) => /^[1-4]$/.test(key) && target instanceof Element && target.matches('[data-operators] *'),
    text: 'help.operator',
    shown: ['1–4'],
    scan: 'waits',
  },
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
  given: { key: 'g', text: 'delivery.given', shown: ['G'], isOnce: true, scan: 'waits' },
  openItems: { key: 'F8', text: 'help.openItems', shown: ['F8'], isForFields: true, isOnce: true, scan: 'skipped' },
  help: {
    key: ({ key, target }) => /^[?؟]$/.test(key) && !isInText(target),
    text: 'help.sheet',
    shown: ['?'],
    isForFields: true,
    scan: 'waits',
  },
} as const satisfies Record<string, Key>

export type Hotkey = Omit<Key, 'text' | 'shown'> & {
  /** Returns false to pass the key to the layer below. Absent while there is nothing to do. */
  run: ((event: KeyboardEvent) => unknown) | undefined
  /** Does not call `preventDefault()`. */
  keepsDefault?: boolean
}

type Options = {
  isModal?: boolean
  /** The element the layer belongs to. An open dialog leaves keys only to layers inside it and to modal ones. */
  within?: RefObject<Element | null>
}

type Layer = Options & { hotkeys: () => readonly Hotkey[] }

export const ANY_KEY = 'any'

const layers: Layer[] = []
const interceptors = new Set<(event: KeyboardEvent) => void>()

/** Handles keys while the component is mounted. The newest layer that has a key gets it. */
export function useHotkeys(hotkeys: readonly Hotkey[], { isModal = false, within }: Options = {}): void {
  // A layout effect, because a key pressed during a page change would otherwise reach the old handlers.
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

/** `see` gets every key before fields and pages, as handling a scanner requires. Returns a function that stops this. */
export function interceptKeys(see: (event: KeyboardEvent) => void): () => void {
  listen()
  interceptors.add(see)
  return () => {
    interceptors.delete(see)
  }
}

function listen(): void {
  // Adding the same listener twice has no effect. The scan guard runs first because it was installed earlier.
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
      // The page may have been closed since, or have nothing to do.
      const now = layers.includes(layer) ? layer.hotkeys().find(({ key }) => key === hotkey.key) : undefined
      now?.run?.(event)
    })
  } else if (run(event) === false) return false
  if (!keepsDefault) event.preventDefault()
  return true
}

function isPressed(
  { key, isForFields, withAlt = false, withCtrl = false, isOnce, isAlways }: Hotkey,
  event: KeyboardEvent,
): boolean {
  if (key === ANY_KEY) return true
  // A field or another handler took the key, an input method is composing, or it is the browser's.
  if (event.defaultPrevented || event.isComposing || (event.ctrlKey || event.metaKey) !== withCtrl) return false
  if (!isAlways && !useShortcuts.getState().areOn) return false
  if (event.altKey !== withAlt || (isOnce && event.repeat)) return false
  if (!isForFields && isTypedInto(event.target)) return false
  if (typeof key === 'function') return key(event)
  if (!/^[a-z]$/.test(key)) return event.key === key
  return /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() === key : event.code === `Key${key.toUpperCase()}`
}

/** The focus goes to the body or a heading when the focused control is removed. */
export const isNoControl = (target: EventTarget | null): boolean =>
  target === document.body || target instanceof HTMLHeadingElement

type TypingAnywhere = {
  /** A digit, or the plus that a number may begin with. */
  onDigit: (key: string) => void
  onDelete: () => void
  onEnter?: () => void
  /** Returns false if there is nothing to leave or clear. */
  onEscape?: () => unknown
}

/** Sends digits, Backspace, Enter and Esc typed outside a field to the ticket. */
export function useTypingAnywhere({ onDigit, onDelete, onEnter, onEscape }: TypingAnywhere): void {
  useHotkeys([
    { ...KEYS.digit, run: ({ key }) => onDigit(toWesternDigits(key)) },
    { ...KEYS.delete, run: onDelete },
    // A focused button or link handles its own Enter.
    { ...KEYS.enter, run: onEnter && (({ target }) => isNoControl(target) && onEnter()) },
    { ...KEYS.escape, run: onEscape },
  ])
}
