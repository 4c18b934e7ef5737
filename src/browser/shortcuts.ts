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

/** Its keys write there. */
export const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
