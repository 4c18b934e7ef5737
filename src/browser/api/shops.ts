import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import type { ExportForm } from '#api/sales.ts'
import type { DayRange } from './day.ts'
import { addressOf, call } from './request.ts'
import { REFETCH_MS } from './refetch-ms.ts'

export const shopsQuery = queryOptions({
  queryKey: ['shops'],
  queryFn: ({ signal }) => call('GET /api/shops', { signal }),
  staleTime: 0,
  refetchInterval: REFETCH_MS.shops,
})

const queryOf = ({ from, to }: DayRange, ids: readonly string[]) => ({ from, to, shops: ids.join(',') || undefined })

export const shopsReportQuery = ({ from, to }: DayRange, ids: readonly string[]) =>
  queryOptions({
    queryKey: ['shops', 'report', from, to, ...ids],
    queryFn: ({ signal }) => call('GET /api/shops/report', { query: queryOf({ from, to }, ids), signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const shopsExportAddress = (range: DayRange, ids: readonly string[], form: ExportForm): string =>
  addressOf('GET /api/shops/sales.csv', { ...queryOf(range, ids), form })
