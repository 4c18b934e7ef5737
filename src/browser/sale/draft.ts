import { createStore } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'

import type { FailureCode } from '#contract/proxy/failure.ts'
import { forgetRequests } from './begin-sale.ts'
import { useStore } from '../use-store.ts'

type Content = {
  /** The number of a direct recharge. */
  number: string
  amount: string
  /** Where a voucher goes to, as typed: phone or e-mail. */
  account: string
  /** The customer of a voucher, as typed. */
  customer: string
  /** How many codes. */
  quantity: number
}

/**
 * What has been typed for the next sale. It outlives a change of product, a reload and for a while a lock over its person (`forget-typed.ts`),
 * and no more: another browser does not know it, and the next person begins with nothing.
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
  setAccount: (account: string) => void
  setCustomer: (customer: string) => void
  setQuantity: (quantity: number) => void
  /** Another product: who it is for stays, the amount only where it is legal there. */
  changeService: (serviceId: string, keepsAmount: boolean) => void
  fill: (content: Partial<Content> & { serviceId: string }, refusal?: FailureCode) => void
  clear: () => void
  /** Somebody is at the till: what another person typed is gone. */
  arrive: (personId: string) => void
}

const EMPTY = {
  number: '',
  amount: '',
  account: '',
  customer: '',
  quantity: 1,
  serviceId: undefined,
  refusal: undefined,
}

const kept = createStore<Draft>()(
  persist(
    (set) => ({
      ...EMPTY,
      setNumber: (number) => set({ number, refusal: undefined }),
      setAmount: (amount) => set({ amount, refusal: undefined }),
      setAccount: (account) => set({ account, refusal: undefined }),
      setCustomer: (customer) => set({ customer, refusal: undefined }),
      setQuantity: (quantity) => set({ quantity, refusal: undefined }),
      changeService: (serviceId, keepsAmount) =>
        set({ serviceId, refusal: undefined, quantity: 1, ...(keepsAmount ? {} : { amount: '' }) }),
      fill: (content, refusal) => set({ ...content, refusal }),
      clear: () => set(EMPTY),
      arrive: (personId) =>
        set((draft) => {
          if (draft.personId === undefined || draft.personId === personId) return { personId }
          forgetRequests()
          sessionStorage.removeItem('international-draft')
          return { ...EMPTY, personId }
        }),
    }),
    {
      name: 'draft',
      storage: createJSONStorage(() => sessionStorage),
      partialize: ({ number, amount, account, customer, quantity, serviceId, personId }) => ({
        number,
        amount,
        account,
        customer,
        quantity,
        serviceId,
        personId,
      }),
    },
  ),
)

/** The draft, or a part of it. */
export function useDraft(): Draft
export function useDraft<T>(pick: (draft: Draft) => T): T
export function useDraft(pick: (draft: Draft) => unknown = (draft) => draft) {
  return pick(useStore(kept))
}
useDraft.getState = kept.getState
