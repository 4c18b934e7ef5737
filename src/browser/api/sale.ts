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
import type { PaymentMethod } from '#domain/payment.ts'
import type { SaleId } from '#domain/sale/id.ts'
import { isComplete, type Sale } from '#domain/sale/sale.ts'
import { isSummary } from '#domain/sale/summary.ts'
import { Secret } from '../secret.ts'
import { call, pageVersion } from './request.ts'
import { sessionQuery } from './session.ts'
import { REFETCH_MS } from './refetch-ms.ts'

export const saleQuery = (id: SaleId) =>
  queryOptions({
    queryKey: ['sales', 'one', id],
    queryFn: ({ signal }) => call('GET /api/sales/:id', { id, signal }),
    // This only re-reads our journal; it is the proxy that asks the wholesaler, at the spec's pace (8).
    refetchInterval: ({ state }) =>
      state.data && isComplete(state.data) && !state.data.print ? false : REFETCH_MS.sale,
    structuralSharing: newerSale,
  })

/** An answer that was overtaken on its way does not take the screen back. */
function newerSale(known: unknown, read: unknown): unknown {
  const isOlder = known !== undefined && (read as Sale).version < (known as Sale).version
  return isOlder ? known : replaceEqualDeep(known, read)
}

/** The key of all mutations that open a sale or a quantity. Their variables have its `id`. */
export const OPEN = ['open']

/**
 * Opens a sale. The same id with the same content is the same sale, however often it is sent (rule 2). A page older than its proxy
 * is told to reload: it says which it is. The page of *Review* begins it, and the page of the sale shows it, by `useOpening`.
 */
export function useOpenSale(onOpened: (id: string) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: OPEN,
    mutationFn: ({ id, content }: { id: string; content: OpenSale }) =>
      call('PUT /api/sales/:id', { id, body: content, headers: pageVersion() }),
    onSuccess: (sale, { id }) => {
      cacheSale(queryClient, sale)
      onOpened(id)
    },
    onSettled: () => rereadSales(queryClient),
  })
}

/** How the last opening of this sale or quantity went, whichever page began it. It is `undefined` after a reload. */
export function useOpening(id: string) {
  return useMutationState({
    filters: { mutationKey: OPEN, predicate: ({ state }) => idOf(state.variables) === id },
    select: ({ state: { status, error } }) => ({ status, error }),
  }).at(-1)
}

/** Forgets that an opening failed: the page that showed it is left, and begins again when somebody comes back. */
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

/** The supervisor who permits an override. Their PIN leaves with one request. */
export type ApproverWithPin = { staffId: string; pin: Secret }
export type Confirmation = Omit<ConfirmSale, 'approver'> & { approver?: ApproverWithPin | undefined }

/** Takes the PIN out for the one request it is sent with. */
export const takeApprover = (approver: ApproverWithPin | undefined): Pick<ConfirmSale, 'approver'> =>
  approver ? { approver: { staffId: approver.staffId, pin: approver.pin.take() } } : {}

/** Not retried: what became of a confirm without an answer, the journal knows (rule 4). */
export function useConfirmSale(id: SaleId) {
  return useSaleStep(({ approver, ...seen }: Confirmation) =>
    call('POST /api/sales/:id/confirm', { id, body: { ...seen, ...takeApprover(approver) } }),
  )
}

/** Asks the wholesaler now, not sooner than the spec allows (rule 8). */
export function usePollSale(id: SaleId) {
  return useSaleStep(() => call('POST /api/sales/:id/find', { id }))
}

export function useAbandonSale(id: SaleId) {
  return useSaleStep(() => call('POST /api/sales/:id/abandon', { id }))
}

/** Goes on with another cashier's sale. */
export function useTakeOverSale(id: SaleId) {
  return useSaleStep(() => call('POST /api/sales/:id/take-over', { id }))
}

/** A supervisor's word on a sale the wholesaler left open (rule 15). */
export function useResolveSale(id: SaleId) {
  return useSaleStep((word: ResolveSale) => call('POST /api/sales/:id/resolve', { id, body: word }))
}

/** The customer has the money back: as they paid, unless it is said how. */
export function useMarkRefunded(id: SaleId) {
  return useSaleStep((paidBy: PaymentMethod | undefined) =>
    call('POST /api/sales/:id/refunded', { id, body: paidBy && { paidBy } }),
  )
}

/** What became of the sale was looked at: it is no news any more. */
export function useAcknowledge(id: SaleId) {
  return useSaleStep(() => call('POST /api/sales/:id/acknowledge', { id }))
}

/** The same of several, as when a list of them is opened. */
export const useAcknowledgeSales = () => useSalesStep('acknowledge')

/** Has the wholesaler asked about several sales now. */
export const usePollSales = () => useSalesStep('find')

/** The same step of several sales. What became of each is read again, whether it was taken or not. */
function useSalesStep(step: 'acknowledge' | 'find') {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (ids: readonly SaleId[]) =>
      Promise.allSettled(ids.map((id) => call(`POST /api/sales/:id/${step}`, { id }))),
    onSettled: () => rereadSales(queryClient),
  })
}

/** The customer has the code, or the paper. */
export function useMarkDelivered() {
  return useSaleStep(({ id, ...way }: DeliverSale & { id: SaleId }) =>
    call('POST /api/sales/:id/delivered', { id, body: way }),
  )
}

/** What a person says for a reveal: why, and their own PIN once more. */
export type RevealReason = Omit<NonNullable<RevealSale>, 'pin'> & { pin?: Secret }
type RevealedSecret = { sale: Sale; secret: Secret<Pick<Revealed, 'receipt' | 'voucher'>> }

/** Reads code and receipt, of which the proxy records every reveal. Only the one who asks takes them out of their box (rule 12). */
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

/** A step returns the sale without its events. Those known stay on screen until they are read again. */
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

/** Started, not waited for: a step is over when its own answer is there. */
export function rereadSales(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: ['sales'] })
  void queryClient.invalidateQueries({ queryKey: ['status'] })
}

/** A list that is no search holds no summaries. */
export const wholeSales = ({ sales, ...page }: FoundSales): SaleListPage => ({
  ...page,
  sales: sales.filter((sale) => !isSummary(sale)),
})

/** The newest sales of today: a cashier's own, for supervisors everybody's; at a kiosk none. */
export const salesTodayQuery = queryOptions({
  queryKey: ['sales', 'today'],
  queryFn: async ({ client, signal }): Promise<SaleListPage> => {
    // Nobody is told there what was sold.
    const isKiosk = client.getQueryData(sessionQuery.queryKey)?.terminal?.isKiosk === true
    return isKiosk ? { sales: [] } : wholeSales(await call('GET /api/sales', { signal }))
  },
  refetchInterval: REFETCH_MS.salesList,
})
