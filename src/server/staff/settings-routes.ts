import type { FastifyRequest } from 'fastify'

import type { ShopCalendar } from '#domain/shop-calendar.ts'
import type { Printers } from '../printers/printers.ts'
import type { AccountServices } from '../account/services.ts'
import { access, actorOf, personOf } from './access.ts'
import type { StaffServices } from './open-staff.ts'
import { route, type Route } from '../http/route.ts'

type Deps = {
  staff: Pick<StaffServices, 'settings'>
  stackFor: (request: FastifyRequest) => Pick<AccountServices, 'remainingLimits'>
  calendar: () => ShopCalendar
  printers: Pick<Printers, 'requireUsable'>
}

/** Also returns the remaining limits of the requester. */
export const settingsRoutes = ({ staff: { settings }, stackFor, calendar, printers }: Deps): Route[] => [
  route('GET /api/settings', {
    access: access.supervisor,
    handle: () => settings.answer(),
  }),
  route('PUT /api/settings', {
    access: access.stepUp,
    handle: async ({ body: { expected, ...wanted }, request }) => {
      printers.requireUsable(wanted.printers ?? [])
      return settings.answer(await settings.set(wanted, actorOf(request), expected))
    },
  }),
  route('GET /api/limits/remaining', {
    access: access.selling,
    handle: async ({ request }) => ({ limits: await stackFor(request).remainingLimits(personOf(request), calendar()) }),
  }),
]
