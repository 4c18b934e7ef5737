import type { FastifyRequest } from 'fastify'

import type { BatchAnswer, BatchLineAnswer } from '#api/batches.ts'
import type { Failure } from '#api/failure.ts'
import { partsOfPayment } from '#domain/money/payment.ts'
import {
  approvalOf,
  batchCash,
  linesOf,
  paymentOfLine,
  sumOfLines,
  type BatchContent,
  type BatchRecord,
} from '#domain/sale/batch.ts'
import { findSaleId, type SaleId } from '#domain/sale/id.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { isAnswered } from '#domain/sale/sale.ts'
import { RequestRefused } from '../../lib/failures.ts'
import { pick } from '../../lib/pick.ts'
import { refuseOutdatedPage } from '../../http/request-shape.ts'
import { notedPayment } from '../payment.ts'
import { DuplicateSaleError } from '../commit-guard.ts'
import { ForeignBatch } from '../store.ts'
import type { Batches, BatchReading } from './batch.ts'
import { exportLines } from './lines-export.ts'
import { access } from '../../staff/access.ts'
import {
  asTakenLine,
  isBatchVisibleHere,
  isVisibleHere,
  sellerOf,
  viewerOf,
} from '../../staff/terminals/kiosk-routes.ts'
import type { ServerParts } from '../../parts/server-parts.ts'
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
    route('GET /api/batches/:id/lines.csv', {
      access: access.selling,
      handle: async ({ id, query: { form }, request, reply }) => {
        const lines = exportLines(await requireHere(request, id), form)
        reply.header('content-type', 'text/csv; charset=utf-8')
        reply.header('content-disposition', `attachment; filename="lines-${id}.csv"`)
        return reply.send(lines)
      },
    }),
  ]
}

/** Field by field, so no new field is exposed by mistake. */
function batchFor(request: FastifyRequest, reading: BatchReading, now: number): BatchAnswer {
  const { batch, charge } = reading
  const approval = approvalOf(batch)
  const otherOf = otherSalesFor(request, reading, now)
  return {
    id: batch.id,
    version: batch.version,
    state: batch.state,
    count: batch.lines.length,
    ...contentFor(batch.content),
    total: sumOfLines(batch, linesOf(batch)),
    charge: {
      sold: charge.sold.sum,
      open: charge.open.sum,
      notSold: charge['not-sold'].sum,
      apart: charge.apart.sum,
    },
    cashier: batch.cashier,
    openedAt: batch.openedAt,
    ...(approval ? { approvedAt: approval.at } : {}),
    ...(approval?.payment ? pick(approval.payment, ['paymentMethod', 'split']) : {}),
    ...batchCash(batch),
    ...(batch.isRestored ? { isRestored: true } : {}),
    ...(batch.stop
      ? { stop: { ...pick(batch.stop, ['reason', 'at', 'line', 'by', 'code']), ...otherOf(batch.stop) } }
      : {}),
    lines: linesFor(request, reading, now),
  }
}

function linesFor(request: FastifyRequest, reading: BatchReading, now: number): BatchLineAnswer[] {
  const { batch, sales } = reading
  const approved = new Set(approvalOf(batch)?.lines)
  const everApproved = new Set(batch.approvals.flatMap(({ lines }) => lines))
  const byId = new Map(sales.map((sale) => [sale.id, sale]))
  const otherOf = otherSalesFor(request, reading, now)
  const viewer = viewerOf(request)
  return batch.lines.map(({ saleId, content, skip }, index) => {
    const line = index + 1
    const sale = byId.get(saleId)
    const whole = sale && saleFor(viewer, sale, now)
    return {
      line,
      ...(content ? { content: contentFor(content) } : {}),
      ...(sale && whole ? { sale: isVisibleHere(request, sale, now) ? whole : asTakenLine(whole) } : {}),
      approved: approved.has(line),
      wasApproved: everApproved.has(line),
      ...partsOf(batch, line, sale),
      ...(skip ? { skip: { ...pick(skip, ['reason', 'code']), ...otherOf(skip) } } : {}),
    }
  })
}

/** As the sale records it; until it is sent, as the last approval that names it. */
function partsOf(batch: BatchRecord, line: number, sale: SaleRecord | undefined): Pick<BatchLineAnswer, 'parts'> {
  if (!batch.approvals.some(({ payment }) => payment?.split)) return {}
  const approval = batch.approvals.findLast(({ lines }) => lines.includes(line))
  const payment = (sale && notedPayment(sale)) ?? (approval && paymentOfLine(batch, approval, line))
  return payment ? { parts: partsOfPayment(payment, sumOfLines(batch, [line])) } : {}
}

const contentFor = (content: BatchContent) => ({
  ...pick(content, ['kind', 'serviceId', 'serviceName', 'brand', 'account', 'customer', 'amount']),
  pays: content.amount,
})

const otherSalesFor =
  (request: FastifyRequest, { others }: BatchReading, now: number) =>
  ({ otherSale }: { otherSale?: SaleId }) => {
    const other = others.find(({ id }) => id === otherSale)
    return other ? { sale: otherSaleFor(request, other, now) } : {}
  }

/** 202 while something will change without another request. */
function statusOf({ state, lines }: BatchAnswer): 200 | 202 {
  const isBeingChecked = state === 'checked' && lines.some(isAwaited)
  return state === 'running' || isBeingChecked ? 202 : 200
}

/** The other lines of a quantity are opened after the approval. */
const isAwaited = ({ content, sale, skip }: BatchLineAnswer): boolean =>
  sale ? !isAnswered(sale) : content !== undefined && skip === undefined

/** A batch that a restore may have lost is started again, and a person confirms it. */
const isNowhere = ({ moneyMoved, mayBeLost }: Failure) => moneyMoved === 'no' || mayBeLost === true

const notHere = (moneyMoved: 'no' | 'unknown') =>
  new RequestRefused(404, 'not-found', 'There is no such quantity here.', { moneyMoved })

/** A ULID, like a sale id. */
function readBatchId(id: string): string {
  if (!findSaleId(id)) throw notHere('no')
  return id
}
