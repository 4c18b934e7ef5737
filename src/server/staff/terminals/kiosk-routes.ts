import type { FastifyRequest } from 'fastify'

import type { SalesQuery } from '#api/sales.ts'
import type { KnownBatch } from '#domain/sale/batch.ts'
import { countOpenItems, type OpenItemCounts } from '#domain/sale/open-items.ts'
import { isFromKiosk, isVisibleAtKiosk } from '#domain/sale/kiosk.ts'
import { personAt, type Person } from '#domain/person.ts'
import { isUndelivered, type Sale } from '#domain/sale/sale.ts'
import { findSaleId } from '#domain/sale/id.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { Clock } from '../../lib/clock.ts'
import { pick } from '../../lib/pick.ts'
import { RequestRefused } from '../../lib/failures.ts'
import type { Seller } from '../../sales/sale-staff.ts'
import type { Sales } from '../../sales/sales.ts'
import type { StackFor } from '../../account/services.ts'
import { personOf, terminalOf } from '../access.ts'

/** At a kiosk a supervisor sees what a cashier sees. */
export const viewerOf = (request: FastifyRequest): Person => personAt(personOf(request), terminalOf(request))

/** At a kiosk everyone counts as a cashier (rule 17). */
export const sellerOf = (request: FastifyRequest): Seller => ({
  person: viewerOf(request),
  terminal: terminalOf(request),
})

const isAtKiosk = (request: FastifyRequest): boolean => terminalOf(request).isKiosk === true

export const isVisibleHere = (request: FastifyRequest, sale: SaleRecord, now: number): boolean =>
  !isAtKiosk(request) || isVisibleAtKiosk(sale, sellerOf(request), now)

/** A kiosk sees only its own batches, while they are being sold or one of their lines is visible there. */
export const isBatchVisibleHere = (request: FastifyRequest, { batch, sales }: KnownBatch, now: number): boolean =>
  !isAtKiosk(request) ||
  (isFromKiosk(batch, sellerOf(request)) &&
    (batch.state === 'checked' || batch.state === 'running' || sales.some((sale) => isVisibleHere(request, sale, now))))

type GuardDeps = { stackFor: StackFor; clock: Clock }

/** At a kiosk only the sales of `isVisibleAtKiosk` exist, and a new id may be opened. Throws `RequestRefused` 404. */
export const guardSaleAtKiosk =
  ({ stackFor, clock }: GuardDeps) =>
  async (request: FastifyRequest): Promise<void> => {
    if (!isAtKiosk(request)) return
    const id = findSaleId((request.params as { id?: string }).id ?? '')
    if (!id) return
    const found = await stackFor(request)
      .sales.read(id, viewerOf(request))
      .catch((error: unknown) => {
        const isNew = error instanceof RequestRefused && error.status === 404 && error.failure.moneyMoved === 'no'
        if (isNew && request.method === 'PUT') return undefined
        throw error
      })
    if (!found || isVisibleAtKiosk(found.sale, sellerOf(request), clock.now())) return
    throw new RequestRefused(404, 'not-found', 'There is no such sale here.', { moneyMoved: 'unknown' })
  }

/** A kiosk lists only its open items. Throws `RequestRefused` 403. */
export function refuseHistoryAtKiosk(request: FastifyRequest, query: SalesQuery): void {
  if (!isAtKiosk(request)) return
  const { group, ...others } = query
  if (group === 'open-items' && Object.values(others).every((value) => value === undefined)) return
  throw new RequestRefused(403, 'not-allowed', 'A kiosk can only sell.')
}

export const visibleHere = (request: FastifyRequest, sales: readonly SaleRecord[], now: number): SaleRecord[] =>
  sales.filter((sale) => isVisibleHere(request, sale, now))

type Counting = { sales: Pick<Sales, 'countOpenItems' | 'openItems'>; clock: Clock }

/** Counts for the badges. At a kiosk they cover its own open items, without those for a supervisor. */
export async function countVisibleHere(request: FastifyRequest, { sales, clock }: Counting): Promise<OpenItemCounts> {
  const person = viewerOf(request)
  if (!isAtKiosk(request)) return sales.countOpenItems(person)
  const now = clock.now()
  const visible = visibleHere(request, await sales.openItems(person), now)
  const { openItems, ...counts } = countOpenItems(visible, person, now)
  const undelivered = visible.filter(isUndelivered).length
  return { ...counts, openItems: openItems + undelivered, attention: 0, undelivered }
}

/** Of the seller's own batch, not visible here, with only the fields needed to continue with the other lines. */
export const asTakenLine = (sale: Sale): Sale => ({
  ...pick(sale, ['id', 'number', 'version', 'kind', 'state', 'serviceId', 'serviceName', 'brand', 'account', 'amount']),
  ...pick(sale, ['pays', 'isPractice', 'isTest', 'batch', 'international', 'voucher', 'conflicting', 'openedAt']),
  ...pick(sale, ['confirmedAt', 'finalAt', 'cashier', 'terminal']),
  findCount: 0,
  revealCount: 0,
  printCount: 0,
})
