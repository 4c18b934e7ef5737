import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'

import type { FailureCode } from '#contract/proxy/failure.ts'

type Content = { number: string; amount: string }

/**
 * What has been typed for the next sale. It outlives a change of product, a reload and a sign-out of its person, and no more: another
 * browser does not know it, and the next person begins anew.
 */
type Draft = Content & {
  /** The service the amount was typed for. */
  serviceId: string | undefined
  /** Why the till turned the last review down; gone with the next change. */
  refusal: FailureCode | undefined
  /** Who typed it. */
  personId?: string
  setNumber: (number: string) => void
  setAmount: (amount: string) => void
  /** Another product: the number stays, the amount only where it is legal there. */
  turnTo: (serviceId: string, keepsAmount: boolean) => void
  fill: (content: Content & { serviceId: string }, refusal?: FailureCode) => void
  clear: () => void
  /** Somebody is at the till: what another person typed is gone. */
  arrive: (personId: string) => void
}

const EMPTY = { number: '', amount: '', serviceId: undefined, refusal: undefined }

export const useDraft = create<Draft>()(
  persist(
    (set) => ({
      ...EMPTY,
      setNumber: (number) => set({ number, refusal: undefined }),
      setAmount: (amount) => set({ amount, refusal: undefined }),
      turnTo: (serviceId, keepsAmount) =>
        set({ serviceId, refusal: undefined, ...(keepsAmount ? {} : { amount: '' }) }),
      fill: ({ serviceId, number, amount }, refusal) => set({ serviceId, number, amount, refusal }),
      clear: () => set(EMPTY),
      arrive: (personId) =>
        set((draft) =>
          draft.personId === undefined || draft.personId === personId ? { personId } : { ...EMPTY, personId },
        ),
    }),
    {
      name: 'draft',
      storage: createJSONStorage(() => sessionStorage),
      partialize: ({ number, amount, serviceId, personId }) => ({ number, amount, serviceId, personId }),
    },
  ),
)
