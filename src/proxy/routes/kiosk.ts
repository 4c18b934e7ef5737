import type { FastifyInstance, FastifyRequest } from 'fastify'

import { proxyPaths } from '#contract/proxy/paths.ts'
import type { SalesQuery } from '#contract/proxy/sales.ts'
import { countOpenItems, type OpenItemCounts } from '#domain/sale/open-items.ts'
import { isFromKiosk, isVisibleAtKiosk } from '#domain/sale/kiosk.ts'
import { personAt, type Person } from '#domain/person.ts'
import { isUndelivered, type Sale } from '#domain/sale/sale.ts'
import { findSaleId } from '#domain/sale/id.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { Clock } from '../clock.ts'
import { RequestRefused } from '../failures.ts'
import type { Seller } from '../sales/sale-staff.ts'
import type { Sales } from '../sales/sales.ts'
import { personOf, terminalOf } from '../staff/access.ts'

/** Who looks: at a kiosk a supervisor is shown what a cashier is shown. */
export const viewerOf = (request: FastifyRequest): Person => personAt(personOf(request), terminalOf(request))

/** Who sells, and where: at a kiosk whoever is signed in counts as a cashier (DESIGN rule 17). */
export const sellerOf = (request: FastifyRequest): Seller => ({
  person: viewerOf(request),
  terminal: terminalOf(request),
})

const isAtKiosk = (request: FastifyRequest): boolean => terminalOf(request).isKiosk === true

/** Whether this request may see that sale, as far as the place it comes from decides. */
export const isVisibleHere = (request: FastifyRequest, sale: SaleRecord, now: number): boolean =>
  !isAtKiosk(request) || isVisibleAtKiosk(sale, sellerOf(request), now)

type GuardDeps = { sales: Pick<Sales, 'read'>; clock: Clock }

/**
 * Before every route that names a sale: at a kiosk only what `isVisibleAtKiosk` allows is there. A new id may be opened. Throws `Refused` 404.
 */
export function guardSalesAtKiosk(app: FastifyInstance, { sales, clock }: GuardDeps): void {
  const ofSale = proxyPaths.sale(':id')
  app.addHook<{ Params: { id?: string } }>('preHandler', async (request) => {
    if (!request.routeOptions.url?.startsWith(ofSale) || !isAtKiosk(request)) return
    const id = findSaleId(request.params.id ?? '')
    if (!id) return
    const found = await sales.read(id, viewerOf(request)).catch((error: unknown) => {
      const isNew = error instanceof RequestRefused && error.status === 404 && error.failure.moneyMoved === 'no'
      if (isNew && request.method === 'PUT') return undefined
      throw error
    })
    if (!found || isVisibleAtKiosk(found.sale, sellerOf(request), clock.now())) return
    throw new RequestRefused(404, 'not-found', 'There is no such sale here.', { moneyMoved: 'unknown' })
  })
}

/** At a kiosk there is its desk, and a quantity that is being sold; nothing else is listed. Throws `Refused` 403. */
export function refuseHistoryAtKiosk(request: FastifyRequest, query: SalesQuery): void {
  if (!isAtKiosk(request)) return
  const { group, batch, ...others } = query
  const isOpenList = batch === undefined ? group === 'open-items' : group === undefined
  if (isOpenList && Object.values(others).every((value) => value === undefined)) return
  throw new RequestRefused(403, 'not-allowed', 'At a kiosk nothing but selling is open.')
}

/** Of a list only what may be seen from here. A quantity is told whole while a line of it may be: it has to be known what is sold of it. */
export function visibleHere(request: FastifyRequest, sales: readonly SaleRecord[], now: number): SaleRecord[] {
  if (!isAtKiosk(request)) return [...sales]
  const place = sellerOf(request)
  const batches = new Set(sales.filter((sale) => isVisibleAtKiosk(sale, place, now)).map(({ batch }) => batch?.id))
  batches.delete(undefined)
  return sales.filter(
    (sale) => isVisibleAtKiosk(sale, place, now) || (batches.has(sale.batch?.id) && isFromKiosk(sale, place)),
  )
}

type Counting = { sales: Pick<Sales, 'countOpenItems' | 'openItems'>; clock: Clock }

/** What the badges count; at a kiosk its own open sales, and nothing that takes a supervisor. */
export async function countVisibleHere(request: FastifyRequest, { sales, clock }: Counting): Promise<OpenItemCounts> {
  const person = viewerOf(request)
  if (!isAtKiosk(request)) return sales.countOpenItems(person)
  const now = clock.now()
  const desk = visibleHere(request, await sales.openItems(person), now)
  return { ...countOpenItems(desk, person, now), attention: 0, undelivered: desk.filter(isUndelivered).length }
}

/** A line of one's own quantity that may not be looked at from here: what going on with the next one needs. */
export function asTakenLine(sale: Sale): Sale {
  const { id, number, version, kind, state, serviceId, serviceName, brand, account, amount, pays } = sale
  const { batch, international, voucher, conflicting, openedAt, confirmedAt, finalAt, cashier, terminal } = sale
  return {
    id,
    number,
    version,
    kind,
    state,
    serviceId,
    serviceName,
    brand,
    amount,
    pays,
    openedAt,
    cashier,
    terminal,
    findCount: 0,
    revealCount: 0,
    printCount: 0,
    ...(account === undefined ? {} : { account }),
    ...(batch === undefined ? {} : { batch }),
    ...(international === undefined ? {} : { international }),
    ...(voucher === undefined ? {} : { voucher }),
    ...(conflicting === undefined ? {} : { conflicting }),
    ...(confirmedAt === undefined ? {} : { confirmedAt }),
    ...(finalAt === undefined ? {} : { finalAt }),
  }
}
