import { queryOptions, useMutation, useQueryClient, keepPreviousData } from '@tanstack/react-query'

import type { ExportForm } from '#api/sales.ts'
import type { ConfirmRecovery } from '#api/recovery.ts'
import type { ExplainMovement } from '#api/wallet.ts'
import type { ShopDay } from '#domain/shop-calendar.ts'
import { addressOf, call } from './request.ts'
import { REFETCH_MS } from './refetch-ms.ts'
import { useWrite } from './use-write.ts'

/** Whether the shop can sell, part by part, and how far this device's clock is from the proxy's (ms). Read again while it is shown. */
export const readyQuery = queryOptions({
  queryKey: ['ready'],
  queryFn: async ({ signal }) => {
    const board = await call('GET /api/ready', { signal })
    return { board, clockOffsetMs: Date.now() - board.serverTime }
  },
  refetchInterval: REFETCH_MS.readiness,
  staleTime: 0,
  // A board of before says nothing about this shift.
  gcTime: 0,
})

export const useMakeBackup = () => useWrite(() => call('POST /api/ready/backup'), { changes: [readyQuery] })

/** What is known after the journal was put back from a backup. It changes by itself while sales are asked for. */
export const recoveryQuery = queryOptions({
  queryKey: ['recovery'],
  queryFn: ({ signal }) => call('GET /api/recovery', { signal }),
  staleTime: 0,
  retry: false,
  refetchInterval: ({ state }) => (state.error ? false : REFETCH_MS.recovery),
})

/** A supervisor lets the shop sell again. Everything it shows may be different now. */
export function useConfirmRecovery() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: ConfirmRecovery) => call('POST /api/recovery', { body }),
    // Not waited for: what is read again takes away the part of the page that asked, and the way on with it.
    onSuccess: () => void queryClient.invalidateQueries(),
  })
}

/** Business days of the shop, both included. */
export type DayRange = { from: ShopDay; to: ShopDay }

export const reportQuery = ({ from, to }: DayRange) =>
  queryOptions({
    queryKey: ['reports', from, to],
    queryFn: ({ signal }) => call('GET /api/reports', { query: { from, to }, signal }),
    staleTime: 0,
    refetchInterval: REFETCH_MS.report,
    placeholderData: keepPreviousData,
  })

export const exportAddress = ({ from, to }: DayRange, form: ExportForm): string =>
  addressOf('GET /api/sales.csv', { from, to, form })

export const walletQuery = queryOptions({
  queryKey: ['wallet'],
  queryFn: ({ signal }) => call('GET /api/wallet', { signal }),
  staleTime: 0,
  // While the till is away the last balance is shown, however long ago the page was left.
  gcTime: Infinity,
})

export const useExplainMovement = (id: number) =>
  useWrite((body: ExplainMovement) => call('POST /api/wallet/movements/:id', { id, body }), { changes: [walletQuery] })
