import type { FastifyRequest } from 'fastify'

import type { BatchAnswer, BatchLineAnswer } from '#api/batches.ts'
import type { Failure } from '#api/failure.ts'
import { decimal, money, timesOver } from '#domain/money.ts'
import { approvalOf, batchCash, batchPaymentMethod, saleOfLine } from '#domain/sale/batch.ts'
import { findSaleId } from '#domain/sale/id.ts'
import { isAnswered } from '#domain/sale/sale.ts'
import { RequestRefused } from '../../lib/failures.ts'
import { refuseOutdatedPage } from '../../http/request-shape.ts'
import { DuplicateSaleError } from '../commit-guard.ts'
import { ForeignBatch } from '../store.ts'
import type { Batches, BatchReading } from './batch.ts'
import { access } from '../../staff/access.ts'
import { asTakenLine, isBatchVisibleHere, isVisibleHere, sellerOf, viewerOf } from '../../staff/kiosk-routes.ts'
import type { ServerParts } from '../../server-parts.ts'
import { route, type Route } from '../../http/route.ts'
import { saleFor } from '../sale-view.ts'
import { otherSaleFor, refuseDuplicate } from '../routes.ts'

/** Rule 18. Each route uses the batches of its till, and returns the batch as this person may see it. */
export function batchRoutes({ stackFor, clock, build }: ServerParts): Route[] {
  const batchesOf = (request: FastifyRequest): Batches => stackFor(request).sales.batches
  const view = (request: FastifyRequest, reading: BatchReading) => batchFor(request, reading, clock.now())

  /** Rule 11, as for a single sale. */
  const refuseWithSale = (request: FastifyRequest) => (error: unknown) => {
    if (error instanceof ForeignBatch) throw notHere('no')
    throw error instanceof DuplicateSaleError ? refuseDuplicate(request, error.duplicate, clock.now()) : error
  }

  /** At a kiosk, only its own batches exist. */
  async function requireHere(request: FastifyRequest, id: string): Promise<BatchReading> {
    const reading = await batchesOf(request).read(readBatchId(id), viewerOf(request))
    if (isBatchVisibleHere(request, reading, clock.now())) return reading
    throw notHere('unknown')
  }

  const batch = { access: access.selling, status: statusOf }
  return [
    route('PUT /api/batches/:id', {
      ...batch,
      onRequest: async (request) => refuseOutdatedPage(request, build),
      handle: async ({ id, body, request }) => {
        await requireHere(request, id).catch((error: unknown) => {
          const isNew = error instanceof RequestRefused && error.status === 404 && isNowhere(error.failure)
          if (!isNew) throw error
        })
        return view(
          request,
          await batchesOf(request).open(readBatchId(id), body, sellerOf(request)).catch(refuseWithSale(request)),
        )
      },
    }),
    route('POST /api/batches/:id/confirm', {
      ...batch,
      handle: async ({ id, body, request }) => {
        await requireHere(request, id)
        return view(
          request,
          await batchesOf(request).confirm(id, body, sellerOf(request)).catch(refuseWithSale(request)),
        )
      },
    }),
    route('POST /api/batches/:id/stop', {
      ...batch,
      handle: async ({ id, request }) => {
        await requireHere(request, id)
        return view(request, await batchesOf(request).stop(id, sellerOf(request)))
      },
    }),
    route('GET /api/batches/:id', {
      ...batch,
      handle: async ({ id, request }) => view(request, await requireHere(request, id)),
    }),
  ]
}

/** Copies field by field, so that no new field is exposed by mistake. */
function batchFor(request: FastifyRequest, reading: BatchReading, now: number): BatchAnswer {
  const { batch, otherSale } = reading
  const { kind, serviceId, serviceName, brand, account, customer, amount } = batch.content
  const approval = approvalOf(batch)
  const pays = decimal(amount.amount)
  const paymentMethod = batchPaymentMethod(batch)
  const lines = batch.lines.map((_, index): BatchLineAnswer => {
    const line = index + 1
    const sale = saleOfLine(reading, line)
    const isApproved = approval?.lines.includes(line) === true
    if (!sale) return { line, approved: isApproved }
    const whole = saleFor(viewerOf(request), sale, now)
    return { line, sale: isVisibleHere(request, sale, now) ? whole : asTakenLine(whole), approved: isApproved }
  })
  return {
    id: batch.id,
    version: batch.version,
    state: batch.state,
    count: lines.length,
    kind,
    serviceId,
    serviceName,
    brand,
    ...(account === undefined ? {} : { account }),
    ...(customer === undefined ? {} : { customer }),
    amount,
    pays: amount,
    total: money(timesOver(pays, lines.length), amount.currency),
    cashier: batch.cashier,
    openedAt: batch.openedAt,
    ...(approval ? { approvedAt: approval.at } : {}),
    ...(paymentMethod ? { paymentMethod } : {}),
    ...batchCash(batch),
    ...(batch.isRestored ? { isRestored: true } : {}),
    ...(batch.stop ? { stop: stopFor(request, batch.stop, otherSale, now) } : {}),
    lines,
  }
}

function stopFor(
  request: FastifyRequest,
  { reason, at, line, by, code }: NonNullable<BatchReading['batch']['stop']>,
  otherSale: BatchReading['otherSale'],
  now: number,
): NonNullable<BatchAnswer['stop']> {
  return {
    reason,
    at,
    ...(line === undefined ? {} : { line }),
    ...(by === undefined ? {} : { by }),
    ...(code === undefined ? {} : { code }),
    ...(otherSale ? { sale: otherSaleFor(request, otherSale, now) } : {}),
  }
}

/** 202 while something will change without another request. */
function statusOf({ state, lines }: BatchAnswer): 200 | 202 {
  const isBeingChecked = state === 'checked' && !lines.every(({ sale }) => !sale || isAnswered(sale))
  return state === 'running' || isBeingChecked ? 202 : 200
}

/** True if the batch doesn't exist. A batch that a restore may have lost is started again, and a person confirms it. */
const isNowhere = ({ moneyMoved, mayBeLost }: Failure) => moneyMoved === 'no' || mayBeLost === true

const notHere = (moneyMoved: 'no' | 'unknown') =>
  new RequestRefused(404, 'not-found', 'There is no such quantity here.', { moneyMoved })

/** A ULID, like a sale id. */
function readBatchId(id: string): string {
  if (!findSaleId(id)) throw notHere('no')
  return id
}
