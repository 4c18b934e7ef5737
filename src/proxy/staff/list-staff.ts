import type { StaffEntry } from '#contract/proxy/staff.ts'
import type { Person } from '#domain/person.ts'
import type { People } from './people.ts'
import type { Sessions } from './sessions.ts'

type Deps = {
  people: Pick<People, 'listAll'>
  sessions: Pick<Sessions, 'list' | 'lastSeen'>
  /** What counts against each person's limits of the day. */
  usesToday: () => Promise<ReadonlyMap<Person['id'], StaffEntry['today']>>
}

/** Everybody as supervisors see them, the disabled last. */
export async function listStaff({ people, sessions, usesToday }: Deps): Promise<StaffEntry[]> {
  const [everybody, signedIn, seen] = [
    await people.listAll(),
    await sessions.list(''),
    await sessions.lastSeen('staff'),
  ]
  const uses = await usesToday()
  const entries = everybody.map(({ disabledAt, ...person }): StaffEntry => {
    const at = signedIn.find((session) => session.person.id === person.id)?.terminal
    const lastSeenAt = seen.get(person.id)
    return {
      ...person,
      ...(disabledAt !== null && { disabledAt }),
      today: uses.get(person.id) ?? { pays: [], count: 0 },
      ...(at && { at }),
      ...(lastSeenAt !== undefined && { lastSeenAt }),
    }
  })
  return entries.toSorted((one, other) => Number(one.disabledAt !== undefined) - Number(other.disabledAt !== undefined))
}
