import { dayPaths } from '#contract/proxy/day-paths.ts'
import { Shops, ShopsReport, ShopsReportQuery } from '#contract/proxy/shops.ts'
import type { ShopCalendar } from '#domain/shop-calendar.ts'
import { RequestRefused } from '../failures.ts'
import type { OverShops } from '../shops/over-shops.ts'
import { access } from '../staff/access.ts'
import { readDays } from './sales-list.ts'
import { route, type Route } from './route.ts'

type Deps = {
  /** Absent where the installation has one shop. */
  overShops: OverShops | undefined
  calendar: () => ShopCalendar
}

/** All shops of the installation side by side, for owners. */
export function shopsRoutes({ overShops, calendar }: Deps): Route[] {
  const shops = (): OverShops => {
    if (overShops) return overShops
    throw new RequestRefused(404, 'not-found', 'This installation has one shop.')
  }
  return [
    route({
      method: 'GET',
      path: dayPaths.shops,
      access: access.owner,
      answer: Shops,
      handle: () => shops().read(),
    }),
    route({
      method: 'GET',
      path: dayPaths.shopsReport,
      access: access.owner,
      query: ShopsReportQuery,
      answer: ShopsReport,
      handle: async ({ query: { shops: ids, ...days } }) => {
        // The same days of each shop, which begin at other moments there.
        readDays(days, calendar())
        return shops().report(days, ids?.split(','))
      },
    }),
  ]
}
