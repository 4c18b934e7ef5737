import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import { proxyPaths } from '#contract/proxy/paths.ts'
import { SalesQuery, type FoundSales, type SaleListPage } from '#contract/proxy/sales.ts'
import { readSaleSearch } from '#domain/sale/search.ts'
import { summaryOf } from '#domain/sale/summary.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { shopDayAt, shopDayBounds } from '#domain/shop-day.ts'
import type { Clock } from '../clock.ts'
import { RequestRefused } from '../failures.ts'
import type { SaleRecordPage, PageRequest, SalesPages } from '../sales/sales-pages.ts'
import type { Seller } from '../sales/sale-staff.ts'
import type { Sales } from '../sales/sales.ts'
import { mayView } from '../sales/sale-access.ts'
import { visibleHere, refuseHistoryAtKiosk, sellerOf } from './kiosk.ts'
import { saleFor } from './sale-view.ts'

const PAGE_SIZE = 50

type Deps = { sales: Pick<Sales, 'openItems'>; pages: SalesPages; clock: Clock; timeZone: string }

/** `GET /api/sales`: the sales of a day, those that are searched for, the lines of a quantity, or the pending desk. */
export function salesListRoutes(app: FastifyInstance, { sales, pages, clock, timeZone }: Deps): void {
  function read(query: SalesQuery, seller: Seller): Promise<SaleRecordPage> {
    const { person } = seller
    if (query.batch !== undefined) return pages.batch(query.batch, person)
    const wish = pageRequestOf(query)
    if (query.q) return pages.found(readSaleSearch(query.q), wish, seller)
    return pages.ofDay(readDay(query.day ?? shopDayAt(clock.now(), timeZone), timeZone), wish, person)
  }

  app.get(proxyPaths.sales, async (request): Promise<SaleListPage | FoundSales> => {
    const query = v.parse(SalesQuery, request.query)
    refuseHistoryAtKiosk(request, query)
    const seller = sellerOf(request)
    const { person } = seller
    const { next, ...page }: SaleRecordPage =
      query.group === 'open-items' ? { sales: await sales.openItems(person) } : await read(query, seller)
    // A quantity is told whole to its cashier, with the lines that somebody took over.
    const isWhole = (sale: SaleRecord) => query.batch !== undefined || mayView(sale, person)
    return {
      ...page,
      sales: visibleHere(request, page.sales, clock.now()).map((sale) =>
        isWhole(sale) ? saleFor(person, sale, clock.now()) : summaryOf(sale),
      ),
      ...(next === undefined ? {} : { next: String(next) }),
    }
  })
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

function readDay(day: string, timeZone: string): { from: number; to: number } {
  const noon = new Date(`${day}T12:00:00Z`)
  // 30 February is read as a day of March, or not at all.
  if (Number.isNaN(noon.getTime()) || noon.toISOString().slice(0, 10) !== day)
    throw new RequestRefused(400, 'invalid-request', `day: ${day} is not a calendar day.`)
  return shopDayBounds(day, timeZone)
}
