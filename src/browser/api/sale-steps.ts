import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { ConfirmSale, DeliverSale, ResolveSale, Revealed, RevealSale } from '#api/sales.ts'
import type { PaymentMethod } from '#domain/money/payment-method.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { Secret } from '../lib/secret.ts'
import { call } from './request.ts'
import { cacheSale, rereadSales } from './sale.ts'

/** The supervisor who approves an override. The PIN is sent with one request. */
export type ApproverWithPin = { staffId: string; pin: Secret }
export type Confirmation = Omit<ConfirmSale, 'approver'> & { approver?: ApproverWithPin | undefined }

export const takeApprover = (approver: ApproverWithPin | undefined): Pick<ConfirmSale, 'approver'> =>
  approver ? { approver: { staffId: approver.staffId, pin: approver.pin.take() } } : {}

/** Not retried: after a confirm without a response, the server knows the result (rule 4). */
export function useConfirmSale(id: SaleId) {
  return useSaleStep(({ approver, ...seen }: Confirmation) =>
    call('POST /api/sales/:id/confirm', { id, body: { ...seen, ...takeApprover(approver) } }),
  )
}

/** Asks the wholesaler now, but not sooner than the spec allows (rule 8). */
export function usePollSale(id: SaleId) {
  return useSaleStep(() => call('POST /api/sales/:id/find', { id }))
}

export function useAbandonSale(id: SaleId) {
  return useSaleStep(() => call('POST /api/sales/:id/abandon', { id }))
}

export function useTakeOverSale(id: SaleId) {
  return useSaleStep(() => call('POST /api/sales/:id/take-over', { id }))
}

/** A supervisor's decision on a sale that the wholesaler left open (rule 15). */
export function useResolveSale(id: SaleId) {
  return useSaleStep((word: ResolveSale) => call('POST /api/sales/:id/resolve', { id, body: word }))
}

/** Records the refund, with the payment method of the sale unless another one is given. */
export function useMarkRefunded(id: SaleId) {
  return useSaleStep((paymentMethod: PaymentMethod | undefined) =>
    call('POST /api/sales/:id/refunded', { id, body: paymentMethod && { paymentMethod } }),
  )
}

export function useAcknowledge(id: SaleId) {
  return useSaleStep(() => call('POST /api/sales/:id/acknowledge', { id }))
}

export const useAcknowledgeSales = () => useSalesStep('acknowledge')

export const usePollSales = () => useSalesStep('find')

function useSalesStep(step: 'acknowledge' | 'find') {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (ids: readonly SaleId[]) =>
      Promise.allSettled(ids.map((id) => call(`POST /api/sales/:id/${step}`, { id }))),
    onSettled: () => rereadSales(queryClient),
  })
}

export function useMarkDelivered() {
  return useSaleStep(({ id, ...way }: DeliverSale & { id: SaleId }) =>
    call('POST /api/sales/:id/delivered', { id, body: way }),
  )
}

/** The reason for a reveal, with the person's PIN again. */
export type RevealReason = Omit<NonNullable<RevealSale>, 'pin'> & { pin?: Secret }
type RevealedSecret = { sale: Sale; secret: Secret<Pick<Revealed, 'receipt' | 'voucher'>> }

/** The server records every reveal. Only the caller takes the code out of the `Secret` (rule 12). */
export function useRevealSale() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, pin, ...reason }: RevealReason & { id: SaleId }): Promise<RevealedSecret> => {
      const { sale, ...revealed } = await call('POST /api/sales/:id/reveal', {
        id,
        body: { ...reason, ...(pin && { pin: pin.take() }) },
        asksForPin: true,
      })
      return { sale, secret: new Secret(revealed) }
    },
    onSuccess: ({ sale }) => cacheSale(queryClient, sale),
    onSettled: () => rereadSales(queryClient),
  })
}

export function useSaleStep<V = void>(mutationFn: (variables: V) => Promise<Sale>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (sale) => cacheSale(queryClient, sale),
    onSettled: () => rereadSales(queryClient),
  })
}
