import type { SalesLimits } from '#domain/sales-limits.ts'
import type { Person } from '#domain/person.ts'
import { RequestRefused } from '../failures.ts'
import { fixedQuery } from '../journal/fixed-query.ts'
import { isSameName } from './names.ts'
import { peopleActions, type PeopleDeps } from './people-actions.ts'
import { readPerson } from './person-row.ts'
import { readLimits } from './read-limits.ts'
import { findPinLocks } from './pin-locks.ts'
import { hashPin, isPin } from './pins.ts'

export type People = Awaited<ReturnType<typeof createPeople>>
/** A person whose PIN was looked at, and what is stored of that PIN, which changes with it. */
export type VerifiedPin = { person: Person; pinHash: string }
/** A person with what only supervisors and the operator see. */
export type StaffMember = Person & {
  createdAt: number
  disabledAt: number | null
  limits?: SalesLimits
  hasUnreadableLimits?: true
}

/** The people who sell in this shop. A name is taken while its person is not disabled; nobody is ever deleted. */
export async function createPeople(deps: PeopleDeps) {
  const { db, pepper, pinCost } = deps
  /** Looked at for whoever is not there, so that it takes as long as a wrong PIN of somebody who is. */
  const nobodysPin = await hashPin('', pepper, pinCost)
  const active = () => db.selectFrom('staff').selectAll().where('disabled_at', 'is', null)

  const limitsById = fixedQuery(db, ({ id }: { id: string }) =>
    db.selectFrom('staff').select(['name', 'limits']).where('id', '=', id),
  )

  /** Whether anybody was ever added. */
  async function hasAnyone(): Promise<boolean> {
    return (await db.selectFrom('staff').select('id').limit(1).executeTakeFirst()) !== undefined
  }

  /** Those who may sign in, in the order in which they came. */
  async function list(): Promise<Person[]> {
    return (await active().orderBy('created_at').execute()).map(readPerson)
  }

  /** Everybody, also the disabled. */
  async function listAll(): Promise<StaffMember[]> {
    const rows = await db.selectFrom('staff').selectAll().orderBy('created_at').execute()
    return rows.map((row) => ({
      ...readPerson(row),
      createdAt: row.created_at,
      disabledAt: row.disabled_at,
      ...(row.limits !== null && limitsIn(row.limits)),
    }))
  }

  /** The limits of a cashier. Throws `Refused` 500 where they cannot be read: then nobody knows how much they may sell. */
  async function limitsOf(id: string): Promise<SalesLimits | undefined> {
    const [row] = (await limitsById({ id })).rows
    if (!row || row.limits === null) return undefined
    const limits = readLimits(row.limits)
    if (limits) return limits
    throw new RequestRefused(
      500,
      'internal-error',
      `The limits of ${row.name} cannot be read. A supervisor has to set them anew.`,
    )
  }

  /** At whose PINs was guessed too often. */
  const pinLocks = () => findPinLocks(db, deps.clock.now())

  /** One of those who may sign in. */
  async function find(id: string): Promise<Person | undefined> {
    const row = await active().where('id', '=', id).executeTakeFirst()
    return row && readPerson(row)
  }

  /** One of those who may sign in, by name in any case. */
  async function findByName(name: string): Promise<Person | undefined> {
    return (await list()).find((person) => isSameName(person.name, name))
  }

  /**
   * The person `id`, when `pin` is theirs and they may sign in; it takes the same time whether they are there or not. Counts nothing: ask
   * the PIN guard.
   */
  async function verifyPin(id: string, pin: string): Promise<VerifiedPin | undefined> {
    const row = await active().where('id', '=', id).executeTakeFirst()
    const isTheirs = await isPin(pin, row?.pin_hash ?? nobodysPin, pepper)
    return row && isTheirs ? { person: readPerson(row), pinHash: row.pin_hash } : undefined
  }

  return { hasAnyone, list, listAll, limitsOf, pinLocks, find, findByName, verifyPin, ...peopleActions(deps) }
}

function limitsIn(text: string): Pick<StaffMember, 'limits' | 'hasUnreadableLimits'> {
  const limits = readLimits(text)
  return limits ? { limits } : { hasUnreadableLimits: true }
}
