import type { FastifyRequest } from 'fastify'

import type { Settings } from '#api/settings.ts'
import type { ShopCalendar } from '#domain/shop-calendar.ts'
import type { Printers } from '../printers/printers.ts'
import type { AccountServices } from '../account/services.ts'
import { statusOriginOf, type Config } from '../config/config.ts'
import { access, actorOf, personOf } from './access.ts'
import type { StaffServices } from './open-staff.ts'
import { route, type Route } from '../http/route.ts'

type Deps = {
  staff: Pick<StaffServices, 'settings'>
  stackFor: (request: FastifyRequest) => Pick<AccountServices, 'remainingLimits'>
  calendar: () => ShopCalendar
  printers: Pick<Printers, 'requireUsable'>
  config: Pick<Config, 'publicOrigin'>
}

/** Also returns the remaining limits of the requester. */
export function settingsRoutes({ staff: { settings }, stackFor, calendar, printers, config }: Deps): Route[] {
  const isOpenToCustomers = statusOriginOf(config) !== undefined
  const answer = async (current?: Settings) => ({
    ...(await settings.answer(current)),
    ...(!isOpenToCustomers && { hasNoAddress: true as const }),
  })
  return [
    route('GET /api/settings', {
      access: access.supervisor,
      handle: () => answer(),
    }),
    route('PUT /api/settings', {
      access: access.stepUp,
      handle: async ({ body: { expected, ...wanted }, request }) => {
        printers.requireUsable(wanted.printers ?? [])
        return answer(await settings.set(wanted, actorOf(request), expected))
      },
    }),
    route('GET /api/limits/remaining', {
      access: access.selling,
      handle: async ({ request }) => ({
        limits: await stackFor(request).remainingLimits(personOf(request), calendar()),
      }),
    }),
  ]
}
