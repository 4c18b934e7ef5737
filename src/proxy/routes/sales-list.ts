import { proxyPaths } from '#contract/proxy/paths.ts'
import { SaleListAnswer } from '#contract/proxy/sale-answers.ts'
import { SalesQuery } from '#contract/proxy/sales.ts'
import { readSaleSearch } from '#domain/sale/search.ts'
import { summaryOf } from '#domain/sale/summary.ts'
import { shopDayAt, shopDayBounds, type ShopCalendar } from '#domain/shop-calendar.ts'
import type { Clock } from '../clock.ts'
import { RequestRefused } from '../failures.ts'
import { mayView } from '../sales/sale-access.ts'
import type { Seller } from '../sales/sale-staff.ts'
import type { PageRequest, SaleRecordPage, SalesPages } from '../sales/sales-pages.ts'
import type { StackFor } from '../selling/selling-stack.ts'
import { access } from '../staff/access.ts'
import { refuseHistoryAtKiosk, sellerOf, visibleHere } from './kiosk.ts'
import { route, type Route } from './route.ts'
import { saleFor } from './sale-view.ts'

const PAGE_SIZE = 50

type Deps = { stackFor: StackFor; clock: Clock; calendar: () => ShopCalendar }

/** `GET /api/sales`: the sales of a day, the result of a search, or the open items. */
export function salesListRoutes({ stackFor, clock, calendar }: Deps): Route[] {
  function read(pages: SalesPages, query: SalesQuery, seller: Seller): Promise<SaleRecordPage> {
    const { person } = seller
    const page = pageRequestOf(query)
    if (query.q) return pages.found(readSaleSearch(query.q), page, seller)
    const day = query.day ?? shopDayAt(clock.now(), calendar())
    return pages.ofDay(readDay(day, calendar()), page, person)
  }

  return [
    route({
      method: 'GET',
      path: proxyPaths.sales,
      // At a kiosk `refuseHistoryAtKiosk` and `visibleHere` allow only the open sales of that terminal.
      access: access.selling,
      query: SalesQuery,
      isCompressed: true,
      answer: SaleListAnswer,
      handle: async ({ query, request }) => {
        refuseHistoryAtKiosk(request, query)
        const seller = sellerOf(request)
        const { person } = seller
        const { sales, salesPages } = stackFor(request)
        const { next, ...page }: SaleRecordPage =
          query.group === 'open-items'
            ? { sales: await sales.openItems(person) }
            : await read(salesPages, query, seller)
        return {
          ...page,
          sales: visibleHere(request, page.sales, clock.now()).map((sale) =>
            mayView(sale, person) ? saleFor(person, sale, clock.now()) : summaryOf(sale),
          ),
          ...(next === undefined ? {} : { next: String(next) }),
        }
      },
    }),
  ]
}

function pageRequestOf({ group, cashier, service, cursor }: SalesQuery): PageRequest {
  return {
    limit: PAGE_SIZE,
    ...(group === 'open' ? { openOnly: true } : {}),
    ...(group === undefined || group === 'open' || group === 'open-items' ? {} : { group: group }),
    ...(cashier === undefined ? {} : { cashierId: cashier }),
    ...(service === undefined ? {} : { serviceId: service }),
    ...(cursor === undefined ? {} : { below: Number(cursor) }),
  }
}

function readDay(day: string, calendar: ShopCalendar): { from: number; to: number } {
  const noon = new Date(`${day}T12:00:00Z`)
  // `Date` reads 30 February as a day of March.
  if (Number.isNaN(noon.getTime()) || noon.toISOString().slice(0, 10) !== day)
    throw new RequestRefused(400, 'invalid-request', `day: ${day} is not a calendar day.`)
  return shopDayBounds(day, calendar)
}
