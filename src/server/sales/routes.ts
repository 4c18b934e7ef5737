import type { FastifyRequest } from 'fastify'

import type { Duplicate } from '#domain/sale/duplicate.ts'
import { findSaleId, type SaleId } from '#domain/sale/id.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { mayReveal } from '#domain/sale/reveal-rights.ts'
import type { SaleHistory } from '#domain/sale/event.ts'
import { isAnswered, isComplete, type Sale } from '#domain/sale/sale.ts'
import { summaryOf, type SaleSummary } from '#domain/sale/summary.ts'
import { RequestRefused } from '../lib/failures.ts'
import { refuseOutdatedPage } from '../http/request-shape.ts'
import { DuplicateSaleError } from './commit-guard.ts'
import { ForeignBatch } from './store.ts'
import { ProviderDiffersError } from './confirm-sale.ts'
import { mayView } from './sale-access.ts'
import type { Seller } from './sale-staff.ts'
import type { Sales } from './sales.ts'
import { access, type AccessRule } from '../staff/access.ts'
import { guardSaleAtKiosk, isVisibleHere, sellerOf, viewerOf } from '../staff/terminals/kiosk-routes.ts'
import type { ServerParts } from '../parts/server-parts.ts'
import { route, type Route } from '../http/route.ts'
import { saleFor } from './sale-view.ts'

function saleAnswers({ statusLinks, clock }: ServerParts) {
  function view(request: FastifyRequest, sale: SaleRecord, history?: SaleHistory): Sale {
    const statusLink = statusLinks?.linkTo(sale)
    return {
      ...saleFor(viewerOf(request), sale, clock.now(), history),
      ...(statusLink === undefined ? {} : { statusLink }),
    }
  }

  /** Contains the sale in question (rules 10 and 11), or its summary if it is not visible here. */
  const refuseWithSale = (request: FastifyRequest) => (error: unknown) => {
    if (error instanceof ProviderDiffersError) {
      throw new RequestRefused(409, 'operator-differs', error.message, { sale: view(request, error.sale) })
    }
    if (error instanceof ForeignBatch) {
      const message = 'This sale already exists with different content. Start a new sale.'
      throw new RequestRefused(409, 'content-mismatch', message, { moneyMoved: 'unknown' })
    }
    throw error instanceof DuplicateSaleError ? refuseDuplicate(request, error.duplicate, clock.now()) : error
  }

  return { view, refuseWithSale }
}

type SaleAnswers = ReturnType<typeof saleAnswers>

/** Each route uses the sales of its till, and returns the sale as this person may see it. */
export function saleRoutes(deps: ServerParts): Route[] {
  const { stackFor, clock } = deps
  const answers = saleAnswers(deps)
  const preHandler = guardSaleAtKiosk({ stackFor, clock })
  return [...moneyRoutes(deps, answers), ...codeRoutes(deps, answers)].map((each) => ({ ...each, preHandler }))
}

/** These routes move money, or decide whether it moved. */
function moneyRoutes({ stackFor, build }: ServerParts, { view, refuseWithSale }: SaleAnswers): Route[] {
  const salesOf = (request: FastifyRequest): Sales => stackFor(request).sales

  type StepOfSale = 'find' | 'abandon' | 'take-over' | 'acknowledge'
  type Step = (sales: Sales, id: SaleId, seller: Seller) => Promise<SaleRecord>
  const stepRoute = (step: StepOfSale, rule: AccessRule, take: Step): Route =>
    route(`POST /api/sales/:id/${step}`, {
      access: rule,
      status: completeOrNot,
      handle: async ({ id, request }) => view(request, await take(salesOf(request), readSaleId(id), sellerOf(request))),
    })

  return [
    route('PUT /api/sales/:id', {
      access: access.selling,
      status: (sale) => (isAnswered(sale) ? 200 : 202),
      onRequest: async (request) => refuseOutdatedPage(request, build),
      handle: async ({ id, body, request }) => {
        const opening = salesOf(request).open(readSaleId(id), body, sellerOf(request))
        return view(request, await opening.catch(refuseWithSale(request)))
      },
    }),
    route('POST /api/sales/:id/confirm', {
      access: access.selling,
      status: completeOrNot,
      handle: async ({ id, body, request }) => {
        const confirming = salesOf(request).confirm(readSaleId(id), body, sellerOf(request))
        return view(request, await confirming.catch(refuseWithSale(request)))
      },
    }),
    stepRoute('find', access.selling, (sales, id, seller) => sales.poll(id, seller)),
    stepRoute('abandon', access.selling, (sales, id, seller) => sales.abandon(id, seller)),
    stepRoute('take-over', access.counter, (sales, id, seller) => sales.takeOver(id, seller)),
    route('POST /api/sales/:id/refunded', {
      access: access.selling,
      status: completeOrNot,
      handle: async ({ id, body, request }) => {
        const refunding = salesOf(request).markRefunded(readSaleId(id), sellerOf(request), body?.paymentMethod)
        return view(request, await refunding)
      },
    }),
    stepRoute('acknowledge', { ...access.selling, isAutomatic: true }, (sales, id, { person }) =>
      sales.acknowledge(id, person),
    ),
    route('POST /api/sales/:id/resolve', {
      access: access.stepUp,
      status: completeOrNot,
      handle: async ({ id, body, request }) =>
        view(request, await salesOf(request).resolve(readSaleId(id), body, sellerOf(request))),
    }),
  ]
}

function codeRoutes({ stackFor, stepUp, clock }: ServerParts, { view }: SaleAnswers): Route[] {
  const salesOf = (request: FastifyRequest): Sales => stackFor(request).sales
  return [
    route('POST /api/sales/:id/reveal', {
      access: access.selling,
      handle: async ({ id: text, body, request, reply }) => {
        const { reason, pin } = body ?? {}
        const sales = salesOf(request)
        const seller = sellerOf(request)
        const id = readSaleId(text)
        // A PIN is checked only if one is needed.
        const wanted = await sales.read(id, seller.person)
        const hasStepUp =
          mayReveal(wanted.sale, seller.person, clock.now()) === 'with-reason' && (await stepUp.hasStepUp(request, pin))
        const { sale, receipt, voucher } = await sales.reveal(id, { reason, hasStepUp }, seller)
        reply.header('cache-control', 'no-store')
        return { receipt: receipt ?? null, voucher: voucher ?? null, sale: view(request, sale) }
      },
    }),
    route('POST /api/sales/:id/delivered', {
      access: access.selling,
      handle: async ({ id, body: { method }, request }) =>
        view(request, await salesOf(request).deliver(readSaleId(id), method, sellerOf(request))),
    }),
    route('GET /api/sales/:id', {
      access: access.selling,
      handle: async ({ id, request }) => {
        const { sale, history } = await salesOf(request).read(readSaleId(id), viewerOf(request))
        return view(request, sale, history)
      },
    }),
  ]
}

const completeOrNot = (sale: Sale) => (isComplete(sale) ? 200 : 202)

const isViewableHere = (request: FastifyRequest, sale: SaleRecord, now: number): boolean =>
  isVisibleHere(request, sale, now) && mayView(sale, viewerOf(request))

/** Only a summary if the sale may not be seen here. */
export const otherSaleFor = (request: FastifyRequest, sale: SaleRecord, now: number): Sale | SaleSummary =>
  isViewableHere(request, sale, now) ? saleFor(viewerOf(request), sale, now) : summaryOf(sale)

export const refuseDuplicate = (request: FastifyRequest, { kind, sale }: Duplicate, now: number): RequestRefused =>
  new RequestRefused(409, kind === 'blocked' ? 'duplicate-blocked' : 'confirm-duplicate', DUPLICATES[kind](sale), {
    sale: otherSaleFor(request, sale, now),
  })

const DUPLICATES: Record<Duplicate['kind'], (sale: SaleRecord) => string> = {
  blocked: ({ number, state }) => `The same sale is not settled yet: sale ${number} is ${state}. Check that one first.`,
  confirm: ({ number, state }) =>
    `Sale ${number} to this account is ${state}. Ask the customer, then send duplicateOf.`,
}

/** Throws `RequestRefused` 404. */
export function readSaleId(text: string): SaleId {
  const id = findSaleId(text)
  if (!id) throw new RequestRefused(404, 'not-found', 'There is no such sale here.')
  return id
}
