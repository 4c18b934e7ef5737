import { create } from 'zustand'
import { persist } from 'zustand/middleware'

import type { FailureCode } from '#api/failure.ts'
import { isRecord, onForget, persistIn } from '../lib/storage.ts'
import { noteFirstTouch } from './sale-time.ts'

type Content = {
  number: string
  amount: string
  /** The voucher's recipient as typed: phone or email. */
  account: string
  customer: string
  quantity: number
}

type Stored = Content & {
  /** The service the amount was typed for. */
  serviceId?: string | undefined
  /** The customer's order on the ticket, while the number or account is unchanged. */
  orderId?: string | undefined
  /** A sale was opened with this input, which now belongs to that sale. */
  isReviewed?: boolean
}

/** Input for the next sale. Survives a change of product, a reload and, for a while, a lock (`presence.ts`), but not another browser or person. */
type Draft = Stored & {
  /** The customer of an abandoned review, until it is decided whether the next sale is for them. */
  left: Pick<Content, 'number' | 'account'> | undefined
  /** The ticket opens with the content of a sale, to be corrected. */
  isCorrection: boolean
  /** Why the last review was refused; cleared by the next change. */
  refusal: FailureCode | undefined
  setNumber: (number: string) => void
  setAmount: (amount: string) => void
  setAccount: (account: string) => void
  setCustomer: (customer: string) => void
  setQuantity: (quantity: number) => void
  /** Keeps the recipient, and the amount only if it is legal for the new product. */
  changeService: (serviceId: string, keepsAmount: boolean) => void
  fill: (content: Partial<Content> & { serviceId: string; orderId?: string | undefined }, refusal?: FailureCode) => void
  markReviewed: () => void
  leave: () => void
  keepPreviousCustomer: () => void
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
  isCorrection: false,
  refusal: undefined,
}

/** Drops the order when the number changes, apart from spacing. */
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
      fill: (content, refusal) =>
        set({ orderId: undefined, ...content, isReviewed: false, left: undefined, isCorrection: false, refusal }),
      markReviewed: () => set({ isReviewed: true }),
      leave: () =>
        set(({ isReviewed, number, account }) => {
          if (!isReviewed) return {}
          return { ...EMPTY, left: number || account ? { number, account } : undefined }
        }),
      keepPreviousCustomer: () => set(({ left }) => ({ ...EMPTY, ...left })),
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

const isFilled = ({ number, amount, account, customer }: Stored) =>
  number !== '' || amount !== '' || account !== '' || customer !== ''
useDraft.subscribe((draft, before) => {
  const isChosen = draft.serviceId !== undefined && draft.serviceId !== before.serviceId
  if (!isFilled(before) && (isFilled(draft) || isChosen)) noteFirstTouch()
})

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
