import { useQuery } from '@tanstack/react-query'

import type { Session } from '#api/session.ts'
import { shopDayAt, shopDayBounds, type ShopCalendar, type ShopDay } from '#domain/shop-calendar.ts'
import { statusQuery, useServerNow } from '../api/status.ts'
import { sessionQuery } from '../api/session.ts'
import { formatShortDay, formatTime } from '../i18n/format-time.ts'
import { useLocale } from '../i18n/use-text.ts'
import { useNow } from '../ui/use-now.ts'

const READ_CLOCK_MS = 30_000
const HALF_A_DAY_MS = 12 * 60 * 60_000

type ShopDays = {
  today: ShopDay
  yesterday: ShopDay
  dayAt: (at: number) => ShopDay
  /** Noon of the calendar day that the shop day is named after. */
  noonOf: (day: ShopDay) => number
}

export function useShopDays(): ShopDays {
  const now = useNow(READ_CLOCK_MS)
  const { data: ahead = 0 } = useQuery({ ...statusQuery, select: aheadOfUs })
  const calendar = useShopCalendar()
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

export function useShopCalendar(): ShopCalendar {
  return useQuery({ ...sessionQuery, select: calendarOf }).data ?? UTC
}

/** How far the server's clock is ahead of this machine's (ms), rounded to minutes. */
function aheadOfUs({ serverTime }: { serverTime: number }): number {
  return Math.round((serverTime - Date.now()) / 60_000) * 60_000
}

/** Formats a time today without its date; other times include the day. */
export function useFormatDate(): (at: number) => string {
  const locale = useLocale()
  const today = formatShortDay(useServerNow(), locale)
  return (at) => {
    const day = formatShortDay(at, locale)
    return day === today ? formatTime(at) : `${day} ${formatTime(at)}`
  }
}
