import { useQuery } from '@tanstack/react-query'

import { shopDayAt, shopDayBounds, type ShopDay } from '#domain/shop-day.ts'
import { sessionQuery } from '../../api/session.ts'
import { statusQuery } from '../../api/status.ts'
import { useNow } from '../../ui/use-now.ts'

const LOOK_AGAIN_MS = 30_000
const HALF_A_DAY_MS = 12 * 60 * 60_000

export type ShopDays = {
  today: ShopDay
  yesterday: ShopDay
  dayAt: (at: number) => ShopDay
  /** A moment in the middle of a day, for its name. */
  noonOf: (day: ShopDay) => number
}

/** The days of the shop, in its time zone and by the clock of the till. */
export function useShopDays(): ShopDays {
  const now = useNow(LOOK_AGAIN_MS)
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

/** How far the till's clock is ahead of this machine's, to the minute: whatever is less changes no day that matters. */
function aheadOfUs({ serverTime }: { serverTime: number }): number {
  return Math.round((serverTime - Date.now()) / 60_000) * 60_000
}
