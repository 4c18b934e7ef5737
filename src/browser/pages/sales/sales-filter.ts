import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import * as v from 'valibot'

import { SALES_FILTERS, type SalesFilter } from '#api/sales.ts'
import { MAX_SEARCH_LENGTH } from '#domain/sale/search.ts'
import type { ShopDay } from '#domain/shop-calendar.ts'
import { formatClock, formatShortDay } from '../../i18n/format-time.ts'
import { useText, useLocale } from '../../i18n/use-text.ts'
import { useShopDays } from '../../lib/shop-days.ts'

export type ChangeFilter = (change: { [Part in keyof SalesFilter]?: SalesFilter[Part] | undefined }) => void

/** The filter is in the URL, so that reloads, links and Back show the same sales. */
export function useSalesFilter(): { filter: SalesFilter; change: ChangeFilter; search: string } {
  const [params, setParams] = useSearchParams()
  const search = params.toString()
  const filter = useMemo(() => readSalesFilter(new URLSearchParams(search)), [search])
  const change: ChangeFilter = (part) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(part)) {
          if (value === undefined || value === '') after.delete(name)
          else after.set(name, value)
        }
        return after
      },
      { replace: true },
    )
  return { filter, change, search: search === '' ? '' : `?${search}` }
}

/** Ignores unreadable URL parameters. Defaults to today; a search covers all days. */
export function readSalesFilter(params: URLSearchParams): SalesFilter {
  const given = Object.entries(SALES_FILTERS).flatMap(([name, schema]) => {
    const text = params.get(name)?.trim() || undefined
    const read = v.safeParse(schema, name === 'q' ? text?.slice(0, MAX_SEARCH_LENGTH) : text)
    return read.success && read.output !== undefined ? [[name, read.output]] : []
  })
  const { from, to, ...others } = Object.fromEntries(given) as SalesFilter
  return from !== undefined && to !== undefined && from <= to ? { ...others, from, to } : others
}

/** Formats times of a sale: `14:32:08` today, `Fri 20 Nov, 14:32:08` on another day. */
export function useMoments() {
  const t = useText()
  const locale = useLocale()
  const { today, dayAt, noonOf } = useShopDays()
  // After midnight, the date is the calendar's, although the shop's day continues.
  const momentOf = (day: ShopDay, at: number, clock: string) =>
    day === today ? clock : [formatShortDay(at, locale), clock].join(t('shell.comma'))
  return {
    at: (at: number) => momentOf(dayAt(at), at, formatClock(at)),
    /** The wholesaler's time as written, `2026-11-20 14:32:02`; its time zone is unknown, so it is not converted. */
    ofService: (text: string) => {
      const [, day, clock] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?)$/.exec(text) ?? []
      return day === undefined || clock === undefined || Number.isNaN(Date.parse(day))
        ? text
        : momentOf(day, noonOf(day), clock)
    },
  }
}
