import type { Kysely, Selectable, Transaction } from 'kysely'

import type { AuditEntry } from '#domain/audit.ts'
import { isSameLimits, type SalesLimits } from '#domain/sales-limits.ts'
import { DEFAULT_PERMISSIONS, PERMISSIONS, type Permission, type Person, type Role } from '#domain/person.ts'
import type { Clock } from '../clock.ts'
import type { JournalTables, StaffColumns } from '../journal/tables.ts'
import { staleChange } from './stale-change.ts'
import type { AuditLog } from './audit-log.ts'
import { describeLimits } from './describe-limits.ts'
import { ADMINISTRATOR, type Actor } from './actor.ts'
import { endSessions } from './end-sessions.ts'
import { isSameName, readName } from './names.ts'
import { InvalidOperation } from './invalid-operation.ts'
import { readPerson } from './person-row.ts'
import { clearPinAttempts, clearPinLock } from './pin-locks.ts'
import type { PinQueue } from './pin-queue.ts'
import { hashPin, readPin, type PinCost } from './pins.ts'
import { readLimits } from './read-limits.ts'
import { newId } from './tokens.ts'

type Trx = Transaction<JournalTables>
export type PeopleDeps = {
  db: Kysely<JournalTables>
  clock: Clock
  pepper: Buffer
  pinCost?: PinCost | undefined
  audit: AuditLog
  turns: PinQueue
}

type Newcomer = { name: string; role: Role; pin: string }

/** What is done to people. Each stands in the audit log with the same commit; what cannot be done throws `InvalidOperation`. */
export function peopleActions({ db, clock, pepper, pinCost, audit, turns }: PeopleDeps) {
  const pinHash = (role: Role, pin: string) => {
    const read = readPin(role, pin)
    return turns.run(newId(), () => hashPin(read, pepper, pinCost))
  }

  async function add(newcomer: Newcomer, actor: Actor = ADMINISTRATOR): Promise<Person> {
    const hash = await pinHash(newcomer.role, newcomer.pin)
    return audit.commit(async (trx, note) => {
      const person = await insert(trx, newcomer, hash)
      await note({ kind: 'staff-added', ...actor, ...about(person), detail: { role: person.role } })
      return person
    })
  }

  /** Part of a commit of the caller, who notes it. */
  async function insert(trx: Trx, { name: wanted, role }: Pick<Newcomer, 'name' | 'role'>, hash: string) {
    const name = readName(wanted)
    const everybody = await trx.selectFrom('staff').select(['name', 'created_at', 'disabled_at']).execute()
    refuseNamesake(everybody, name)
    const row = { id: newId(), name, role, permissions: JSON.stringify(DEFAULT_PERMISSIONS) }
    // No two share a moment, so that ordering by it is the order in which they came.
    const createdAt = Math.max(clock.now(), ...everybody.map((other) => other.created_at + 1))
    await trx
      .insertInto('staff')
      .values({ ...row, pin_hash: hash, created_at: createdAt, disabled_at: null, limits: null })
      .execute()
    return readPerson(row)
  }

  /** Gives somebody another PIN and signs them out everywhere. */
  async function setPin(id: string, pin: string, actor: Actor = ADMINISTRATOR): Promise<Person> {
    const { role } = readPerson(await findActive(db, id))
    const hash = await pinHash(role, pin)
    return change(id, actor, async (trx) => {
      await trx.updateTable('staff').set({ pin_hash: hash }).where('id', '=', id).execute()
      await clearPinAttempts(trx, { staff_id: id })
      await clearPinLock(trx, id)
      await endSessions(trx, clock.now(), { staff_id: id })
      return { kind: 'staff-pin-changed' }
    })
  }

  /** Lets somebody sign in again at whose PIN was guessed too often, with the PIN they have. */
  function unlock(id: string, actor: Actor = ADMINISTRATOR): Promise<Person> {
    return change(id, actor, async (trx) => {
      await clearPinAttempts(trx, { staff_id: id })
      await clearPinLock(trx, id)
      return { kind: 'staff-unlocked' }
    })
  }

  /** Lets somebody sign in no more and signs them out everywhere. Their sales keep their name. */
  function disable(id: string, actor: Actor = ADMINISTRATOR): Promise<Person> {
    return change(id, actor, async (trx, { role }) => {
      if (id === actor.by?.id) throw new InvalidOperation('You cannot block yourself. Another supervisor can.')
      if (role === 'supervisor' && (await countSupervisors(trx)) === 1)
        throw new InvalidOperation('This is the last supervisor. Add another one first.')
      await trx.updateTable('staff').set({ disabled_at: clock.now() }).where('id', '=', id).execute()
      await endSessions(trx, clock.now(), { staff_id: id })
      return { kind: 'staff-disabled' }
    })
  }

  /** Lets somebody who was disabled sign in again, with the PIN they had. */
  function enable(id: string, actor: Actor = ADMINISTRATOR): Promise<Person> {
    return audit.commit(async (trx, note) => {
      const everybody = await trx.selectFrom('staff').selectAll().execute()
      const row = everybody.find((other) => other.id === id && other.disabled_at !== null)
      if (!row) throw new InvalidOperation('Nobody with this id is blocked.')
      refuseNamesake(everybody, row.name)
      await trx.updateTable('staff').set({ disabled_at: null }).where('id', '=', id).execute()
      await note({ kind: 'staff-enabled', ...actor, ...about(row) })
      return readPerson(row)
    })
  }

  function setPermissions(id: string, may: readonly Permission[], actor: Actor = ADMINISTRATOR): Promise<Person> {
    return change(id, actor, async (trx, before) => {
      const record = JSON.stringify(PERMISSIONS.filter((permission) => may.includes(permission)))
      await trx.updateTable('staff').set({ permissions: record }).where('id', '=', id).execute()
      return {
        kind: 'staff-permissions-changed',
        detail: { permissions: joinPermissions(may), before: joinPermissions(before.permissions) },
      }
    })
  }

  /** Null takes all limits away. Throws `Refused` when they are not what the person saw (`was`) any more. */
  function setLimits(
    id: string,
    limits: SalesLimits | null,
    actor: Actor = ADMINISTRATOR,
    was?: SalesLimits | null,
  ): Promise<Person> {
    return change(id, actor, async (trx, { row }) => {
      const read = row.limits === null ? null : readLimits(row.limits)
      if (was !== undefined && read !== undefined && !isSameLimits(was, read)) throw staleChange()
      const record = limits && JSON.stringify(limits)
      await trx.updateTable('staff').set({ limits: record }).where('id', '=', id).execute()
      // What cannot be read is set anew here, so it must not be in the way.
      const before = read === undefined ? 'unreadable' : describeLimits(read)
      return { kind: 'staff-limits-changed', detail: { limits: describeLimits(limits), before } }
    })
  }

  /** Changes one who may sign in, with a line that says what. */
  function change(
    id: string,
    actor: Actor,
    work: (
      trx: Trx,
      before: Person & { row: Selectable<StaffColumns> },
    ) => Promise<Pick<AuditEntry, 'kind' | 'detail'>>,
  ): Promise<Person> {
    return audit.commit(async (trx, note) => {
      const row = await findActive(trx, id)
      const entry = await work(trx, { ...readPerson(row), row })
      await note({ ...actor, ...about(row), ...entry })
      return readPerson(await trx.selectFrom('staff').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
    })
  }

  return { add, insert, pinHash, setPin, unlock, disable, enable, setPermissions, setLimits }
}

async function findActive(db: Trx | PeopleDeps['db'], id: string) {
  const row = await db
    .selectFrom('staff')
    .selectAll()
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new InvalidOperation('Nobody with this id may sign in.')
  return row
}

async function countSupervisors(trx: Trx): Promise<number> {
  const rows = await trx.selectFrom('staff').select('role').where('disabled_at', 'is', null).execute()
  return rows.filter(({ role }) => role === 'supervisor').length
}

function refuseNamesake(everybody: { name: string; disabled_at: number | null }[], name: string): void {
  const namesake = everybody.find((other) => other.disabled_at === null && isSameName(other.name, name))
  if (namesake) throw new InvalidOperation(`${namesake.name} is already there. Two people need two names.`)
}

const about = ({ id, name }: { id: string; name: string }) => ({ about: { id, name } })
const joinPermissions = (may: readonly Permission[] = []) => [...may].toSorted().join(', ') || 'nothing'
