import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import type { AnswerTicket, Ticket, TicketReply } from '#api/displays.ts'
import type { IssuedCode } from '#api/terminals.ts'
import type { Secret } from '../lib/secret.ts'
import { call, ServerFailure } from './request.ts'
import { terminalsQuery, useCode } from './terminals.ts'
import { REFETCH_MS } from './refetch-ms.ts'
import { useWrite } from './use-write.ts'

const READ_TIMEOUT_MS = 5_000

export const isNoDisplay = (error: unknown): boolean =>
  error instanceof ServerFailure && error.failure.code === 'not-enrolled'

export const displayQuery = queryOptions({
  queryKey: ['display', 'view'],
  queryFn: ({ signal }) => call('GET /api/display', { signal, deadlineMs: READ_TIMEOUT_MS }),
  refetchInterval: ({ state }) => (isNoDisplay(state.error) ? false : REFETCH_MS.customerDisplay),
  refetchIntervalInBackground: true,
  retry: false,
})

export const displayShopQuery = queryOptions({
  queryKey: ['display', 'shop'],
  queryFn: ({ signal }) => call('GET /api/display/shop', { signal }),
  refetchInterval: REFETCH_MS.shopOfDisplay,
  retry: false,
})

export function usePairDisplay() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (code: Secret) => call('POST /api/display/pair', { body: { code: code.take() } }),
    onSuccess: () => queryClient.resetQueries({ queryKey: ['display'] }),
  })
}

/** If the displayed number has changed meanwhile, the new number is shown. */
export function useAnswerTicket() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (said: AnswerTicket) => call('POST /api/display/answer', { body: said }),
    onSuccess: (view) => void queryClient.setQueryData(displayQuery.queryKey, view),
    onError: () => void queryClient.invalidateQueries({ queryKey: displayQuery.queryKey }),
  })
}

export const tellTicket = (ticket: Ticket): Promise<TicketReply> => call('PUT /api/ticket', { body: ticket })

export const useIssueDisplayCode = (terminalId: string, show: (code: IssuedCode) => void) =>
  useCode(() => call('POST /api/terminals/:id/display-codes', { id: terminalId }), show)

export const useEndDisplay = () =>
  useWrite((id: string) => call('POST /api/displays/:id/end', { id }), { changes: [terminalsQuery] })
