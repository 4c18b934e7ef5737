import type { Kysely, Selectable, Transaction } from 'kysely'

import { DEFAULT_PERMISSIONS, type Person, type Role } from '#domain/person.ts'
import type { Clock } from '../lib/clock.ts'
import { InvalidOperation } from '../lib/failures.ts'
import type { JournalTables, StaffColumns } from '../database/schema/tables.ts'
import { about, ADMINISTRATOR, type Actor, type AuditLog } from '../audit/audit-log.ts'
import { newId, readName } from '../lib/identifiers.ts'
import type { Owners } from './owners.ts'
import { activeRowOf, countSupervisors, findActiveRow, peopleStore, readPerson } from './people-store.ts'
import { aboveActor, assertNameIsFree, nextCreatedAt, replacePin, roleOf, type ChangePerson } from './person-changes.ts'
import { personRights } from './person-rights.ts'
import { clearPinAttempts, type PinLocks } from './pins/pin-attempts.ts'
import { hashPin, isPin, readPin, type PinCost, type PinQueue } from './pins/pins.ts'
import { endSessions } from './session-store.ts'

type Trx = Transaction<JournalTables>
type PeopleDeps = {
  db: Kysely<JournalTables>
  clock: Clock
  pepper: Buffer
  pinCost?: PinCost | undefined
  audit: AuditLog
  turns: PinQueue
  owners: Owners
  locks: PinLocks
}

export type People = Awaited<ReturnType<typeof createPeople>>
/** `pinHash` changes with the PIN. */
export type VerifiedPin = { person: Person; pinHash: string }
type HashPin = (role: Role, pin: string) => Promise<string>
type RefuseAboveActor = (trx: Trx, row: Selectable<StaffColumns>, actor: Actor) => Promise<void>
type Newcomer = { name: string; role: Role; pin: string; isOwner?: true }

/** Names of people who are not disabled are unique. No one is ever deleted. */
export async function createPeople(deps: PeopleDeps) {
  const { db, clock, pepper, pinCost, audit, turns, owners, locks } = deps
  const store = peopleStore(db)
  /** Compared for unknown people, so they take as long as a wrong PIN. */
  const placeholderHash = await hashPin('', pepper, pinCost)
  const pinLocks = () => locks.find(db, clock.now())

  /** Only people who may sign in. Takes the same time for unknown ones, and counts no attempt, because all callers use the PIN guard. */
  async function verifyPin(id: string, pin: string): Promise<VerifiedPin | undefined> {
    const row = await findActiveRow(db, id)
    const isRightPin = await isPin(pin, row?.pin_hash ?? placeholderHash, pepper)
    return row && isRightPin ? { person: readPerson(row), pinHash: row.pin_hash } : undefined
  }

  /** Throws `InvalidOperation` for a PIN that the role may not have. */
  const pinHash = (role: Role, pin: string) => {
    const read = readPin(role, pin)
    return turns.run(newId(), () => hashPin(read, pepper, pinCost))
  }

  /** A supervisor of one shop who could change an owner, for example the owner's PIN, could become one. */
  async function refuseAboveActor(trx: Trx, row: Selectable<StaffColumns>, { by }: Actor): Promise<void> {
    if (by === undefined || !(await owners.isOwner(readPerson(row), trx))) return
    const actor = await trx.selectFrom('staff').selectAll().where('id', '=', by.id).executeTakeFirst()
    if (actor && (await owners.isOwner(readPerson(actor), trx)) && (await owners.isConfirmed(by.id, trx))) return
    throw aboveActor(row.name)
  }

  const change: ChangePerson = (id, actor, work) => {
    return audit.commit(async (trx, note) => {
      const row = await activeRowOf(trx, id)
      await refuseAboveActor(trx, row, actor)
      const entry = await work(trx, { ...readPerson(row), row })
      await note({ ...actor, ...about(row), ...entry })
      return readPerson(await trx.selectFrom('staff').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
    })
  }

  return {
    ...newcomers(deps, pinHash),
    ...pinChanges(deps, pinHash, change),
    ...admittance(deps, refuseAboveActor, change),
    ...personRights(deps, change),
    ...store,
    change,
    pinLocks,
    verifyPin,
    pinHash,
  }
}

function newcomers({ clock, audit, owners }: PeopleDeps, pinHash: HashPin) {
  async function add(newcomer: Newcomer, actor: Actor = ADMINISTRATOR): Promise<Person> {
    const hash = await pinHash(newcomer.role, newcomer.pin)
    return audit.commit(async (trx, note) => {
      const person = await insert(trx, newcomer, hash)
      await note({ kind: 'staff-added', ...actor, ...about(person), detail: { role: roleOf(person) } })
      return person
    })
  }

  /** The caller commits, and writes the audit entry. */
  async function insert(trx: Trx, { name: wanted, role, isOwner }: Omit<Newcomer, 'pin'>, hash: string) {
    const name = readName(wanted)
    const everyone = await trx.selectFrom('staff').select(['name', 'created_at', 'disabled_at']).execute()
    assertNameIsFree(everyone, name)
    const permissions = JSON.stringify(DEFAULT_PERMISSIONS)
    const row = { id: newId(), name, role, permissions, is_owner: isOwner ? 1 : 0, language: null }
    const createdAt = nextCreatedAt(everyone, clock.now())
    await trx
      .insertInto('staff')
      .values({
        ...row,
        pin_hash: hash,
        pin_rule: role,
        pin_set_at: clock.now(),
        created_at: createdAt,
        disabled_at: null,
        limits: null,
      })
      .execute()
    if (isOwner) await owners.set(trx, row.id, true)
    return readPerson(row)
  }

  return {
    add,
    insert,
  }
}

function admittance({ clock, audit, owners }: PeopleDeps, refuseAboveActor: RefuseAboveActor, change: ChangePerson) {
  /** Ends all sessions of the person, whose sales keep the name. With `everywhere` they are no longer an owner in any shop, even one that is not notified. */
  function disable(id: string, actor: Actor = ADMINISTRATOR, { everywhere = false } = {}): Promise<Person> {
    return change(id, actor, async (trx, { role }) => {
      if (id === actor.by?.id) throw new InvalidOperation('You cannot block yourself. Another supervisor can.')
      if (role === 'supervisor' && (await countSupervisors(trx)) === 1)
        throw new InvalidOperation('This is the last supervisor. Add another one first.')
      await trx.updateTable('staff').set({ disabled_at: clock.now() }).where('id', '=', id).execute()
      await endSessions(trx, clock.now(), { staff_id: id })
      if (everywhere) await owners.set(trx, id, false)
      return { kind: 'staff-disabled' }
    })
  }

  /** The PIN stays the same. */
  function enable(id: string, actor: Actor = ADMINISTRATOR): Promise<Person> {
    return audit.commit(async (trx, note) => {
      const everyone = await trx.selectFrom('staff').selectAll().execute()
      const row = everyone.find((other) => other.id === id && other.disabled_at !== null)
      if (!row) throw new InvalidOperation('No one with this id is blocked.')
      await refuseAboveActor(trx, row, actor)
      assertNameIsFree(everyone, row.name)
      await trx.updateTable('staff').set({ disabled_at: null }).where('id', '=', id).execute()
      await note({ kind: 'staff-enabled', ...actor, ...about(row) })
      return readPerson(row)
    })
  }

  return {
    disable,
    enable,
  }
}

function pinChanges({ db, clock, locks }: PeopleDeps, pinHash: HashPin, change: ChangePerson) {
  /** Ends all sessions of the person. The PIN fulfills the rule of their role, or of a stricter one. */
  async function setPin(
    id: string,
    pin: string,
    actor: Actor = ADMINISTRATOR,
    rule: Role = 'cashier',
  ): Promise<Person> {
    const { role } = readPerson(await activeRowOf(db, id))
    const strictest = rule === 'supervisor' ? rule : role
    const hash = await pinHash(strictest, pin)
    return change(id, actor, async (trx, { row }) => {
      // The clock of the shop that set the previous PIN may be ahead.
      const setAt = Math.max(clock.now(), row.pin_set_at + 1)
      await replacePin(trx, id, { hash, rule: strictest, setAt }, { now: clock.now(), locks })
      return { kind: 'staff-pin-changed' }
    })
  }

  /** For a person locked by too many wrong PINs. The PIN stays the same. */
  function unlock(id: string, actor: Actor = ADMINISTRATOR): Promise<Person> {
    return change(id, actor, async (trx) => {
      await clearPinAttempts(trx, { staff_id: id })
      await locks.remove(trx, id)
      return { kind: 'staff-unlocked' }
    })
  }

  return {
    setPin,
    unlock,
  }
}
