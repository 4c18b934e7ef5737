import { create } from 'zustand'
import { persist } from 'zustand/middleware'

import { formatTime } from '../../i18n/format-time.ts'
import { isRecord, persistIn } from '../../lib/storage.ts'

/** `sold`: a sale was sold right away. `complete`: a pending sale or a batch completed. `failed`: refused or failed. */
export const SOUNDS = ['sold', 'complete', 'failed', 'order'] as const
export type Sound = (typeof SOUNDS)[number]

/** Between these times of the shop, a sound plays unless it was turned off; at night, only if it was turned on. */
const DAY_FROM = '07:00'
const DAY_TO = '22:00'

/** What the person chose. The other sounds play by day. */
type Choices = Partial<Record<Sound, boolean>>
type SoundPreference = { choices: Choices; choose: (sound: Sound, isOn: boolean) => void }

export const useSounds = create<SoundPreference>()(
  persist(
    (set) => ({
      choices: {},
      choose: (sound, isOn) => set(({ choices }) => ({ choices: { ...choices, [sound]: isOn } })),
    }),
    {
      name: 'sounds',
      storage: persistIn('sounds', (stored) => ({ choices: readChoices(stored) })),
      partialize: ({ choices }) => ({ choices }),
    },
  ),
)

/** Whether the sound plays at this time (epoch ms). */
export function isOn({ choices }: Pick<SoundPreference, 'choices'>, sound: Sound, at: number): boolean {
  const time = formatTime(at)
  return choices[sound] ?? (time >= DAY_FROM && time < DAY_TO)
}

function readChoices(stored: unknown): Choices {
  if (!isRecord(stored)) return {}
  const { on, choices } = stored
  // Until 0.2.0, sounds were off until a person chose some.
  if (Array.isArray(on)) return Object.fromEntries(SOUNDS.map((sound) => [sound, on.includes(sound)]))
  if (!isRecord(choices)) return {}
  return Object.fromEntries(
    SOUNDS.flatMap((sound) => (typeof choices[sound] === 'boolean' ? [[sound, choices[sound]]] : [])),
  )
}
