import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'

import type { Session } from '#contract/proxy/session.ts'
import { SALE_GROUPS } from '#domain/sale/group.ts'
import { MAX_SEARCH_LENGTH } from '#domain/sale/search.ts'
import { shopDayAt, shopDayBounds, type ShopCalendar, type ShopDay } from '#domain/shop-calendar.ts'
import type { SalesFilter } from '../../api/sale-lists.ts'
import { sessionQuery } from '../../api/session.ts'
import { statusQuery } from '../../api/status.ts'
import { formatClock, formatShortDay } from '../../i18n/format-time.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useNow } from '../../ui/use-now.ts'

export type ChangeFilter = (change: { [Part in keyof SalesFilter]?: SalesFilter[Part] | undefined }) => void

/** What of the list is shown stands in the address: a reload, a link and the way back show the same. */
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

/** What cannot be read in an address somebody typed is left out. */
export function readSalesFilter(params: URLSearchParams): SalesFilter {
  const text = (name: string) => params.get(name)?.trim() || undefined
  const state = SALE_GROUPS.find((group) => group === text('state'))
  const day = text('day')
  const cashier = text('cashier')
  const service = text('service')
  const q = text('q')?.slice(0, MAX_SEARCH_LENGTH)
  return {
    ...(day !== undefined && isDay(day) ? { day } : {}),
    ...(state ? { state } : {}),
    ...(cashier !== undefined && cashier.length <= 40 ? { cashier } : {}),
    ...(service !== undefined && service.length <= 100 ? { service } : {}),
    ...(q ? { q } : {}),
  }
}

function isDay(text: string): boolean {
  const noon = new Date(`${text}T12:00:00Z`)
  return !Number.isNaN(noon.getTime()) && noon.toISOString().slice(0, 10) === text
}

const READ_CLOCK_MS = 30_000
const HALF_A_DAY_MS = 12 * 60 * 60_000

type ShopDays = {
  today: ShopDay
  yesterday: ShopDay
  dayAt: (at: number) => ShopDay
  /** Noon of the calendar day that gives a day its name. */
  noonOf: (day: ShopDay) => number
}

/** The days of the shop, by its calendar and the clock of the proxy. */
export function useShopDays(): ShopDays {
  const now = useNow(READ_CLOCK_MS)
  const { data: ahead = 0 } = useQuery({ ...statusQuery, select: aheadOfUs })
  const { data: calendar = UTC } = useQuery({ ...sessionQuery, select: calendarOf })
  const today = shopDayAt(now + ahead, calendar)
  return {
    today,
    yesterday: shopDayAt(shopDayBounds(today, calendar).from - 1, calendar),
    dayAt: (at) => shopDayAt(at, calendar),
    noonOf: (day) => shopDayBounds(day, { ...calendar, dayStartHour: 0 }).from + HALF_A_DAY_MS,
  }
}

const UTC: ShopCalendar = { timeZone: 'UTC', dayStartHour: 0 }
const calendarOf = ({ timeZone, dayStartHour = 0 }: Session): ShopCalendar => ({ timeZone, dayStartHour })

/** How far the proxy's clock is ahead of this machine's, to the minute: whatever is less changes no day that matters. */
function aheadOfUs({ serverTime }: { serverTime: number }): number {
  return Math.round((serverTime - Date.now()) / 60_000) * 60_000
}

/** Every time of a sale in one style: `14:32:08` today, `Fri 20 Nov, 14:32:08` on another day. */
export function useMoments() {
  const t = useText()
  const locale = useLocale()
  const { today, dayAt, noonOf } = useShopDays()
  // Past midnight the date is the calendar's, although the shop's day goes on.
  const momentOf = (day: ShopDay, at: number, clock: string) =>
    day === today ? clock : [formatShortDay(at, locale), clock].join(t('shell.comma'))
  return {
    at: (at: number) => momentOf(dayAt(at), at, formatClock(at)),
    /** The wholesaler's time as it wrote it, `2026-11-20 14:32:02`; nobody knows its zone, so that it is not converted. */
    ofService: (text: string) => {
      const [, day, clock] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?)$/.exec(text) ?? []
      return day === undefined || clock === undefined || Number.isNaN(Date.parse(day))
        ? text
        : momentOf(day, noonOf(day), clock)
    },
  }
}
