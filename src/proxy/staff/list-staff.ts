import type { StaffEntry } from '#contract/proxy/staff.ts'
import type { Person } from '#domain/person.ts'
import { addUpSold, type Sold } from '#domain/sold.ts'
import type { People } from './people.ts'
import type { Sessions } from './sessions.ts'

type Deps = {
  people: Pick<People, 'listAll' | 'pinLocks'>
  sessions: Pick<Sessions, 'list' | 'lastSeen'>
  /** What counts against each person's limits of the day. */
  usageToday: () => Promise<ReadonlyMap<Person['id'], StaffEntry['usedToday']>>
  soldToday: () => Promise<ReadonlyMap<Person['id'], Sold>>
}

/** Everybody as supervisors see them, the disabled last. */
export async function listStaff({ people, sessions, usageToday, soldToday }: Deps): Promise<StaffEntry[]> {
  const [everybody, signedIn, seen] = [
    await people.listAll(),
    await sessions.list(''),
    await sessions.lastSeen('staff'),
  ]
  const [uses, sold] = [await usageToday(), await soldToday()]
  const locks = await people.pinLocks()
  const entries = everybody.map(({ disabledAt, ...person }): StaffEntry => {
    const at = signedIn.find((session) => session.person.id === person.id)?.terminal
    const lastSeenAt = seen.get(person.id)
    const pinLock = locks.get(person.id)
    return {
      ...person,
      ...(disabledAt !== null && { disabledAt }),
      usedToday: uses.get(person.id) ?? { pays: [], count: 0 },
      ...(pinLock && { pinLock }),
      soldToday: sold.get(person.id) ?? addUpSold([]),
      ...(at && { terminal: at }),
      ...(lastSeenAt !== undefined && { lastSeenAt }),
    }
  })
  return entries.toSorted((one, other) => Number(one.disabledAt !== undefined) - Number(other.disabledAt !== undefined))
}
