import { queryOptions, useMutation, useQueryClient, keepPreviousData } from '@tanstack/react-query'

import type { ExportForm } from '#api/sales.ts'
import type { ConfirmRecovery } from '#api/recovery.ts'
import type { AnnounceDeposit, ExplainMovement, MatchDeposit } from '#api/wallet.ts'
import type { ShopDay } from '#domain/shop-calendar.ts'
import { addressOf, call } from './request.ts'
import { REFETCH_MS } from './refetch-ms.ts'
import { useWrite } from './use-write.ts'

/** Readiness of the shop, and how far this device's clock is ahead of the server's (ms). */
export const readyQuery = queryOptions({
  queryKey: ['ready'],
  queryFn: async ({ signal }) => {
    const board = await call('GET /api/ready', { signal })
    return { board, clockOffsetMs: Date.now() - board.serverTime }
  },
  refetchInterval: REFETCH_MS.readiness,
  staleTime: 0,
  gcTime: 0,
})

export const useMakeBackup = () => useWrite(() => call('POST /api/ready/backup'), { changes: [readyQuery] })

/** Polled, because it changes while sales are looked up. */
export const recoveryQuery = queryOptions({
  queryKey: ['recovery'],
  queryFn: ({ signal }) => call('GET /api/recovery', { signal }),
  staleTime: 0,
  retry: false,
  refetchInterval: ({ state }) => (state.error ? false : REFETCH_MS.recovery),
})

/** After a restore, any data may have changed. */
export function useConfirmRecovery() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: ConfirmRecovery) => call('POST /api/recovery', { body }),
    // Not awaited: the refetch may unmount the component that sent the request, and the next step with it.
    onSuccess: () => void queryClient.invalidateQueries(),
  })
}

/** Business days of the shop, inclusive. */
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

export const timesAddress = ({ from, to }: DayRange, form: ExportForm): string =>
  addressOf('GET /api/reports/times.csv', { from, to, form })

export const walletQuery = queryOptions({
  queryKey: ['wallet'],
  queryFn: ({ signal }) => call('GET /api/wallet', { signal }),
  staleTime: 0,
  // Keeps the last balance on screen while the server is not responding.
  gcTime: Infinity,
})

export const useExplainMovement = (id: number) =>
  useWrite((body: ExplainMovement) => call('POST /api/wallet/movements/:id', { id, body }), { changes: [walletQuery] })

export const useAnnounceDeposit = () =>
  useWrite((body: AnnounceDeposit) => call('POST /api/wallet/deposits', { body }), { changes: [walletQuery] })

export const useMatchDeposit = () =>
  useWrite(
    ({ id, ...body }: MatchDeposit & { id: string }) => call('POST /api/wallet/deposits/:id/match', { id, body }),
    { changes: [walletQuery] },
  )

export const useWithdrawDeposit = (id: string) =>
  useWrite(() => call('POST /api/wallet/deposits/:id/withdraw', { id }), { changes: [walletQuery] })
