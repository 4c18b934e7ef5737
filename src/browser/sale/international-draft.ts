import { useEffect } from 'react'
import { createStore } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'

import type { Money } from '#domain/money.ts'
import { useDraft } from './draft.ts'
import { FORGET } from '../forget-entries.ts'
import { useStore } from '../use-store.ts'

/** The amount that was picked, with what finds it again in a newer offer. */
export type WantedDenomination = { id: string; name: string; gets: Money }

type Content = {
  /** The recipient's number as typed: behind its country code, or whole with a plus. */
  number: string
  choice: WantedDenomination | undefined
  /** The number came before the country, key by key or in one piece, and nothing was chosen since. */
  cameFirst: 'typed' | 'pasted' | undefined
}

/**
 * What has been typed for the next international top-up; country, operator and amount stand in the address. It outlives a step, a reload
 * and for a while a lock over its person (`forget-typed.ts`), and no more.
 */
type InternationalDraft = Content & {
  /** Who typed it. */
  personId: string | undefined
  setNumber: (number: string, cameFirst?: Content['cameFirst']) => void
  choose: (choice: WantedDenomination) => void
  /** The number was used to go on: from now on only a person does that. */
  settle: () => void
  fill: (content: { number: string; choice?: WantedDenomination | undefined }) => void
  clear: () => void
}

const EMPTY: Content = { number: '', choice: undefined, cameFirst: undefined }

/** Whoever is at the till, as the frame of every screen knows it. */
const here = () => ({ personId: useDraft.getState().personId })

const keptDraft = createStore<InternationalDraft>()(
  persist(
    (set, get) => {
      const own = (): Content => (get().personId === here().personId ? get() : EMPTY)
      return {
        ...EMPTY,
        personId: undefined,
        setNumber: (number, cameFirst = own().cameFirst) =>
          set({ ...contentOf(own()), number, cameFirst: number === '' ? undefined : cameFirst, ...here() }),
        choose: (choice) => set({ ...contentOf(own()), choice, ...here() }),
        settle: () => set({ cameFirst: undefined }),
        fill: (content) => set({ ...EMPTY, ...content, ...here() }),
        clear: () => set({ ...EMPTY, ...here() }),
      }
    },
    {
      name: 'international-draft',
      storage: createJSONStorage(() => sessionStorage),
      partialize: ({ number, choice, cameFirst, personId }) => ({ number, choice, cameFirst, personId }),
    },
  ),
)

const contentOf = ({ number, choice, cameFirst }: Content): Content => ({ number, choice, cameFirst })

/** The draft of whoever is here; what another person typed is gone. */
export function useInternationalDraft(): InternationalDraft {
  const draft = useStore(keptDraft)
  const personId = useDraft(({ personId: id }) => id)
  const isOthers = draft.personId !== personId
  useEffect(() => {
    // Not what the one who is here now typed since.
    const { personId: typedBy, clear } = keptDraft.getState()
    if (isOthers && typedBy !== here().personId) clear()
  }, [isOthers])
  return isOthers ? { ...draft, ...EMPTY } : draft
}

// Where this part is not there yet, nothing of it is in memory.
window.addEventListener(FORGET, () => keptDraft.getState().clear())

/** To fill or to clear it from a screen that shows none of it. */
export const internationalDraft = (): InternationalDraft => keptDraft.getState()
