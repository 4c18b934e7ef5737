import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import { proxyPaths } from '#contract/proxy/paths.ts'
import {
  CloseSale,
  ConfirmSale,
  NoContent,
  OpenSale,
  SalesQuery,
  type Revealed,
  type SalesPage,
} from '#contract/proxy/sales.ts'
import type { Duplicate } from '#domain/duplicate.ts'
import type { Person } from '#domain/person.ts'
import { isAnswered, isSettled, type SaleEvent } from '#domain/sale.ts'
import { findSaleId, type SaleId } from '#domain/sale-id.ts'
import type { SaleRecord } from '#domain/sale-record.ts'
import { shopDayAt, shopDayBounds } from '#domain/shop-day.ts'
import type { Clock } from '../clock.ts'
import { Refused } from '../failures.ts'
import { DuplicateSale } from '../journal/sales-store.ts'
import type { Sales, Seller } from '../sales/sales.ts'
import { personOf, terminalOf } from '../staff/access.ts'
import { saleFor } from './sale-view.ts'

const PAGE_SIZE = 50

type Deps = { sales: Sales; clock: Clock; timeZone: string }

/** The sale routes. Each reads its request, asks `sales`, and answers the sale as this person may see it. */
export function saleRoutes(app: FastifyInstance, { sales, clock, timeZone }: Deps): void {
  const view = (person: Person, sale: SaleRecord, events?: SaleEvent[]) => saleFor(person, sale, clock.now(), events)

  /** Rule 11: names the other sale. */
  const refuseDuplicate = (person: Person) => (error: unknown) => {
    if (!(error instanceof DuplicateSale)) throw error
    const { kind, sale } = error.duplicate
    throw new Refused(409, `duplicate-${kind}`, DUPLICATES[kind](sale), { sale: view(person, sale) })
  }

  app.put<IdParams>(proxyPaths.sale(':id'), async (request, reply) => {
    const content = v.parse(OpenSale, request.body)
    const person = personOf(request)
    const seller = { person, terminal: terminalOf(request) }
    const sale = await sales.open(readSaleId(request.params), content, seller).catch(refuseDuplicate(person))
    return reply.code(isAnswered(sale) ? 200 : 202).send(view(person, sale))
  })

  app.post<IdParams>(proxyPaths.confirmSale(':id'), async (request, reply) => {
    const approval = v.parse(ConfirmSale, request.body ?? {})
    const person = personOf(request)
    const seller = { person, terminal: terminalOf(request) }
    const sale = await sales.confirm(readSaleId(request.params), approval, seller).catch(refuseDuplicate(person))
    return reply.code(isSettled(sale) ? 200 : 202).send(view(person, sale))
  })

  for (const [path, step] of [
    [proxyPaths.findSale(':id'), sales.ask],
    [proxyPaths.abandonSale(':id'), sales.abandon],
    [proxyPaths.takeSale(':id'), (id, { person }) => sales.take(id, person)],
    [proxyPaths.givenBack(':id'), (id, { person }) => sales.giveBack(id, person)],
    [proxyPaths.seenSale(':id'), (id, { person }) => sales.see(id, person)],
  ] satisfies [string, (id: SaleId, seller: Seller) => Promise<SaleRecord>][]) {
    app.post<IdParams>(path, async (request, reply) => {
      v.parse(NoContent, request.body)
      const person = personOf(request)
      const sale = await step(readSaleId(request.params), { person, terminal: terminalOf(request) })
      return reply.code(isSettled(sale) ? 200 : 202).send(view(person, sale))
    })
  }

  app.post<IdParams>(proxyPaths.closeSale(':id'), async (request, reply) => {
    const word = v.parse(CloseSale, request.body)
    const person = personOf(request)
    const sale = await sales.close(readSaleId(request.params), word, person)
    return reply.code(isSettled(sale) ? 200 : 202).send(view(person, sale))
  })

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
    return view(person, sale, events)
  })

  app.get(proxyPaths.sales, async (request): Promise<SalesPage> => {
    const query = v.parse(SalesQuery, request.query)
    const person = personOf(request)
    if (query.state === 'desk') return { sales: (await sales.desk(person)).map((sale) => view(person, sale)) }
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
      sales: page.map((sale) => view(person, sale)),
      ...(found.length > PAGE_SIZE && last ? { next: String(last.number) } : {}),
    }
  })
}

const DUPLICATES: Record<Duplicate['kind'], (sale: SaleRecord) => string> = {
  open: ({ number, state }) => `The same sale is not settled yet: sale ${number} is ${state}. Look at that one first.`,
  ask: ({ number, state }) => `Sale ${number} to this account is ${state}. Ask the customer, then send duplicateOf.`,
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
