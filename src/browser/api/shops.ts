import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { dayPaths } from '#api/day-paths.ts'
import type { ExportForm } from '#api/sales.ts'
import type { Shops, ShopsReport } from '#api/shops.ts'
import type { DayRange } from './day.ts'
import { request } from './request.ts'

const READ_AGAIN_MS = 30_000

export const shopsQuery = queryOptions({
  queryKey: ['shops'],
  queryFn: ({ signal }) => request<Shops>('GET', dayPaths.shops, { signal }),
  staleTime: 0,
  refetchInterval: READ_AGAIN_MS,
})

const queryOf = ({ from, to }: DayRange, ids: readonly string[]) =>
  new URLSearchParams({ from, to, ...(ids.length > 0 && { shops: ids.join(',') }) }).toString()

/** Of the shops with these ids; of all of them, if there are none. */
export const shopsReportQuery = ({ from, to }: DayRange, ids: readonly string[]) =>
  queryOptions({
    queryKey: ['shops', 'report', from, to, ...ids],
    queryFn: ({ signal }) =>
      request<ShopsReport>('GET', `${dayPaths.shopsReport}?${queryOf({ from, to }, ids)}`, { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** The address of their sales as CSV. */
export const shopsExportAddress = (range: DayRange, ids: readonly string[], form: ExportForm): string =>
  `${dayPaths.shopsExport}?${queryOf(range, ids)}&form=${form}`
