import type { DrawerQuery } from '#api/shifts.ts'
import type { FastifyRequest } from 'fastify'
import { access, personOf, terminalOf } from '../staff/access.ts'
import type { ServerParts } from '../parts/server-parts.ts'
import { nameUnreadable } from '../lib/readable-rows.ts'
import { route, type Route } from '../http/route.ts'

/** Not available while the shop doesn't count drawers, and never at a kiosk. */
export function shiftRoutes({ staff: { shifts }, selling, log }: ServerParts): Route[] {
  const name = (problem: string) => nameUnreadable(log, problem)
  const openItems = selling.sales.openItemsOfShop
  const currency = async () => (await selling.catalog.forSale())?.currency
  const at = (request: FastifyRequest) => ({ person: personOf(request), terminal: terminalOf(request) })
  const drawer = (request: FastifyRequest, query: DrawerQuery = {}) =>
    shifts.drawerAt(query, at(request), { currency, openItems })
  const afterChange = async (request: FastifyRequest, terminal: string) => drawer(request, { terminal })

  return [
    route('GET /api/shifts/current', {
      access: access.counter,
      handle: ({ query, request }) => drawer(request, query),
    }),
    route('POST /api/shifts', {
      access: access.counter,
      handle: async ({ body, request }) => {
        await shifts.open(body.count, at(request), await currency())
        selling.wallet.readSoon('shift')
        return drawer(request)
      },
    }),
    route('POST /api/shifts/:id/movements', {
      access: access.counter,
      handle: async ({ id, body, request }) => afterChange(request, await shifts.addMovement(id, body, at(request))),
    }),
    route('POST /api/shifts/:id/count', {
      access: access.counter,
      handle: async ({ id, body, request }) => afterChange(request, await shifts.count(id, body.count, at(request))),
    }),
    route('POST /api/shifts/:id/count-again', {
      access: access.counter,
      handle: async ({ id, request }) => afterChange(request, await shifts.countAgain(id, at(request))),
    }),
    route('POST /api/shifts/:id/close', {
      access: access.counter,
      handle: ({ id, body, request }) => shifts.close(id, body, at(request)),
    }),
    route('POST /api/shifts/:id/x', {
      access: access.supervisor,
      handle: ({ id, request }) => shifts.reportX(id, at(request)),
    }),
    route('GET /api/shifts', {
      access: access.counter,
      handle: ({ query, request }) => shifts.list(query, at(request), name),
    }),
    route('GET /api/shifts/:id', {
      access: access.counter,
      handle: ({ id, request }) => shifts.read(id, at(request)),
    }),
    route('POST /api/shifts/:id/notes', {
      access: access.supervisor,
      handle: ({ id, body, request }) => shifts.addNote(id, body.text, at(request)),
    }),
  ]
}
