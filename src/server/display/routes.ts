import type { FastifyRequest } from 'fastify'

import type { DisplayView, Ticket } from '#api/displays.ts'
import { shelfOf } from '#domain/catalog/customer-shelf.ts'
import { isNumberOf, providerOf } from '#domain/customer-display.ts'
import { findDecimal, money } from '#domain/money/money.ts'
import { findSaleId } from '#domain/sale/id.ts'
import { isYoungerThan } from '#domain/sale/sale.ts'
import { statusOriginOf } from '../config/config.ts'
import { wrongCode } from '../lib/failures.ts'
import { access, actorOf, displayOf, personOf, terminalOf } from '../staff/access.ts'
import type { Asked } from './till-tickets.ts'
import { askedOf, shownBatch, shownSale, viewOfShown, viewOfTyped, type Shown } from './display-view.ts'
import type { ServerParts } from '../parts/server-parts.ts'
import { route, type Route } from '../http/route.ts'

/** A sale sent longer ago is not current for a page that opens it again (ms). */
const PRESENT_MS = 60_000
const NO_TICKET: Ticket = { kind: 'none' }

type Found = { shown: Shown; cashierId: string; confirmedAt: number | undefined }

/** Looks in the till's own journal. */
async function findNamed(
  { stackFor, statusLinks }: ServerParts,
  request: FastifyRequest,
  { kind, id }: { kind: 'sale' | 'batch'; id: string },
): Promise<Found | undefined> {
  const { sales } = stackFor(request)
  if (kind === 'batch') {
    const known = await sales.findBatchForCustomer(id)
    const confirmedAt = known?.batch.approvals.at(-1)?.at
    return known && { shown: shownBatch(known), cashierId: known.batch.cashier.id, confirmedAt }
  }
  const saleId = findSaleId(id)
  const sale = saleId && (await sales.findForCustomer(saleId))
  if (!sale) return undefined
  const shown = shownSale(sale, statusLinks?.linkTo(sale))
  return { shown, cashierId: sale.cashier.id, confirmedAt: sale.confirmedAt }
}

function displayTickets(deps: ServerParts) {
  const { stackFor, config, clock } = deps
  const { tickets, settings } = deps.staff

  /** The ticket, and what its customer is asked. A colleague's sale, or one sent before it was shown here, is not current. */
  async function readTicket(
    request: FastifyRequest,
    reported: Ticket,
  ): Promise<{ ticket: Ticket; asked?: Asked | undefined }> {
    if (reported.kind === 'none') return { ticket: reported }
    if (reported.kind === 'typed') {
      const { sale: kind, product, number, account } = reported
      const amount = findDecimal(reported.pays?.amount)
      const isWhole = product && number !== undefined && account !== undefined && kind !== 'voucher'
      // The customer first sees everything, including the amount.
      if (!isWhole || !reported.pays || !amount || !isNumberOf(kind, number, account)) return { ticket: reported }
      const pays = money(amount, reported.pays.currency)
      return { ticket: reported, asked: { question: { kind, product: product.id, account, pays }, number } }
    }
    const found = await findNamed(deps, request, reported)
    if (!found || found.cashierId !== personOf(request).id) return { ticket: NO_TICKET }
    const { ticket: before } = tickets.current(terminalOf(request).id)
    const isFollowed = before.kind === reported.kind && before.id === reported.id
    const isPresent =
      isFollowed || found.confirmedAt === undefined || isYoungerThan(PRESENT_MS, found.confirmedAt, clock.now())
    return isPresent ? { ticket: reported, asked: askedOf(found.shown) } : { ticket: NO_TICKET }
  }

  /** Uses the server's own data, never the page's, so pictures come only from allowed hosts. */
  function pictureFor(request: FastifyRequest, product: string): string | undefined {
    const { offers, catalog } = stackFor(request)
    const tile = catalog.latest()?.tiles.find(({ action }) => action.kind === 'sell' && action.serviceId === product)
    return tile?.imageSmall ?? tile?.imageLarge ?? offers.providerShown(providerOf(product) ?? '')?.logo
  }

  async function viewFor(request: FastifyRequest): Promise<DisplayView> {
    const isPractice = config.practice || displayOf(request).till.isPractice === true
    return { ...(await presentView(request)), ...(isPractice && { isPractice }) }
  }

  async function presentView(request: FastifyRequest): Promise<DisplayView> {
    const display = displayOf(request)
    const { id } = display.till
    tickets.noteRead(display)
    const { ticket, ...present } = tickets.current(id)
    if (ticket.kind === 'none') return { show: 'idle' }
    if (ticket.kind === 'typed') {
      const { product } = ticket
      return viewOfTyped(ticket, present, product && pictureFor(request, product.id))
    }
    const found = await findNamed(deps, request, ticket)
    if (!found) return { show: 'idle' }
    const context = {
      mustConfirm: settings.current().requiresCustomerConfirmation,
      stageForMs: tickets.noteStage(id, found.shown.stage),
      picture: found.shown.content.international?.provider.logo ?? pictureFor(request, found.shown.content.serviceId),
    }
    return viewOfShown(found.shown, ticket.cashTendered, present, context)
  }

  return { readTicket, viewFor }
}

/** Pairing and ending, what the till reports, and what displays show and answer. */
export function displayRoutes(deps: ServerParts): Route[] {
  const { cookies, shopName } = deps
  const { displays, tickets, settings, denials, phones } = deps.staff
  const origin = statusOriginOf(deps.config)
  const { readTicket, viewFor } = displayTickets(deps)
  return [
    route('POST /api/terminals/:id/display-codes', {
      access: access.stepUp,
      handle: ({ id, request }) => displays.issueCode(id, actorOf(request)),
    }),
    route('POST /api/displays/:id/end', {
      access: access.stepUp,
      handle: async ({ id, request }) => {
        await displays.end(id, actorOf(request))
        tickets.end(id)
        return {}
      },
    }),
    route('PUT /api/ticket', {
      access: { ...access.selling, isAutomatic: true, fromCache: true },
      handle: async ({ body, request }) => {
        const { id } = terminalOf(request)
        const { ticket, asked } = await readTicket(request, body)
        tickets.tell(id, ticket, asked)
        const isWatched = tickets.isWatched(id)
        const { answer } = tickets.current(id)
        const isAwaited =
          isWatched && asked && settings.current().requiresCustomerConfirmation && answer !== 'number-correct'
        return { isWatched, ...(answer && { answer }), ...(isAwaited && { isAwaited }) }
      },
    }),
    route('POST /api/display/pair', {
      access: access.anyone,
      handle: async ({ body: { code }, request, reply }) => {
        const token = await displays.pair(code, cookies.readDisplay(request.headers.cookie))
        if (token === undefined) {
          await denials.recordWrongCode(request)
          throw wrongCode()
        }
        reply.header('set-cookie', cookies.setDisplay(token))
        return {}
      },
    }),
    route('GET /api/display', {
      access: access.display,
      handle: ({ request }) => viewFor(request),
    }),
    route('POST /api/display/answer', {
      access: access.display,
      handle: ({ body, request }) => {
        tickets.answer(displayOf(request).till.id, body)
        return viewFor(request)
      },
    }),
    route('GET /api/display/shop', {
      access: access.display,
      handle: async ({ request, reply }) => {
        // Renewed, so a display in use never loses its cookie.
        const token = cookies.readDisplay(request.headers.cookie)
        if (token !== undefined) reply.header('set-cookie', cookies.setDisplay(token))
        const name = shopName()
        const { receipt, brand } = settings.current()
        const content = deps.stackFor(request).catalog.latest()
        // Orders are not for tills in practice.
        const isOrdering = origin !== undefined && !displayOf(request).till.isPractice
        const orderLink = isOrdering ? phones.invite(origin) : undefined
        return {
          ...(name !== undefined && { name }),
          ...(receipt.logo && { logo: receipt.logo }),
          ...(brand.accent !== 'petrol' && { accent: brand.accent }),
          ...(content && { shelf: shelfOf(content.tiles) }),
          ...(orderLink !== undefined && { orderLink }),
        }
      },
    }),
  ]
}
