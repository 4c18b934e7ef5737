import { queryOptions, replaceEqualDeep, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'

import { proxyPaths } from '#contract/proxy/paths.ts'
import type { ConfirmSale, DeliverSale, OpenSale, Revealed, SaleListPage } from '#contract/proxy/sales.ts'
import type { SaleId } from '#domain/sale/id.ts'
import { isComplete, type Sale } from '#domain/sale/sale.ts'
import { pageVersion } from './page-version.ts'
import { request } from './request.ts'
import { saleQuery } from './sale.ts'

const LOOK_AGAIN_MS = 2_000
/** All known lines are settled: another till may go on with the quantity. */
const LOOK_SELDOM_MS = 5_000

/** The sales of one quantity, as far as this person may see them. */
export const batchQuery = (id: string) =>
  queryOptions({
    queryKey: ['sales', 'batch', id],
    queryFn: ({ signal }) =>
      request<SaleListPage>('GET', `${proxyPaths.sales}?batch=${id}`, { signal }).then(({ sales }) => sales),
    refetchInterval: ({ state }) => (state.data?.every(isComplete) ? LOOK_SELDOM_MS : LOOK_AGAIN_MS),
    structuralSharing: (known, read) => replaceEqualDeep(known, newestOf((known as Sale[]) ?? [], read as Sale[])),
  })

/** Each sale at its newest: a reading that was overtaken on its way takes nothing back. */
export function newestOf(known: readonly Sale[], read: readonly Sale[]): Sale[] {
  const byId = new Map(known.map((sale) => [sale.id, sale]))
  for (const sale of read) {
    const before = byId.get(sale.id)
    if (!before || before.version <= sale.version) byId.set(sale.id, sale)
  }
  return [...byId.values()].toSorted((a, b) => a.number - b.number)
}

/** What is done with the lines of a quantity, one after the other. None is ever repeated here; the journal says what became of each. */
export function useLineSteps(batchId: string) {
  const queryClient = useQueryClient()
  return useMemo(() => {
    const note = (sale: Sale): Sale => {
      queryClient.setQueryData(batchQuery(batchId).queryKey, (known) => newestOf(known ?? [], [sale]))
      void queryClient.invalidateQueries({ queryKey: saleQuery(sale.id).queryKey })
      void queryClient.invalidateQueries({ queryKey: ['status'] })
      return sale
    }
    const step = async (asked: Promise<Sale>) => note(await asked)
    return {
      /** A line another till has sold, told in a failure. */
      note,
      open: (id: SaleId, content: OpenSale) =>
        step(request('PUT', proxyPaths.sale(id), { body: content, headers: pageVersion() })),
      confirm: (id: SaleId, seen: ConfirmSale) => step(request('POST', proxyPaths.confirmSale(id), { body: seen })),
      take: (id: SaleId) => step(request('POST', proxyPaths.takeOverSale(id))),
      abandon: (id: SaleId) => step(request('POST', proxyPaths.abandonSale(id))),
      /** Written down by the proxy like every showing. Only whoever called holds the code (DESIGN rule 12). */
      reveal: async (id: SaleId): Promise<Revealed> => {
        const revealed = await request<Revealed>('POST', proxyPaths.revealSale(id), { body: {}, asksForPin: true })
        note(revealed.sale)
        return revealed
      },
      handOver: (id: SaleId, way: DeliverSale) => step(request('POST', proxyPaths.deliveredSale(id), { body: way })),
    }
  }, [queryClient, batchId])
}
