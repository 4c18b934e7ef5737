import type { PersonAnswer } from '#api/staff.ts'
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
  /** Absent if the installation has one shop. */
  memberships?: Memberships | undefined
}

/** For supervisors. Each change returns the person; a rule that forbids it is `invalid-operation`. */
export function staffRoutes({ staff, calendar, memberships }: Deps): Route[] {
  const { people, badges } = staff
  return [
    route('GET /api/staff', {
      access: access.supervisor,
      handle: async () => {
        const [usageToday, soldToday] = [() => staff.usageOfDay(calendar()), () => staff.soldOfDay(calendar())]
        return { staff: await listStaff({ ...staff, usageToday, soldToday }) }
      },
    }),
    route('POST /api/staff', {
      access: access.stepUp,
      handle: ({ body, request }) => people.add(body, actorOf(request)),
    }),
    route('POST /api/staff/:id/pin', {
      access: access.stepUp,
      handle: async ({ id, body: { pin }, request }) => {
        if (!memberships) return people.setPin(id, pin, actorOf(request))
        const asking = askingOf(request)
        const rule = await memberships.ruleForPin(id, asking)
        const person = await people.setPin(id, pin, asking.actor, rule)
        return withNotHeard(person, await memberships.tellAll(id, 'pin', asking))
      },
    }),
    route('POST /api/staff/:id/unlock', {
      access: access.stepUp,
      handle: async ({ id, request }) => {
        await memberships?.assertMayUnlock(id, askingOf(request))
        return people.unlock(id, actorOf(request))
      },
    }),
    route('POST /api/staff/:id/badge', {
      access: access.stepUp,
      handle: ({ id, body: { code }, request }) => badges.add(id, code, actorOf(request)),
    }),
    // Without a PIN, because a lost badge is blocked at once.
    route('POST /api/staff/:id/badge/block', {
      access: access.supervisor,
      handle: ({ id, request }) => badges.block(id, actorOf(request)),
    }),
    route('POST /api/staff/:id/disable', {
      access: access.stepUp,
      handle: async ({ id, body, request }) => {
        const everywhere = memberships !== undefined && body?.everywhere === true
        const person = await people.disable(id, actorOf(request), { everywhere })
        if (!everywhere) return person
        return withNotHeard(person, await memberships.dismissEverywhere(id, askingOf(request)))
      },
    }),
    route('POST /api/staff/:id/enable', {
      access: access.stepUp,
      handle: ({ id, request }) => people.enable(id, actorOf(request)),
    }),
    route('PUT /api/staff/:id/permissions', {
      access: access.stepUp,
      handle: ({ id, body: { permissions }, request }) => people.setPermissions(id, permissions, actorOf(request)),
    }),
    route('PUT /api/staff/:id/limits', {
      access: access.stepUp,
      handle: ({ id, body: { limits, expected }, request }) => people.setLimits(id, limits, actorOf(request), expected),
    }),
  ]
}

const withNotHeard = (person: Person, notHeard: string[]): PersonAnswer => ({
  ...person,
  ...(notHeard.length > 0 && { notHeard }),
})
