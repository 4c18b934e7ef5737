import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { dayPaths } from '#contract/proxy/day-paths.ts'
import type { ReportAnswer } from '#contract/proxy/reports.ts'
import type { ShopDay } from '#domain/shop-calendar.ts'
import { request } from './request.ts'

const REPORT_AGAIN_MS = 30_000

/** Business days of the shop, both included. */
export type DayRange = { from: ShopDay; to: ShopDay }

const query = (range: DayRange) => new URLSearchParams(range).toString()

export const reportQuery = ({ from, to }: DayRange) =>
  queryOptions({
    queryKey: ['reports', from, to],
    queryFn: ({ signal }) => request<ReportAnswer>('GET', `${dayPaths.reports}?${query({ from, to })}`, { signal }),
    staleTime: 0,
    refetchInterval: REPORT_AGAIN_MS,
    placeholderData: keepPreviousData,
  })

/** The address of the sales of a range as CSV. */
export const exportAddress = ({ from, to }: DayRange): string => `${dayPaths.salesExport}?${query({ from, to })}`
