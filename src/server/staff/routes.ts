import { NoContent } from '#api/input-parts.ts'
import { proxyPaths } from '#api/paths.ts'
import { SetLimits } from '#api/settings.ts'
import { AddStaff, DisableStaff, PersonAnswer, SetPermissions, SetPin, StaffList } from '#api/staff.ts'
import type { Person } from '#domain/person.ts'
import type { ShopCalendar } from '#domain/shop-calendar.ts'
import { access, actorOf } from './access.ts'
import type { Memberships } from '../shops/memberships.ts'
import { listStaff } from './overview.ts'
import type { StaffServices } from './open-staff.ts'
import { route, type Route } from '../http/route.ts'
import { askingOf } from '../shops/routes.ts'

type Deps = {
  staff: StaffServices
  calendar: () => ShopCalendar
  /** Absent where the installation has one shop. */
  memberships?: Memberships | undefined
}

/** The shop's people, for supervisors. Each change returns the person; a rule that forbids it is `invalid-operation`. */
export function staffRoutes({ staff, calendar, memberships }: Deps): Route[] {
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
      handle: async ({ id, body: { pin }, request }) => {
        if (!memberships) return people.setPin(id, pin, actorOf(request))
        const asking = askingOf(request)
        const rule = await memberships.ruleForPin(id, asking)
        const person = await people.setPin(id, pin, asking.actor, rule)
        return withNotHeard(person, await memberships.tellAll(id, 'pin', asking))
      },
    }),
    route({
      method: 'POST',
      path: proxyPaths.unlockStaff(':id'),
      ...change,
      body: NoContent,
      handle: async ({ id, request }) => {
        await memberships?.assertMayUnlock(id, askingOf(request))
        return people.unlock(id, actorOf(request))
      },
    }),
    route({
      method: 'POST',
      path: proxyPaths.disableStaff(':id'),
      ...change,
      body: DisableStaff,
      handle: async ({ id, body, request }) => {
        const everywhere = memberships !== undefined && body?.everywhere === true
        const person = await people.disable(id, actorOf(request), { everywhere })
        if (!everywhere) return person
        return withNotHeard(person, await memberships.dismissEverywhere(id, askingOf(request)))
      },
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

const withNotHeard = (person: Person, notHeard: string[]): PersonAnswer => ({
  ...person,
  ...(notHeard.length > 0 && { notHeard }),
})
