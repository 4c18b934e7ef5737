import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import { SetLimits } from '#contract/proxy/settings.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import { NoContent } from '#contract/proxy/sales.ts'
import { AddStaff, SetPermissions, SetPin, type StaffList } from '#contract/proxy/staff.ts'
import { actorOf, idOf } from '../staff/access.ts'
import { listStaff } from '../staff/list-staff.ts'
import type { StaffServices } from '../staff/open-staff.ts'

/** The shop's people, for supervisors. What is done answers the person; a rule that forbids it is `invalid-operation`. */
export function staffRoutes(
  app: FastifyInstance,
  { staff, timeZone }: { staff: StaffServices; timeZone: string },
): void {
  const { people } = staff

  app.get(proxyPaths.staff, async (): Promise<StaffList> => {
    const [usesToday, soldToday] = [() => staff.usageOfDay(timeZone), () => staff.soldOfDay(timeZone)]
    return { staff: await listStaff({ ...staff, usageToday: usesToday, soldToday }) }
  })

  app.post(proxyPaths.staff, async (request) => people.add(v.parse(AddStaff, request.body), actorOf(request)))

  app.post(proxyPaths.staffPin(':id'), async (request) => {
    const { pin } = v.parse(SetPin, request.body)
    return people.setPin(idOf(request), pin, actorOf(request))
  })

  app.post(proxyPaths.unlockStaff(':id'), async (request) => {
    v.parse(NoContent, request.body)
    return people.unlock(idOf(request), actorOf(request))
  })

  app.post(proxyPaths.disableStaff(':id'), async (request) => {
    v.parse(NoContent, request.body)
    return people.disable(idOf(request), actorOf(request))
  })

  app.post(proxyPaths.enableStaff(':id'), async (request) => {
    v.parse(NoContent, request.body)
    return people.enable(idOf(request), actorOf(request))
  })

  app.put(proxyPaths.staffPermissions(':id'), async (request) => {
    const { permissions } = v.parse(SetPermissions, request.body)
    return people.setPermissions(idOf(request), permissions, actorOf(request))
  })

  app.put(proxyPaths.staffLimits(':id'), async (request) => {
    const { limits, expected } = v.parse(SetLimits, request.body)
    return people.setLimits(idOf(request), limits, actorOf(request), expected)
  })
}
