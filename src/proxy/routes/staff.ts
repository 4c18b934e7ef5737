import { NoContent } from '#contract/proxy/input-parts.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import { SetLimits } from '#contract/proxy/settings.ts'
import { AddStaff, PersonAnswer, SetPermissions, SetPin, StaffList } from '#contract/proxy/staff.ts'
import type { ShopCalendar } from '#domain/shop-calendar.ts'
import { access, actorOf } from '../staff/access.ts'
import { listStaff } from '../staff/overview.ts'
import type { StaffServices } from '../staff/open-staff.ts'
import { route, type Route } from './route.ts'

/** The shop's people, for supervisors. Each change returns the person; a rule that forbids it is `invalid-operation`. */
export function staffRoutes({ staff, calendar }: { staff: StaffServices; calendar: () => ShopCalendar }): Route[] {
  const { people } = staff
  /** What each change of a person has in common. */
  const change = { access: access.stepUp, answer: PersonAnswer }
  return [
    route({
      method: 'GET',
      path: proxyPaths.staff,
      access: access.supervisor,
      answer: StaffList,
      handle: async () => {
        const [usageToday, soldToday] = [() => staff.usageOfDay(calendar()), () => staff.soldOfDay(calendar())]
        return { staff: await listStaff({ ...staff, usageToday, soldToday }) }
      },
    }),
    route({
      method: 'POST',
      path: proxyPaths.staff,
      ...change,
      body: AddStaff,
      handle: ({ body, request }) => people.add(body, actorOf(request)),
    }),
    route({
      method: 'POST',
      path: proxyPaths.staffPin(':id'),
      ...change,
      body: SetPin,
      handle: ({ id, body: { pin }, request }) => people.setPin(id, pin, actorOf(request)),
    }),
    route({
      method: 'POST',
      path: proxyPaths.unlockStaff(':id'),
      ...change,
      body: NoContent,
      handle: ({ id, request }) => people.unlock(id, actorOf(request)),
    }),
    route({
      method: 'POST',
      path: proxyPaths.disableStaff(':id'),
      ...change,
      body: NoContent,
      handle: ({ id, request }) => people.disable(id, actorOf(request)),
    }),
    route({
      method: 'POST',
      path: proxyPaths.enableStaff(':id'),
      ...change,
      body: NoContent,
      handle: ({ id, request }) => people.enable(id, actorOf(request)),
    }),
    route({
      method: 'PUT',
      path: proxyPaths.staffPermissions(':id'),
      ...change,
      body: SetPermissions,
      handle: ({ id, body: { permissions }, request }) => people.setPermissions(id, permissions, actorOf(request)),
    }),
    route({
      method: 'PUT',
      path: proxyPaths.staffLimits(':id'),
      ...change,
      body: SetLimits,
      handle: ({ id, body: { limits, expected }, request }) => people.setLimits(id, limits, actorOf(request), expected),
    }),
  ]
}
