import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import { proxyPaths } from '#contract/proxy/paths.ts'
import { ConfirmSale, NoContent, OpenSale, SalesQuery, type Revealed, type SalesPage } from '#contract/proxy/sales.ts'
import { isAnswered, isSettled } from '#domain/sale.ts'
import { findSaleId, type SaleId } from '#domain/sale-id.ts'
import { shopDayAt, shopDayBounds } from '#domain/shop-day.ts'
import type { Clock } from '../clock.ts'
import { Refused } from '../failures.ts'
import type { Sales } from '../sales/sales.ts'
import { personOf, terminalOf } from '../staff/access.ts'
import { saleFor } from './sale-view.ts'

const PAGE_SIZE = 50

type Deps = { sales: Sales; clock: Clock; timeZone: string }

/** The sale routes. Each reads its request, asks `sales`, and answers the sale as this person may see it. */
export function saleRoutes(app: FastifyInstance, { sales, clock, timeZone }: Deps): void {
  app.put<IdParams>(proxyPaths.sale(':id'), async (request, reply) => {
    const content = v.parse(OpenSale, request.body)
    const person = personOf(request)
    const sale = await sales.open(readSaleId(request.params), content, { person, terminal: terminalOf(request) })
    return reply.code(isAnswered(sale) ? 200 : 202).send(saleFor(person, sale))
  })

  app.post<IdParams>(proxyPaths.confirmSale(':id'), async (request, reply) => {
    const { version } = v.parse(ConfirmSale, request.body ?? {})
    const person = personOf(request)
    const seller = { person, terminal: terminalOf(request) }
    const sale = await sales.confirm(readSaleId(request.params), version, seller)
    return reply.code(isSettled(sale) ? 200 : 202).send(saleFor(person, sale))
  })

  for (const [path, step] of [
    [proxyPaths.findSale(':id'), sales.ask],
    [proxyPaths.abandonSale(':id'), sales.abandon],
  ] as const) {
    app.post<IdParams>(path, async (request, reply) => {
      v.parse(NoContent, request.body)
      const person = personOf(request)
      const sale = await step(readSaleId(request.params), { person, terminal: terminalOf(request) })
      return reply.code(isSettled(sale) ? 200 : 202).send(saleFor(person, sale))
    })
  }

  app.post<IdParams>(proxyPaths.revealSale(':id'), async (request, reply) => {
    v.parse(NoContent, request.body)
    const seller = { person: personOf(request), terminal: terminalOf(request) }
    const receipt = await sales.revealReceipt(readSaleId(request.params), seller)
    const revealed: Revealed = { receipt: receipt ?? null }
    return reply.header('cache-control', 'no-store').send(revealed)
  })

  app.get<IdParams>(proxyPaths.sale(':id'), async (request) => {
    const person = personOf(request)
    const { sale, events } = await sales.read(readSaleId(request.params), person)
    return saleFor(person, sale, events)
  })

  app.get(proxyPaths.sales, async (request): Promise<SalesPage> => {
    const query = v.parse(SalesQuery, request.query)
    const person = personOf(request)
    const bounds = readDay(query.day ?? shopDayAt(clock.now(), timeZone), timeZone)
    const found = await sales.list(
      {
        ...bounds,
        ...(query.state ? { unsettledOnly: true } : {}),
        ...(query.cursor ? { below: Number(query.cursor) } : {}),
        limit: PAGE_SIZE + 1,
      },
      person,
    )
    const page = found.slice(0, PAGE_SIZE)
    const last = page.at(-1)
    return {
      sales: page.map((sale) => saleFor(person, sale)),
      ...(found.length > PAGE_SIZE && last ? { next: String(last.number) } : {}),
    }
  })
}

type IdParams = { Params: { id: string } }

function readSaleId({ id }: { id: string }): SaleId {
  const saleId = findSaleId(id)
  if (!saleId) throw new Refused(404, 'unknown', 'There is no such sale here.')
  return saleId
}

function readDay(day: string, timeZone: string): { from: number; to: number } {
  if (Number.isNaN(Date.parse(`${day}T12:00:00Z`)))
    throw new Refused(400, 'unreadable', `day: ${day} is not a calendar day.`)
  return shopDayBounds(day, timeZone)
}
