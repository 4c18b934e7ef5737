import type { FastifyRequest } from 'fastify'

import { proxyPaths } from '#api/paths.ts'
import { RemainingLimits, SetSettings, Settings } from '#api/settings.ts'
import type { ShopCalendar } from '#domain/shop-calendar.ts'
import type { Printers } from '../printers/printers.ts'
import type { SellingStack } from '../account/services.ts'
import { access, actorOf, personOf } from './access.ts'
import type { StaffServices } from './open-staff.ts'
import { route, type Route } from '../http/route.ts'

type Deps = {
  staff: Pick<StaffServices, 'settings'>
  stackFor: (request: FastifyRequest) => Pick<SellingStack, 'remainingLimits'>
  calendar: () => ShopCalendar
  printers: Pick<Printers, 'requireUsable'>
}

/** The settings of the shop, and what its limits leave to the person who asks. */
export const settingsRoutes = ({ staff: { settings }, stackFor, calendar, printers }: Deps): Route[] => [
  route({
    method: 'GET',
    path: proxyPaths.settings,
    access: access.supervisor,
    answer: Settings,
    handle: async () => settings.current(),
  }),
  route({
    method: 'PUT',
    path: proxyPaths.settings,
    access: access.stepUp,
    body: SetSettings,
    answer: Settings,
    handle: async ({ body: { expected, ...wanted }, request }) => {
      printers.requireUsable(wanted.printers ?? [])
      return settings.set(wanted, actorOf(request), expected)
    },
  }),
  route({
    method: 'GET',
    path: proxyPaths.remainingLimits,
    access: access.selling,
    answer: RemainingLimits,
    handle: async ({ request }) => ({ limits: await stackFor(request).remainingLimits(personOf(request), calendar()) }),
  }),
]
