import { MAX_RANGE_DAYS, type SalesQuery } from '#api/sales.ts'
import { readSaleSearch } from '#domain/sale/search.ts'
import { summaryOf } from '#domain/sale/summary.ts'
import {
  daysFrom,
  hourBounds,
  shopDayAt,
  shopDayBounds,
  type ShopCalendar,
  type ShopDay,
} from '#domain/shop-calendar.ts'
import { RequestRefused } from '../lib/failures.ts'
import { mayView } from '../sales/sale-access.ts'
import type { Seller } from '../sales/sale-staff.ts'
import type { Sales } from '../sales/sales.ts'
import type { PageRequest, SaleRecordPage, SalesPages } from './sales-pages.ts'
import { access } from '../staff/access.ts'
import { refuseHistoryAtKiosk, sellerOf, viewerOf, visibleHere } from '../staff/terminals/kiosk-routes.ts'
import type { ServerParts } from '../parts/server-parts.ts'
import { route, type Route } from '../http/route.ts'
import { saleFor } from '../sales/sale-view.ts'

const PAGE_SIZE = 50

/** Lists a day or a range, the result of a search, or the open items. */
export function salesListRoutes({ stackFor, clock, calendar }: ServerParts): Route[] {
  function read(pages: SalesPages, query: SalesQuery, seller: Seller): Promise<SaleRecordPage> {
    const { person } = seller
    const page = pageRequestOf(query)
    if (query.q) return pages.found(readSaleSearch(query.q), page, seller)
    const range = readRange(query, shopDayAt(clock.now(), calendar()), calendar())
    return range ? pages.ofRange(range, page, person) : Promise.resolve({ sales: [] })
  }

  return [
    route('GET /api/sales', {
      // At a kiosk, `refuseHistoryAtKiosk` and `visibleHere` allow only that terminal's open sales.
      access: access.selling,
      isCompressed: true,
      handle: async ({ query, request }) => {
        refuseHistoryAtKiosk(request, query)
        const seller = sellerOf(request)
        const { person } = seller
        const { sales, salesPages } = stackFor(request)
        const isOpenItems = query.group === 'open-items'
        const { next, ...page }: SaleRecordPage = isOpenItems
          ? { sales: await sales.openItems(person) }
          : await read(salesPages, query, seller)
        return {
          ...page,
          ...(isOpenItems && viewerOf(request).role === 'supervisor' ? await readUnreadable(sales) : {}),
          sales: visibleHere(request, page.sales, clock.now()).map((sale) =>
            mayView(sale, person) ? saleFor(person, sale, clock.now()) : summaryOf(sale),
          ),
          ...(next === undefined ? {} : { next: String(next) }),
        }
      },
    }),
  ]
}

async function readUnreadable({ unreadableRecords }: Pick<Sales, 'unreadableRecords'>) {
  const unreadable = await unreadableRecords()
  return unreadable.sales.length + unreadable.batches.length > 0 ? { unreadable } : {}
}

function pageRequestOf({
  group,
  cashier,
  service,
  brand,
  terminal,
  kind,
  paymentMethod,
  cursor,
}: SalesQuery): PageRequest {
  return {
    limit: PAGE_SIZE,
    ...(group === 'open' ? { openOnly: true } : {}),
    ...(group === undefined || group === 'open' || group === 'open-items' ? {} : { group: group }),
    ...(cashier === undefined ? {} : { cashierId: cashier }),
    ...(service === undefined ? {} : { serviceId: service }),
    ...(brand === undefined ? {} : { brand }),
    ...(terminal === undefined ? {} : { terminalId: terminal }),
    ...(kind === undefined ? {} : { kind }),
    ...(paymentMethod === undefined ? {} : { paymentMethod }),
    ...(cursor === undefined ? {} : { below: Number(cursor) }),
  }
}

/** `undefined` if the clocks skip that hour on that day. */
function readRange(
  { day, from, to, hour }: SalesQuery,
  today: ShopDay,
  calendar: ShopCalendar,
): { from: number; to: number } | undefined {
  const first = from ?? day ?? to ?? today
  const last = to ?? day ?? from ?? today
  const range = readDays({ from: first, to: last }, calendar)
  if (hour === undefined) return range
  if (first !== last) throw new RequestRefused(400, 'invalid-request', 'hour: an hour is one of a single day.')
  return hourBounds(first, Number(hour), calendar)
}

/** Business days, both included, as epoch ms. Throws `RequestRefused` 400. */
export function readDays(
  { from, to }: { from: ShopDay; to: ShopDay },
  calendar: ShopCalendar,
): { from: number; to: number } {
  const days = daysFrom(from, to)
  if (days < 1) throw new RequestRefused(400, 'invalid-request', 'to: the last day comes before the first.')
  if (days > MAX_RANGE_DAYS)
    throw new RequestRefused(400, 'invalid-request', `to: at most ${MAX_RANGE_DAYS} days at a time.`)
  return { from: shopDayBounds(from, calendar).from, to: shopDayBounds(to, calendar).to }
}
