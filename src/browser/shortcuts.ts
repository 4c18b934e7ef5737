import { createStore } from 'zustand'
import { persist } from 'zustand/middleware'

type Shortcuts = { areOn: boolean }

/** Whether keys do something by themselves: chosen once, kept for everybody who signs in at this terminal. */
export const shortcuts = createStore<Shortcuts>()(
  persist((): Shortcuts => ({ areOn: true }), {
    name: 'toptill-shortcuts',
    merge: (kept, current) => ((kept as Partial<Shortcuts> | undefined)?.areOn === false ? { areOn: false } : current),
  }),
)

export const shortcutsAreOn = (): boolean => shortcuts.getState().areOn

/** Nobody took the key, an input method does not compose with it, and no dialog lies over the screen that would answer it. */
export const isFreeKey = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented && !event.isComposing && !document.querySelector('dialog[open]')

/** A free key while keys are not turned off; with Ctrl or Meta it is the browser's. */
export const isShortcut = (event: KeyboardEvent): boolean =>
  shortcutsAreOn() && isFreeKey(event) && !event.ctrlKey && !event.metaKey

/** Its keys write there. */
export const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
