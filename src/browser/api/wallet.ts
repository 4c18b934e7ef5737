import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { dayPaths } from '#contract/proxy/day-paths.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import type { ExplainMovement, Wallet, WalletMovement } from '#contract/proxy/wallet.ts'
import { request } from './request.ts'

export const walletQuery = queryOptions({
  queryKey: ['wallet'],
  queryFn: ({ signal }) => request<Wallet>('GET', proxyPaths.wallet, { signal }),
  staleTime: 0,
  // While the till is away the last balance is shown, however long ago the page was left.
  gcTime: Infinity,
})

/** A supervisor says what a movement is. */
export function useExplainMovement(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: ExplainMovement) => request<WalletMovement>('POST', dayPaths.walletMovement(id), { body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: walletQuery.queryKey }),
  })
}
