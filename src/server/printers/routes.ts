import type { FastifyRequest } from 'fastify'

import type { PrintBody } from '#api/printing.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { RequestRefused } from '../lib/failures.ts'
import { access, terminalOf } from '../staff/access.ts'
import { guardSaleAtKiosk, sellerOf, viewerOf } from '../staff/terminals/kiosk-routes.ts'
import type { ServerParts } from '../parts/server-parts.ts'
import { route, type Route } from '../http/route.ts'
import { saleFor } from '../sales/sale-view.ts'
import { readSaleId } from '../sales/routes.ts'

/** The page names a printer from the settings, never an address. */
export function printerRoutes({ stackFor, staff, printers, clock }: ServerParts): Route[] {
  const view = (request: FastifyRequest, sale: SaleRecord) => saleFor(viewerOf(request), sale, clock.now())
  /** The drawer opens without a sale for a supervisor's test page, or after a person has entered a reason. */
  const mayOpenDrawer = async (request: FastifyRequest): Promise<boolean> =>
    viewerOf(request).role === 'supervisor' || staff.shifts.takeOpening(sellerOf(request))
  const preHandler = guardSaleAtKiosk({ stackFor, clock })
  return [
    route('POST /api/sales/:id/print', {
      access: access.selling,
      preHandler,
      handle: async ({ id, body: { printerId, paper, ...job }, request }) => {
        if (terminalOf(request).isKiosk) refuseManyCuts(job.document)
        const of = { printer: printers.nameOf(printerId), paper }
        const { sales } = stackFor(request)
        const { sale, result } = await sales.print(readSaleId(id), of, sellerOf(request), (begin, isForCash) => {
          const opensDrawer = job.opensDrawer && isForCash && hasDrawer(request)
          return printers.print(printerId, { ...job, opensDrawer }, begin)
        })
        return { result, sale: view(request, sale) }
      },
    }),
    route('POST /api/sales/:id/print-report', {
      access: access.selling,
      preHandler,
      handle: async ({ id, body: { way }, request }) =>
        view(request, await stackFor(request).sales.reportPrint(readSaleId(id), way, sellerOf(request))),
    }),
    route('POST /api/sales/:id/print-answer', {
      access: access.selling,
      preHandler,
      handle: async ({ id, body: { isOnPaper }, request }) =>
        view(request, await stackFor(request).sales.answerPrint(readSaleId(id), isOnPaper, sellerOf(request))),
    }),
    route('POST /api/printers/:id/print', {
      // A kiosk prints only the receipts of its own sales.
      access: access.counter,
      handle: async ({ id, body, request }) => {
        const opensDrawer = body.opensDrawer && hasDrawer(request) && (await mayOpenDrawer(request))
        return { result: await printers.print(id, { ...body, opensDrawer }) }
      },
    }),
  ]
}

/** The most that a shop can choose, each with a cut. */
const MAX_COPIES = 3

function refuseManyCuts({ lines }: PrintBody['document']): void {
  if (lines.filter(({ kind }) => kind === 'cut').length < MAX_COPIES) return
  throw new RequestRefused(403, 'not-allowed', 'A kiosk prints the receipt of its sale, and a cut between its copies.')
}

/** True if the till's drawer holds real money. */
const hasDrawer = (request: FastifyRequest): boolean => {
  const { isKiosk, isPractice } = terminalOf(request)
  return !isKiosk && !isPractice
}
