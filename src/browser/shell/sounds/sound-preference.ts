import { create } from 'zustand'
import { persist } from 'zustand/middleware'

import { isRecord, persistIn } from '../../storage.ts'

/**
 * `sold`: a sale was sent and sold right away. `complete`: a pending sale or a batch completed. `failed`: refused or failed. `order`: a customer
 * placed an order.
 */
export const SOUNDS = ['sold', 'complete', 'failed', 'order'] as const
export type Sound = (typeof SOUNDS)[number]

type SoundPreference = { on: readonly Sound[]; choose: (sound: Sound, isOn: boolean) => void }

export const useSounds = create<SoundPreference>()(
  persist(
    (set) => ({
      on: [],
      choose: (sound, isOn) =>
        set(({ on }) => ({ on: SOUNDS.filter((each) => (each === sound ? isOn : on.includes(each))) })),
    }),
    {
      name: 'sounds',
      storage: persistIn('sounds', (stored) => ({ on: readSounds(stored) })),
      partialize: ({ on }) => ({ on }),
    },
  ),
)

function readSounds(stored: unknown): readonly Sound[] {
  const on: unknown = isRecord(stored) ? stored['on'] : undefined
  return Array.isArray(on) ? SOUNDS.filter((sound) => on.includes(sound)) : []
}
