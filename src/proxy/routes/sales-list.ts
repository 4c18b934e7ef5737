import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import { proxyPaths } from '#contract/proxy/paths.ts'
import { SalesQuery, type SalesPage } from '#contract/proxy/sales.ts'
import type { Person } from '#domain/person.ts'
import { readSaleSearch } from '#domain/sale-search.ts'
import { shopDayAt, shopDayBounds } from '#domain/shop-day.ts'
import type { Clock } from '../clock.ts'
import { Refused } from '../failures.ts'
import type { Page, PageWish, SalesPages } from '../sales/sales-pages.ts'
import type { Sales } from '../sales/sales.ts'
import { openHere, refuseHistoryAtKiosk, viewerOf } from './kiosk.ts'
import { saleFor } from './sale-view.ts'

const PAGE_SIZE = 50

type Deps = { sales: Pick<Sales, 'desk'>; pages: SalesPages; clock: Clock; timeZone: string }

/** `GET /api/sales`: the sales of a day, those that are searched for, the lines of a quantity, or the pending desk. */
export function salesListRoutes(app: FastifyInstance, { sales, pages, clock, timeZone }: Deps): void {
  function read(query: SalesQuery, person: Person): Promise<Page> {
    if (query.batch !== undefined) return pages.batch(query.batch, person)
    const wish = wishOf(query)
    if (query.q) return pages.found(readSaleSearch(query.q), wish, person)
    return pages.ofDay(readDay(query.day ?? shopDayAt(clock.now(), timeZone), timeZone), wish, person)
  }

  app.get(proxyPaths.sales, async (request): Promise<SalesPage> => {
    const query = v.parse(SalesQuery, request.query)
    refuseHistoryAtKiosk(request, query)
    const person = viewerOf(request)
    const { next, ...page }: Page =
      query.state === 'desk' ? { sales: await sales.desk(person) } : await read(query, person)
    return {
      ...page,
      sales: openHere(request, page.sales, clock.now()).map((sale) => saleFor(person, sale, clock.now())),
      ...(next === undefined ? {} : { next: String(next) }),
    }
  })
}

function wishOf({ state, cashier, service, cursor }: SalesQuery): PageWish {
  return {
    limit: PAGE_SIZE,
    ...(state === 'unsettled' ? { unsettledOnly: true } : {}),
    ...(state === undefined || state === 'unsettled' || state === 'desk' ? {} : { group: state }),
    ...(cashier === undefined ? {} : { cashierId: cashier }),
    ...(service === undefined ? {} : { serviceId: service }),
    ...(cursor === undefined ? {} : { below: Number(cursor) }),
  }
}

function readDay(day: string, timeZone: string): { from: number; to: number } {
  const noon = new Date(`${day}T12:00:00Z`)
  // 30 February is read as a day of March, or not at all.
  if (Number.isNaN(noon.getTime()) || noon.toISOString().slice(0, 10) !== day)
    throw new Refused(400, 'unreadable', `day: ${day} is not a calendar day.`)
  return shopDayBounds(day, timeZone)
}
