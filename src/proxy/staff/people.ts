import type { Kysely } from 'kysely'

import type { Person, Role } from '#domain/person.ts'
import type { Clock } from '../clock.ts'
import type { JournalTables } from '../journal/tables.ts'
import { hashPin, isPin, readPin } from './pins.ts'
import { newId } from './tokens.ts'
import { NotPossible } from './not-possible.ts'
import { readPerson } from './person-row.ts'
import { endSessions } from './end-sessions.ts'
import { isSameName, readName } from './names.ts'

export type People = ReturnType<typeof createPeople>
/** A person with what only the operator sees. */
export type StaffEntry = Person & { createdAt: number; disabledAt: number | null }

type PeopleDeps = { db: Kysely<JournalTables>; clock: Clock; pepper: Buffer }

/** The people who sell in this shop. A name is taken while its person is not disabled; nobody is ever deleted. */
export function createPeople({ db, clock, pepper }: PeopleDeps) {
  const active = () => db.selectFrom('staff').selectAll().where('disabled_at', 'is', null)

  /** Whether anybody was ever added. */
  async function isAnybodyThere(): Promise<boolean> {
    return (await db.selectFrom('staff').select('id').limit(1).executeTakeFirst()) !== undefined
  }

  /** Those who may sign in, in the order in which they came. */
  async function list(): Promise<Person[]> {
    return (await active().orderBy('created_at').execute()).map(readPerson)
  }

  /** Everybody, also the disabled. */
  async function listAll(): Promise<StaffEntry[]> {
    const rows = await db.selectFrom('staff').selectAll().orderBy('created_at').execute()
    return rows.map((row) => ({ ...readPerson(row), createdAt: row.created_at, disabledAt: row.disabled_at }))
  }

  /** One of those who may sign in. */
  async function find(id: string): Promise<Person | undefined> {
    const row = await active().where('id', '=', id).executeTakeFirst()
    return row && readPerson(row)
  }

  /** One of those who may sign in, by name in any case. */
  async function findByName(name: string): Promise<Person | undefined> {
    return (await list()).find((person) => isSameName(person.name, name))
  }

  async function add(newcomer: { name: string; role: Role; pin: string }): Promise<Person> {
    const name = readName(newcomer.name)
    const pinHash = await hashPin(readPin(newcomer.role, newcomer.pin), pepper)
    return db.transaction().execute(async (trx) => {
      const everybody = await trx.selectFrom('staff').select(['name', 'created_at', 'disabled_at']).execute()
      const namesake = everybody.find((other) => other.disabled_at === null && isSameName(other.name, name))
      if (namesake) throw new NotPossible(`${namesake.name} is already there. Two people need two names.`)
      const person: Person = { id: newId(), name, role: newcomer.role }
      // No two share a moment, so that ordering by it is the order in which they came.
      const createdAt = Math.max(clock.now(), ...everybody.map((other) => other.created_at + 1))
      await trx
        .insertInto('staff')
        .values({ ...person, pin_hash: pinHash, created_at: createdAt, disabled_at: null })
        .execute()
      return person
    })
  }

  /** Gives somebody another PIN and signs them out everywhere. */
  async function setPin(id: string, pin: string): Promise<Person> {
    const person = (await find(id)) ?? nobody()
    const pinHash = await hashPin(readPin(person.role, pin), pepper)
    await db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('staff')
        .set({ pin_hash: pinHash })
        .where('id', '=', id)
        .where('disabled_at', 'is', null)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) nobody()
      await endSessions(trx, clock.now(), { staff_id: id })
    })
    return person
  }

  /** Lets somebody sign in no more and signs them out everywhere. Their sales keep their name. */
  async function disable(id: string): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('staff')
        .set({ disabled_at: clock.now() })
        .where('id', '=', id)
        .where('disabled_at', 'is', null)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) nobody()
      await endSessions(trx, clock.now(), { staff_id: id })
    })
  }

  /** The person `id`, when `pin` is theirs and they may sign in. */
  async function recognise(id: string, pin: string): Promise<Person | undefined> {
    const row = await active().where('id', '=', id).executeTakeFirst()
    return row && (await isPin(pin, row.pin_hash, pepper)) ? readPerson(row) : undefined
  }

  return { isAnybodyThere, list, listAll, find, findByName, add, setPin, disable, recognise }
}

function nobody(): never {
  throw new NotPossible('Nobody with this id may sign in.')
}
