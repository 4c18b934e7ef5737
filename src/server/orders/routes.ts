import { findSaleId } from '#domain/sale/id.ts'
import { InvalidOperation, RequestRefused } from '../lib/failures.ts'
import { refuseOutdatedPage } from '../http/request-shape.ts'
import { access, personOf, terminalOf } from '../staff/access.ts'
import type { ServerParts } from '../parts/server-parts.ts'
import { route, type Route } from '../http/route.ts'
import { PHONE_LIFE_SECONDS } from '../staff/terminals/phones.ts'

/** Orders are placed at a tablet or a customer's phone without a sign-in, and taken at a counter. */
export function orderRoutes({ stackFor, build, cookies, staff: { phones } }: ServerParts): Route[] {
  return [
    route('POST /api/orders/phone', {
      access: access.anyone,
      handle: async ({ body: { code }, request, reply }) => {
        // A till or tablet, of any shop, would lose its cookie.
        const { cookie } = request.headers
        if (cookies.hasTerminal(cookie) && !phones.isOfPhone(cookies.read(cookie).terminalToken ?? ''))
          throw new InvalidOperation('This browser already belongs to a shop. Order at the counter.')
        const secret = phones.admit(code)
        if (secret === undefined)
          throw new RequestRefused(
            401,
            'wrong-code',
            'This invitation is not valid. Scan the code at the counter again.',
          )
        reply.header('set-cookie', cookies.setTerminal(secret, PHONE_LIFE_SECONDS))
        return {}
      },
    }),
    route('PUT /api/orders/:id', {
      access: access.selfOrder,
      onRequest: async (request) => refuseOutdatedPage(request, build),
      handle: async ({ id, body, request }) => {
        const { orders } = stackFor(request)
        const { label, expiresAt } = await orders.place(readOrderId(id), body, terminalOf(request))
        return { id, label, expiresAt }
      },
    }),
    route('GET /api/orders', {
      access: access.counter,
      handle: async ({ request }) => ({ orders: await stackFor(request).orders.list() }),
    }),
    route('POST /api/orders/:id/take', {
      access: access.counter,
      handle: ({ id, request }) => stackFor(request).orders.take(readOrderId(id), personOf(request)),
    }),
    route('POST /api/orders/:id/release', {
      access: access.counter,
      handle: ({ id, request }) => stackFor(request).orders.release(readOrderId(id), personOf(request)),
    }),
  ]
}

function readOrderId(text: string): string {
  const id = findSaleId(text)
  if (!id) throw new RequestRefused(404, 'not-found', 'This is not the id of an order.')
  return id
}
