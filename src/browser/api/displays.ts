import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import type { AnswerTicket, DisplayShop, DisplayView, Ticket, TicketTold } from '#api/displays.ts'
import { proxyPaths } from '#api/paths.ts'
import type { IssuedCode } from '#api/terminals.ts'
import { Secret } from '../secret.ts'
import { ProxyFailure, request } from './request.ts'
import { terminalsQuery } from './terminals.ts'

const READ_INTERVAL_MS = 1_000
const READ_TIMEOUT_MS = 5_000
const SHOP_INTERVAL_MS = 60_000

/** Whether a browser is no display, or none any more. */
export const isNoDisplay = (error: unknown): boolean =>
  error instanceof ProxyFailure && error.failure.code === 'not-enrolled'

/** What the display of a till shows now. */
export const displayQuery = queryOptions({
  queryKey: ['display', 'view'],
  queryFn: ({ signal }) => request<DisplayView>('GET', proxyPaths.display, { signal, deadlineMs: READ_TIMEOUT_MS }),
  refetchInterval: ({ state }) => (isNoDisplay(state.error) ? false : READ_INTERVAL_MS),
  refetchIntervalInBackground: true,
  retry: false,
})

export const displayShopQuery = queryOptions({
  queryKey: ['display', 'shop'],
  queryFn: ({ signal }) => request<DisplayShop>('GET', proxyPaths.displayShop, { signal }),
  refetchInterval: SHOP_INTERVAL_MS,
  retry: false,
})

/** Makes this browser the customer display of a till. */
export function usePairDisplay() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (code: Secret) => request('POST', proxyPaths.pairDisplay, { body: { code: code.take() } }),
    onSuccess: () => queryClient.resetQueries({ queryKey: ['display'] }),
  })
}

/** What the customer says of the number that is on the display. Where it has changed meanwhile, the display shows the new one. */
export function useAnswerTicket() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (said: AnswerTicket) => request<DisplayView>('POST', proxyPaths.displayAnswer, { body: said }),
    onSuccess: (view) => void queryClient.setQueryData(displayQuery.queryKey, view),
    onError: () => void queryClient.invalidateQueries({ queryKey: displayQuery.queryKey }),
  })
}

/** Tells the display of this till what its customer may see. */
export const tellTicket = (ticket: Ticket): Promise<TicketTold> =>
  request<TicketTold>('PUT', proxyPaths.ticket, { body: ticket })

/** A one-time code that makes a browser the display of this till. */
export const useIssueDisplayCode = (terminalId: string) =>
  useMutation({
    mutationFn: async () => new Secret(await request<IssuedCode>('POST', proxyPaths.displayCodes(terminalId))),
  })

export function useEndDisplay() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => request('POST', proxyPaths.endDisplay(id)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: terminalsQuery.queryKey }),
  })
}
