import type { FastifyRequest } from 'fastify'

import type { AuditDetail } from '#domain/audit.ts'
import { RequestRefused } from '../lib/failures.ts'
import type { Memberships } from './memberships.ts'
import type { OverShops } from './over-shops.ts'
import { access, actorOf, personOf } from '../staff/access.ts'
import { sendCsv } from '../reports/routes.ts'
import { readDays } from '../sales-list/routes.ts'
import type { ServerParts } from '../parts/server-parts.ts'
import { route, type Route } from '../http/route.ts'

export function shopsRoutes({ overShops, staff, calendar }: ServerParts): Route[] {
  const shops = (): OverShops => {
    if (overShops) return overShops
    throw oneShop()
  }
  return [
    route('GET /api/shops', {
      access: access.owner,
      handle: () => shops().read(),
    }),
    route('GET /api/shops/report', {
      access: access.owner,
      handle: async ({ query: { shops: ids, ...days } }) => {
        // The same days in each shop, at its own times.
        readDays(days, calendar())
        return shops().report(days, ids?.split(','))
      },
    }),
    route('GET /api/shops/sales.csv', {
      access: access.owner,
      handle: async ({ query: { shops: ids, form, ...days }, request, reply }) => {
        readDays(days, calendar())
        const lines = await shops().exportSales(days, ids?.split(','), form)
        const detail: AuditDetail = { what: 'sales of shops', ...days, shops: ids ?? 'all' }
        await staff.audit.append({ kind: 'exported', ...actorOf(request), detail })
        return sendCsv(reply, 'sales-of-shops', days, lines)
      },
    }),
  ]
}

const oneShop = () => new RequestRefused(404, 'not-found', 'This installation has one shop.')

export const askingOf = (request: FastifyRequest) => ({ person: personOf(request), actor: actorOf(request) })

/** `memberships` is absent if the installation has one shop. */
export function personShopsRoutes({ memberships }: ServerParts): Route[] {
  const among = (): Memberships => {
    if (memberships) return memberships
    throw oneShop()
  }
  const answer = async (id: string, request: FastifyRequest) => ({
    shops: (await memberships?.list(id, askingOf(request))) ?? [],
  })
  return [
    route('GET /api/staff/:id/shops', {
      access: access.supervisor,
      handle: ({ id, request }) => answer(id, request),
    }),
    route('POST /api/staff/:id/shops', {
      access: access.stepUp,
      handle: async ({ id, body: { shop, role }, request }) => {
        await among().admit(id, shop, role, askingOf(request))
        return answer(id, request)
      },
    }),
    route('POST /api/staff/:id/shops/dismiss', {
      access: access.stepUp,
      handle: async ({ id, body: { shop }, request }) => {
        await among().dismiss(id, shop, askingOf(request))
        return answer(id, request)
      },
    }),
  ]
}
