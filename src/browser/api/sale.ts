import { queryOptions, replaceEqualDeep, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'

import { proxyPaths } from '#contract/proxy/paths.ts'
import type { ResolveSale, ConfirmSale, DeliverSale, OpenSale, Revealed, RevealSale } from '#contract/proxy/sales.ts'
import type { SaleId } from '#domain/sale/id.ts'
import { isComplete, type Sale } from '#domain/sale/sale.ts'
import { pageVersion } from './page-version.ts'
import { ProxyFailure, request } from './request.ts'
import { forgetPerson } from './session.ts'

const LOOK_AGAIN_MS = 2_000

export const saleQuery = (id: SaleId) =>
  queryOptions({
    queryKey: ['sales', 'one', id],
    queryFn: ({ signal }) => request<Sale>('GET', proxyPaths.sale(id), { signal }),
    // This only re-reads our journal; it is the proxy that asks the wholesaler, at the spec's pace (8).
    refetchInterval: ({ state }) => (state.data && isComplete(state.data) ? false : LOOK_AGAIN_MS),
    structuralSharing: newerSale,
  })

/** An answer that was overtaken on its way does not take the screen back. */
function newerSale(known: unknown, read: unknown): unknown {
  const isOlder = known !== undefined && (read as Sale).version < (known as Sale).version
  return isOlder ? known : replaceEqualDeep(known, read)
}

/**
 * Opens the sale. The same id with the same content is the same sale, however often it is sent (DESIGN rule 2). A page older than its proxy
 * is told to reload: it says which it is.
 */
export function useOpenSale(id: SaleId) {
  return useSaleStep(id, (content: OpenSale) =>
    request<Sale>('PUT', proxyPaths.sale(id), { body: content, headers: pageVersion() }),
  )
}

/** Not retried: what became of a confirm without an answer, the journal knows (DESIGN rule 4). */
export function useConfirmSale(id: SaleId) {
  const approver = useApproverOnce()
  const step = useSaleStep(id, (seen: Omit<ConfirmSale, 'approver'>) =>
    request<Sale>('POST', proxyPaths.confirmSale(id), { body: { ...seen, ...approver.take() } }),
  )
  return {
    ...step,
    confirm: ({ approver: by, ...seen }: ConfirmSale, onError: (error: Error) => void) => {
      approver.keep(by)
      step.mutate(seen, { onError })
    },
  }
}

/** Who lets a sale above a limit go, with their PIN, is told the one request, and not the mutation, which keeps what it was asked with. */
export function useApproverOnce() {
  const approver = useRef<ConfirmSale['approver']>(undefined)
  return {
    keep: (by: ConfirmSale['approver']) => {
      approver.current = by
    },
    take: (): Pick<ConfirmSale, 'approver'> => {
      const by = approver.current
      approver.current = undefined
      return by ? { approver: by } : {}
    },
  }
}

/** Asks the wholesaler now, not sooner than the spec allows (DESIGN rule 8). */
export function usePollSale(id: SaleId) {
  return useSaleStep(id, () => request<Sale>('POST', proxyPaths.findSale(id)))
}

export function useAbandonSale(id: SaleId) {
  return useSaleStep(id, () => request<Sale>('POST', proxyPaths.abandonSale(id)))
}

/** Goes on with another cashier's sale. */
export function useTakeOverSale(id: SaleId) {
  return useSaleStep(id, () => request<Sale>('POST', proxyPaths.takeOverSale(id)))
}

/** A supervisor's word on a sale the wholesaler left open (DESIGN rule 15). */
export function useResolveSale(id: SaleId) {
  return useSaleStep(id, (word: ResolveSale) => request<Sale>('POST', proxyPaths.resolveSale(id), { body: word }))
}

/** The customer has the money back. */
export function useMarkRefunded(id: SaleId) {
  return useSaleStep(id, () => request<Sale>('POST', proxyPaths.refundedSale(id)))
}

/** What became of the sale was looked at: it is no news any more. */
export function useAcknowledge(id: SaleId) {
  return useSaleStep(id, () => request<Sale>('POST', proxyPaths.acknowledgeSale(id)))
}

/** The same of several, as when a list of them is opened. */
export const useAcknowledgeSales = () => useSalesStep(proxyPaths.acknowledgeSale)

/** Has the wholesaler asked about several sales now. */
export const usePollSales = () => useSalesStep(proxyPaths.findSale)

/** The same step of several sales. What became of each is read again, whether it was taken or not. */
function useSalesStep(pathOf: (id: SaleId) => string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (ids: readonly SaleId[]) => Promise.allSettled(ids.map((id) => request<Sale>('POST', pathOf(id)))),
    retry: false,
    onSettled: () => rereadSales(queryClient),
  })
}

/** The customer has the code, or the paper. */
export function useMarkDelivered(id: SaleId) {
  return useSaleStep(id, (way: DeliverSale) => request<Sale>('POST', proxyPaths.deliveredSale(id), { body: way }))
}

/**
 * Asks for code and receipt. Every showing is written down by the proxy. It is no query and no mutation: those keep what they answered, and
 * what it was asked with; here only whoever called holds a code, a receipt or a PIN (DESIGN rule 12).
 */
export function useRevealSale(id: SaleId) {
  const queryClient = useQueryClient()
  return useCallback(
    async (why: NonNullable<RevealSale> = {}): Promise<Pick<Revealed, 'receipt' | 'voucher'>> => {
      try {
        const { sale, ...revealed } = await request<Revealed>('POST', proxyPaths.revealSale(id), {
          body: why,
          asksForPin: true,
        })
        queryClient.setQueryData(saleQuery(id).queryKey, (known) => withEvents(sale, known))
        return revealed
      } catch (error) {
        if (error instanceof ProxyFailure && error.failure.code === 'signed-out') forgetPerson(queryClient)
        throw error
      } finally {
        rereadSales(queryClient)
      }
    },
    [queryClient, id],
  )
}

function useSaleStep<V = void>(id: SaleId, mutationFn: (variables: V) => Promise<Sale>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    retry: false,
    onSuccess: (sale) => queryClient.setQueryData(saleQuery(id).queryKey, (known) => withEvents(sale, known)),
    onSettled: () => rereadSales(queryClient),
  })
}

/** A step answers the sale without its events: those known stay on screen until they are read anew. */
const withEvents = (sale: Sale, known: Sale | undefined): Sale =>
  known?.events && !sale.events ? { ...sale, events: known.events } : sale

/** Started, not waited for: a step is over when its own answer is there. */
function rereadSales(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: ['sales'] })
  void queryClient.invalidateQueries({ queryKey: ['status'] })
}
