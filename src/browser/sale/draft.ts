import { create } from 'zustand'
import { persist } from 'zustand/middleware'

import type { FailureCode } from '#api/failure.ts'
import { isRecord, onForget, persistIn } from '../storage.ts'

type Content = {
  /** The number of a direct recharge. */
  number: string
  amount: string
  /** Where a voucher goes to, as typed: phone or email. */
  account: string
  /** The customer of a voucher, as typed. */
  customer: string
  /** How many codes. */
  quantity: number
}

type Stored = Content & {
  /** The service the amount was typed for. */
  serviceId?: string | undefined
  /** The order of a customer that filled the ticket, as long as it is for the same number or account. */
  orderId?: string | undefined
  /** A sale was opened with it: from now on it is that sale's. */
  isReviewed?: boolean
}

/**
 * What has been typed for the next sale. It outlives a change of product, a reload and for a while a lock over its person (`presence.ts`),
 * and no more: another browser does not know it, and the next person begins with nothing.
 */
type Draft = Stored & {
  /** Who the review was for that was left, until somebody says whether the next sale is for them, too. */
  left: Pick<Content, 'number' | 'account'> | undefined
  /** Why the till turned the last review down; gone with the next change. */
  refusal: FailureCode | undefined
  setNumber: (number: string) => void
  setAmount: (amount: string) => void
  setAccount: (account: string) => void
  setCustomer: (customer: string) => void
  setQuantity: (quantity: number) => void
  /** Another product: who it is for stays, the amount only where it is legal there. */
  changeService: (serviceId: string, keepsAmount: boolean) => void
  fill: (content: Partial<Content> & { serviceId: string; orderId?: string | undefined }, refusal?: FailureCode) => void
  markReviewed: () => void
  /** A review was left for the next sale, which begins empty. */
  leave: () => void
  /** The next sale is for the same customer. */
  keepLeft: () => void
  clear: () => void
}

const EMPTY = {
  number: '',
  amount: '',
  account: '',
  customer: '',
  quantity: 1,
  serviceId: undefined,
  orderId: undefined,
  isReviewed: false,
  left: undefined,
  refusal: undefined,
}

/** The order that filled the ticket is not sold to another number. One that is only spaced differently is the same. */
export function orderFor<Order>(order: Order | undefined, before: string, after: string): Order | undefined {
  const bare = (text: string) => text.replaceAll(/\s/g, '')
  return before === '' || bare(before) === bare(after) ? order : undefined
}

export const useDraft = create<Draft>()(
  persist(
    (set) => ({
      ...EMPTY,
      setNumber: (number) =>
        set((draft) => ({
          number,
          orderId: orderFor(draft.orderId, draft.number, number),
          left: undefined,
          refusal: undefined,
        })),
      setAmount: (amount) => set({ amount, refusal: undefined }),
      setAccount: (account) =>
        set((draft) => ({
          account,
          orderId: orderFor(draft.orderId, draft.account, account),
          left: undefined,
          refusal: undefined,
        })),
      setCustomer: (customer) => set({ customer, refusal: undefined }),
      setQuantity: (quantity) => set({ quantity, refusal: undefined }),
      changeService: (serviceId, keepsAmount) =>
        set({
          serviceId,
          orderId: undefined,
          left: undefined,
          refusal: undefined,
          quantity: 1,
          ...(keepsAmount ? {} : { amount: '' }),
        }),
      fill: (content, refusal) => set({ orderId: undefined, ...content, isReviewed: false, left: undefined, refusal }),
      markReviewed: () => set({ isReviewed: true }),
      leave: () =>
        set(({ isReviewed, number, account }) => {
          if (!isReviewed) return {}
          return { ...EMPTY, left: number || account ? { number, account } : undefined }
        }),
      keepLeft: () => set(({ left }) => ({ ...EMPTY, ...left })),
      clear: () => set(EMPTY),
    }),
    {
      name: 'draft',
      storage: persistIn('draft', readStored),
      partialize: ({ number, amount, account, customer, quantity, serviceId, orderId, isReviewed }): Stored => ({
        number,
        amount,
        account,
        customer,
        quantity,
        serviceId,
        orderId,
        isReviewed: isReviewed === true,
      }),
    },
  ),
)
onForget('person', () => useDraft.getState().clear())

function readStored(stored: unknown): Stored | undefined {
  if (!isRecord(stored)) return undefined
  const { number, amount, account, customer, quantity, serviceId, orderId } = stored
  const isText = [number, amount, account, customer, serviceId ?? '', orderId ?? ''].every(
    (text) => typeof text === 'string',
  )
  const isCount = typeof quantity === 'number' && Number.isInteger(quantity) && quantity > 0
  const isReviewed = stored['isReviewed'] === true
  return isText && isCount
    ? ({ number, amount, account, customer, quantity, serviceId, orderId, isReviewed } as Stored)
    : undefined
}
