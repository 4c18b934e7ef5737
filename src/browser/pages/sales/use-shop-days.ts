import { useQuery } from '@tanstack/react-query'

import { shopDayAt, shopDayBounds, type ShopDay } from '#domain/shop-day.ts'
import { sessionQuery } from '../../api/session.ts'
import { statusQuery } from '../../api/status.ts'
import { formatClock, formatShortDay } from '../../i18n/format-time.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useNow } from '../../ui/use-now.ts'

const READ_CLOCK_MS = 30_000
const HALF_A_DAY_MS = 12 * 60 * 60_000

export type ShopDays = {
  today: ShopDay
  yesterday: ShopDay
  dayAt: (at: number) => ShopDay
  /** A moment in the middle of a day, for its name. */
  noonOf: (day: ShopDay) => number
}

/** The days of the shop, in its time zone and by the clock of the proxy. */
export function useShopDays(): ShopDays {
  const now = useNow(READ_CLOCK_MS)
  const { data: ahead = 0 } = useQuery({ ...statusQuery, select: aheadOfUs })
  const { data: timeZone = 'UTC' } = useQuery({ ...sessionQuery, select: (session) => session.timeZone })
  const today = shopDayAt(now + ahead, timeZone)
  return {
    today,
    yesterday: shopDayAt(shopDayBounds(today, timeZone).from - 1, timeZone),
    dayAt: (at) => shopDayAt(at, timeZone),
    noonOf: (day) => shopDayBounds(day, timeZone).from + HALF_A_DAY_MS,
  }
}

/** How far the proxy's clock is ahead of this machine's, to the minute: whatever is less changes no day that matters. */
function aheadOfUs({ serverTime }: { serverTime: number }): number {
  return Math.round((serverTime - Date.now()) / 60_000) * 60_000
}

/** Every time of a sale in one style: `14:32:08` today, `Fri 20 Nov, 14:32:08` on another day. */
export function useMoments() {
  const t = useText()
  const locale = useLocale()
  const { today, dayAt, noonOf } = useShopDays()
  const momentOf = (day: ShopDay, clock: string) =>
    day === today ? clock : [formatShortDay(noonOf(day), locale), clock].join(t('shell.comma'))
  return {
    at: (at: number) => momentOf(dayAt(at), formatClock(at)),
    /** The wholesaler's time as it wrote it, `2026-11-20 14:32:02`; nobody knows its zone, so that it is not converted. */
    ofService: (text: string) => {
      const [, day, clock] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?)$/.exec(text) ?? []
      return day === undefined || clock === undefined || Number.isNaN(Date.parse(day)) ? text : momentOf(day, clock)
    },
  }
}
