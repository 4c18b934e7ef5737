import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import { SetLimits } from '#contract/proxy/limits.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import { NoContent } from '#contract/proxy/sales.ts'
import { AddStaff, SetPermissions, SetPin, type StaffList } from '#contract/proxy/staff.ts'
import { doerOf, idOf } from '../staff/access.ts'
import { listStaff } from '../staff/list-staff.ts'
import type { Staff } from '../staff/open-staff.ts'

/** The shop's people, for supervisors. What is done answers the person; a rule that forbids it is `not-possible`. */
export function staffRoutes(app: FastifyInstance, { staff, timeZone }: { staff: Staff; timeZone: string }): void {
  const { people } = staff

  app.get(proxyPaths.staff, async (): Promise<StaffList> => {
    const [usesToday, soldToday] = [() => staff.usesOfDay(timeZone), () => staff.soldOfDay(timeZone)]
    return { staff: await listStaff({ ...staff, usesToday, soldToday }) }
  })

  app.post(proxyPaths.staff, async (request) => people.add(v.parse(AddStaff, request.body), doerOf(request)))

  app.post(proxyPaths.staffPin(':id'), async (request) => {
    const { pin } = v.parse(SetPin, request.body)
    return people.setPin(idOf(request), pin, doerOf(request))
  })

  app.post(proxyPaths.unlockStaff(':id'), async (request) => {
    v.parse(NoContent, request.body)
    return people.unlock(idOf(request), doerOf(request))
  })

  app.post(proxyPaths.disableStaff(':id'), async (request) => {
    v.parse(NoContent, request.body)
    return people.disable(idOf(request), doerOf(request))
  })

  app.post(proxyPaths.enableStaff(':id'), async (request) => {
    v.parse(NoContent, request.body)
    return people.enable(idOf(request), doerOf(request))
  })

  app.put(proxyPaths.staffPermissions(':id'), async (request) => {
    const { may } = v.parse(SetPermissions, request.body)
    return people.setPermissions(idOf(request), may, doerOf(request))
  })

  app.put(proxyPaths.staffLimits(':id'), async (request) => {
    const { limits, was } = v.parse(SetLimits, request.body)
    return people.setLimits(idOf(request), limits, doerOf(request), was)
  })
}
