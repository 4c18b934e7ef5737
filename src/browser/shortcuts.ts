import { create } from 'zustand'
import { persist } from 'zustand/middleware'

import { isRecord, persistIn } from './storage.ts'

type Shortcuts = { areOn: boolean }

/** Whether keys do something by themselves: chosen once, kept for everybody who signs in at this terminal. */
export const useShortcuts = create<Shortcuts>()(
  persist((): Shortcuts => ({ areOn: true }), {
    name: 'shortcuts',
    storage: persistIn('shortcuts', (stored) => ({ areOn: !(isRecord(stored) && stored['areOn'] === false) })),
  }),
)

export const shortcutsAreOn = (): boolean => useShortcuts.getState().areOn

/** Nobody took the key, an input method does not compose with it, and no dialog lies over the screen that would answer it. */
export const isFreeKey = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented && !event.isComposing && !document.querySelector('dialog[open]')

/** A free key while keys are not turned off; with Ctrl or Meta it is the browser's. */
export const isShortcut = (event: KeyboardEvent): boolean =>
  shortcutsAreOn() && isFreeKey(event) && !event.ctrlKey && !event.metaKey

/** Its keys write there. */
export const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
