import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { BatchAnswer } from '#contract/proxy/batches.ts'
import type { FoundSales } from '#contract/proxy/sales.ts'
import { isSummary, type SaleSummary } from '#domain/sale/summary.ts'
import { isRefundDue, isUndelivered, isWaiting, type Sale } from '#domain/sale/sale.ts'
import { salesOfBatch } from '../../api/batch.ts'
import { openItemsQuery } from '../../api/sale-lists.ts'
import { sessionQuery } from '../../api/session.ts'
import { statusQuery } from '../../api/status.ts'
import { useIsKiosk } from '../../kiosk.ts'
import { rememberLastSeen, type ReadSale } from '../../last-seen.ts'
import { NOT_ANSWERED } from '../../presence.ts'

/** What is open is read so seldom where no page shows it. */
const READ_AGAIN_MS = 60_000

/** Stores for a reload without the till's server what this tab reads, as soon as it is read. */
export function useKeepLastSeen(): void {
  const queryClient = useQueryClient()
  const isKiosk = useIsKiosk()
  const { data: status, isError } = useQuery(statusQuery)
  useQuery({
    ...openItemsQuery,
    enabled: !isKiosk && !isError && status !== undefined && status.openItems + status.undelivered > 0,
    refetchInterval: READ_AGAIN_MS,
    staleTime: READ_AGAIN_MS,
  })
  useEffect(() => {
    keep(queryClient)
    return queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success' && KEPT.has(event.query.queryKey[0]))
        keep(queryClient)
    })
  }, [queryClient])
}

const KEPT = new Set<unknown>(['session', 'status', 'sales'])

function keep(queryClient: QueryClient): void {
  const session = queryClient.getQueryData(sessionQuery.queryKey)
  const { data: status, dataUpdatedAt: at = 0 } = queryClient.getQueryState(statusQuery.queryKey) ?? {}
  if (!session?.person || !status || session.settingsVersion === NOT_ANSWERED) return
  const { id } = session.person
  const sales = newestSales(queryClient).filter(({ sale }) => sale.cashier.id === id && isOpen(sale))
  rememberLastSeen({ session, status, at, sales: sales.toSorted((a, b) => b.sale.openedAt - a.sale.openedAt) })
}

const isOpen = (sale: Sale) => isWaiting(sale) || isUndelivered(sale) || isRefundDue(sale)

/** What a query of sales holds: one sale, a list, a quantity, or the pages of a list. */
export type SalesAnswer = Sale | FoundSales | BatchAnswer | { pages: FoundSales[] } | null | undefined

/** Each sale that any page of this tab has read, at its newest, without those that were no longer among the open items later. */
function newestSales(queryClient: QueryClient): ReadSale[] {
  const newest = new Map<string, ReadSale>()
  for (const { state } of queryClient.getQueryCache().findAll({ queryKey: ['sales'] }))
    for (const sale of salesIn(state.data as SalesAnswer)) {
      const known = newest.get(sale.id)
      const isNewer = !known || isAfter([sale.version ?? 0, state.dataUpdatedAt], [known.sale.version, known.readAt])
      if (!isSummary(sale) && isNewer) newest.set(sale.id, { sale, readAt: state.dataUpdatedAt })
    }
  const { data: list, dataUpdatedAt: listedAt = 0 } = queryClient.getQueryState(openItemsQuery.queryKey) ?? {}
  const listed = new Set(list?.sales.map((sale) => sale.id))
  // What is just being sent is not on the list.
  const isGone = ({ sale, readAt }: ReadSale) =>
    readAt < listedAt && !listed.has(sale.id) && sale.state !== 'confirming'
  return [...newest.values()].filter((read) => !isGone(read))
}

const isAfter = ([version, at]: [number, number], [knownVersion, knownAt]: [number, number]) =>
  version > knownVersion || (version === knownVersion && at > knownAt)

export function salesIn(data: SalesAnswer): readonly (Sale | SaleSummary)[] {
  if (!data) return []
  if ('pages' in data) return data.pages.flatMap(salesIn)
  if ('sales' in data) return data.sales
  return 'lines' in data ? salesOfBatch(data) : [data]
}
