import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { proxyPaths } from '#contract/proxy/paths.ts'
import {
  ResolveSale,
  ConfirmSale,
  DeliverSale,
  NoContent,
  OpenSale,
  RevealSale,
  type Revealed,
} from '#contract/proxy/sales.ts'
import type { Duplicate } from '#domain/sale/duplicate.ts'
import { isAnswered, isComplete, type SaleEvent } from '#domain/sale/sale.ts'
import { findSaleId, type SaleId } from '#domain/sale/id.ts'
import { mayReveal } from '#domain/sale/reveal-rights.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { summaryOf } from '#domain/sale/summary.ts'
import type { Clock } from '../clock.ts'
import { RequestRefused } from '../failures.ts'
import { DuplicateSaleError, ForeignBatch, BatchLineTaken } from '../journal/sales-store.ts'
import { ProviderDiffersError } from '../sales/confirm-sale.ts'
import type { Seller } from '../sales/sale-staff.ts'
import type { Sales } from '../sales/sales.ts'
import { mayView } from '../sales/sale-access.ts'
import type { StepUp } from '../staff/step-up.ts'
import { asTakenLine, guardSalesAtKiosk, isVisibleHere, sellerOf, viewerOf } from './kiosk.ts'
import { saleFor } from './sale-view.ts'

type Deps = { sales: Sales; stepUp: StepUp; clock: Clock }

/** The sale routes. Each reads its request, asks `sales`, and answers the sale as this person may see it. */
export function saleRoutes(app: FastifyInstance, { sales, stepUp, clock }: Deps): void {
  guardSalesAtKiosk(app, { sales, clock })
  const view = (request: FastifyRequest, sale: SaleRecord, events?: SaleEvent[]) =>
    saleFor(viewerOf(request), sale, clock.now(), events)
  const maySeeHere = (request: FastifyRequest, sale: SaleRecord) =>
    isVisibleHere(request, sale, clock.now()) && mayView(sale, viewerOf(request))

  /** Rules 10 and 11: names the sale it is about. Of another one that may not be seen from here, whoever sells the same is told the summary. */
  const refuseWithSale = (request: FastifyRequest) => (error: unknown) => {
    if (error instanceof ForeignBatch) throw new RequestRefused(404, 'not-found', 'There is no such quantity here.')
    if (error instanceof BatchLineTaken) {
      const message = `Line ${error.sale.batch?.line} of this quantity is sale ${error.sale.number} already.`
      throw new RequestRefused(409, 'batch-line-taken', message, {
        // Only who began the quantity gets this far, and goes on behind this line.
        sale: maySeeHere(request, error.sale) ? view(request, error.sale) : asTakenLine(view(request, error.sale)),
      })
    }
    if (error instanceof ProviderDiffersError) {
      throw new RequestRefused(409, 'operator-differs', error.message, { sale: view(request, error.sale) })
    }
    if (!(error instanceof DuplicateSaleError)) throw error
    const { kind, sale } = error.duplicate
    throw new RequestRefused(
      409,
      kind === 'blocked' ? 'duplicate-blocked' : 'confirm-duplicate',
      DUPLICATES[kind](sale),
      {
        sale: maySeeHere(request, sale) ? view(request, sale) : summaryOf(sale),
      },
    )
  }

  app.put<IdParams>(proxyPaths.sale(':id'), async (request, reply) => {
    const content = v.parse(OpenSale, request.body)
    const opening = sales.open(readSaleId(request.params), content, sellerOf(request))
    const sale = await opening.catch(refuseWithSale(request))
    return reply.code(isAnswered(sale) ? 200 : 202).send(view(request, sale))
  })

  app.post<IdParams>(proxyPaths.confirmSale(':id'), async (request, reply) => {
    const approval = v.parse(ConfirmSale, request.body ?? {})
    const confirming = sales.confirm(readSaleId(request.params), approval, sellerOf(request))
    const sale = await confirming.catch(refuseWithSale(request))
    return reply.code(isComplete(sale) ? 200 : 202).send(view(request, sale))
  })

  for (const [path, step] of [
    [proxyPaths.findSale(':id'), sales.poll],
    [proxyPaths.abandonSale(':id'), sales.abandon],
    [proxyPaths.takeOverSale(':id'), sales.takeOver],
    [proxyPaths.refundedSale(':id'), sales.markRefunded],
    [proxyPaths.acknowledgeSale(':id'), (id, { person }) => sales.acknowledge(id, person)],
  ] satisfies [string, (id: SaleId, seller: Seller) => Promise<SaleRecord>][]) {
    app.post<IdParams>(path, async (request, reply) => {
      v.parse(NoContent, request.body)
      const sale = await step(readSaleId(request.params), sellerOf(request))
      return reply.code(isComplete(sale) ? 200 : 202).send(view(request, sale))
    })
  }

  app.post<IdParams>(proxyPaths.resolveSale(':id'), async (request, reply) => {
    const word = v.parse(ResolveSale, request.body)
    const sale = await sales.resolve(readSaleId(request.params), word, sellerOf(request))
    return reply.code(isComplete(sale) ? 200 : 202).send(view(request, sale))
  })

  app.post<IdParams>(proxyPaths.revealSale(':id'), async (request, reply) => {
    const { reason, pin } = v.parse(RevealSale, request.body) ?? {}
    const seller = sellerOf(request)
    const id = readSaleId(request.params)
    // A PIN is looked at only where one is asked for.
    const wanted = await sales.read(id, seller.person)
    const hasStepUp =
      mayReveal(wanted.sale, seller.person, clock.now()) === 'with-reason' && (await stepUp.hasStepUp(request, pin))
    const { sale, receipt, voucher } = await sales.reveal(id, { reason, hasStepUp }, seller)
    const revealed: Revealed = { receipt: receipt ?? null, voucher: voucher ?? null, sale: view(request, sale) }
    return reply.header('cache-control', 'no-store').send(revealed)
  })

  app.post<IdParams>(proxyPaths.deliveredSale(':id'), async (request) => {
    const { method } = v.parse(DeliverSale, request.body)
    return view(request, await sales.deliver(readSaleId(request.params), method, sellerOf(request)))
  })

  app.get<IdParams>(proxyPaths.sale(':id'), async (request) => {
    const { sale, events } = await sales.read(readSaleId(request.params), viewerOf(request))
    return view(request, sale, events)
  })
}

const DUPLICATES: Record<Duplicate['kind'], (sale: SaleRecord) => string> = {
  blocked: ({ number, state }) =>
    `The same sale is not settled yet: sale ${number} is ${state}. Look at that one first.`,
  confirm: ({ number, state }) =>
    `Sale ${number} to this account is ${state}. Ask the customer, then send duplicateOf.`,
}

type IdParams = { Params: { id: string } }

function readSaleId({ id }: { id: string }): SaleId {
  const saleId = findSaleId(id)
  if (!saleId) throw new RequestRefused(404, 'not-found', 'There is no such sale here.')
  return saleId
}
