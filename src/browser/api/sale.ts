import {
  queryOptions,
  replaceEqualDeep,
  useMutation,
  useMutationState,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'

import type { BatchAnswer } from '#api/batches.ts'
import type {
  ConfirmSale,
  DeliverSale,
  FoundSales,
  OpenSale,
  ResolveSale,
  Revealed,
  RevealSale,
  SaleListPage,
} from '#api/sales.ts'
import type { PaymentMethod } from '#domain/payment-method.ts'
import type { SaleId } from '#domain/sale/id.ts'
import { isComplete, type Sale } from '#domain/sale/sale.ts'
import { isSummary } from '#domain/sale/summary.ts'
import { Secret } from '../secret.ts'
import { call, pageBuild } from './request.ts'
import { sessionQuery } from './session.ts'
import { REFETCH_MS } from './refetch-ms.ts'

export const saleQuery = (id: SaleId) =>
  queryOptions({
    queryKey: ['sales', 'one', id],
    queryFn: ({ signal }) => call('GET /api/sales/:id', { id, signal }),
    // Only the server's record. The server asks the wholesaler at the interval that the spec allows (8).
    refetchInterval: ({ state }) =>
      state.data && isComplete(state.data) && !state.data.print ? false : REFETCH_MS.sale,
    structuralSharing: newerSale,
  })

/** Keeps the newer version, because responses may arrive out of order. */
function newerSale(known: unknown, read: unknown): unknown {
  const isOlder = known !== undefined && (read as Sale).version < (known as Sale).version
  return isOlder ? known : replaceEqualDeep(known, read)
}

/** The key of all mutations that open a sale or a batch. Their variables have its `id`. */
export const OPEN = ['open']

/** Repeating the request with the same id and content has no effect (rule 2). The review starts it; the sale page follows it with `useOpening`. */
export function useOpenSale(onOpened: (id: string) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: OPEN,
    mutationFn: ({ id, content }: { id: string; content: OpenSale }) =>
      call('PUT /api/sales/:id', { id, body: content, headers: pageBuild() }),
    onSuccess: (sale, { id }) => {
      cacheSale(queryClient, sale)
      onOpened(id)
    },
    onSettled: () => rereadSales(queryClient),
  })
}

/** The state of the last opening of this sale or batch from any page, or `undefined` after a reload. */
export function useOpening(id: string) {
  return useMutationState({
    filters: { mutationKey: OPEN, predicate: ({ state }) => idOf(state.variables) === id },
    select: ({ state: { status, error } }) => ({ status, error }),
  }).at(-1)
}

/** Clears a failed opening when its page is left, so it starts over on return. */
export function forgetFailedOpening(queryClient: QueryClient, id: string): void {
  const cache = queryClient.getMutationCache()
  const failed = cache.findAll({
    mutationKey: OPEN,
    status: 'error',
    predicate: ({ state }) => idOf(state.variables) === id,
  })
  for (const mutation of failed) cache.remove(mutation)
}

const idOf = (variables: unknown) => (variables as { id: string } | undefined)?.id

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

/** A step returns the sale without its events, so the known ones are kept until the next read. */
export function cacheSale(queryClient: QueryClient, sale: Sale): void {
  queryClient.setQueryData(saleQuery(sale.id).queryKey, (known) =>
    known?.events && !sale.events ? { ...sale, events: known.events } : sale,
  )
  if (!sale.batch) return
  queryClient.setQueryData<BatchAnswer>(
    batchKey(sale.batch.id),
    (known) =>
      known && { ...known, lines: known.lines.map((line) => (line.sale?.id === sale.id ? { ...line, sale } : line)) },
  )
}

export const batchKey = (id: string) => ['sales', 'batch', id]

/** Not awaited: a step is done when its own response arrives. */
export function rereadSales(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: ['sales'] })
  void queryClient.invalidateQueries({ queryKey: ['status'] })
}

/** Lists other than searches have no summaries. */
export const wholeSales = ({ sales, ...page }: FoundSales): SaleListPage => ({
  ...page,
  sales: sales.filter((sale) => !isSummary(sale)),
})

/** Today's newest sales: the cashier's own, all sales for a supervisor, none at a kiosk. */
export const salesTodayQuery = queryOptions({
  queryKey: ['sales', 'today'],
  queryFn: async ({ client, signal }): Promise<SaleListPage> => {
    // A kiosk does not show what was sold.
    const isKiosk = client.getQueryData(sessionQuery.queryKey)?.terminal?.isKiosk === true
    return isKiosk ? { sales: [] } : wholeSales(await call('GET /api/sales', { signal }))
  },
  refetchInterval: REFETCH_MS.salesList,
})
