import type { Kysely, Selectable, Transaction } from 'kysely'

import type { AuditEntry } from '#domain/audit.ts'
import type { Language } from '#domain/language.ts'
import { isSameLimits, type SalesLimits } from '#domain/sales-limits.ts'
import { DEFAULT_PERMISSIONS, PERMISSIONS, type Permission, type Person, type Role } from '#domain/person.ts'
import { isSameName } from '#domain/typed-text.ts'
import type { Clock } from '../lib/clock.ts'
import { InvalidOperation, staleChange } from '../lib/failures.ts'
import type { JournalTables, StaffColumns } from '../database/schema/tables.ts'
import { ADMINISTRATOR, type Actor, type AuditLog } from '../audit/audit-log.ts'
import { newId, readName } from './identifiers.ts'
import type { Owners } from './owners.ts'
import { activeRowOf, countSupervisors, findActiveRow, peopleStore, readLimits, readPerson } from './people-store.ts'
import { clearPinAttempts, type PinLocks } from './pin-attempts.ts'
import { hashPin, isPin, readPin, type PinCost, type PinQueue } from './pins.ts'
import { endSessions } from './session-store.ts'
import { describeLimits } from './settings.ts'

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
/** A person whose PIN was verified, with the stored hash, which changes with the PIN. */
export type VerifiedPin = { person: Person; pinHash: string }
type Newcomer = { name: string; role: Role; pin: string; isOwner?: true }

/** The people who sell in this shop. The name of a person who is not disabled is unique. Nobody is ever deleted. */
export async function createPeople({ db, clock, pepper, pinCost, audit, turns, owners, locks }: PeopleDeps) {
  const store = peopleStore(db)
  /** Compared for a person who is not there, so that it takes as long as a wrong PIN of somebody who is. */
  const placeholderHash = await hashPin('', pepper, pinCost)
  /** The locks of people at all terminals, by person. */
  const pinLocks = () => locks.find(db, clock.now())

  /**
   * The person `id`, if `pin` is theirs and they may sign in. Takes the same time whether they are there or not, and counts no attempt: all
   * callers go through the PIN guard.
   */
  async function verifyPin(id: string, pin: string): Promise<VerifiedPin | undefined> {
    const row = await findActiveRow(db, id)
    const isRightPin = await isPin(pin, row?.pin_hash ?? placeholderHash, pepper)
    return row && isRightPin ? { person: readPerson(row), pinHash: row.pin_hash } : undefined
  }

  /** The hash of a new PIN. Throws `InvalidOperation` for a PIN that the role may not have. */
  const pinHash = (role: Role, pin: string) => {
    const read = readPin(role, pin)
    return turns.run(newId(), () => hashPin(read, pepper, pinCost))
  }

  async function add(newcomer: Newcomer, actor: Actor = ADMINISTRATOR): Promise<Person> {
    const hash = await pinHash(newcomer.role, newcomer.pin)
    return audit.commit(async (trx, note) => {
      const person = await insert(trx, newcomer, hash)
      await note({ kind: 'staff-added', ...actor, ...about(person), detail: { role: roleOf(person) } })
      return person
    })
  }

  /** Adds a person in a commit of the caller, who also writes the audit line. */
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

  /** Sets another PIN and ends all sessions of the person. It fulfils the rule of their role, or of a stricter one. */
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
      // The clock of the shop that set the PIN before may be ahead.
      const setAt = Math.max(clock.now(), row.pin_set_at + 1)
      await replacePin(trx, id, { hash, rule: strictest, setAt }, { now: clock.now(), locks })
      return { kind: 'staff-pin-changed' }
    })
  }

  /** Removes the lock after too many wrong PINs. The PIN stays the same. */
  function unlock(id: string, actor: Actor = ADMINISTRATOR): Promise<Person> {
    return change(id, actor, async (trx) => {
      await clearPinAttempts(trx, { staff_id: id })
      await locks.remove(trx, id)
      return { kind: 'staff-unlocked' }
    })
  }

  /**
   * Disables a person and ends all their sessions. Their sales keep their name. Who is to be kept out of all shops (`everywhere`) is an owner of none from
   * now on, also where a shop does not hear of it.
   */
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

  /** Lets a disabled person sign in again, with the same PIN. */
  function enable(id: string, actor: Actor = ADMINISTRATOR): Promise<Person> {
    return audit.commit(async (trx, note) => {
      const everyone = await trx.selectFrom('staff').selectAll().execute()
      const row = everyone.find((other) => other.id === id && other.disabled_at !== null)
      if (!row) throw new InvalidOperation('Nobody with this id is blocked.')
      await refuseAboveActor(trx, row, actor)
      assertNameIsFree(everyone, row.name)
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

  /** What a person reads from now on. It is theirs alone, and gives no power over anything, so the log has no line of it. */
  function setLanguage(id: string, language: Language): Promise<{ person: Person; isChanged: boolean }> {
    return audit.commit(async (trx) => {
      const row = await activeRowOf(trx, id)
      if (row.language === language) return { person: readPerson(row), isChanged: false }
      await trx.updateTable('staff').set({ language }).where('id', '=', id).execute()
      return { person: readPerson({ ...row, language }), isChanged: true }
    })
  }

  /** Makes a supervisor an owner, who sees all shops, or no longer one. */
  function setOwner(id: string, isOwner: boolean, actor: Actor = ADMINISTRATOR): Promise<Person> {
    return change(id, actor, async (trx, before) => {
      if (before.role !== 'supervisor')
        throw new InvalidOperation(`${before.name} is a cashier. Only a supervisor can be an owner.`)
      const after = { ...before, isOwner }
      await trx
        .updateTable('staff')
        .set({ is_owner: isOwner ? 1 : 0 })
        .where('id', '=', id)
        .execute()
      await owners.set(trx, id, isOwner)
      return { kind: 'staff-role-changed', detail: { role: roleOf(after), before: roleOf(before) } }
    })
  }

  /** Null removes all limits. Throws `RequestRefused` 409 if the stored limits differ from `expected`, which the supervisor saw. */
  function setLimits(
    id: string,
    limits: SalesLimits | null,
    actor: Actor = ADMINISTRATOR,
    expected?: SalesLimits | null,
  ): Promise<Person> {
    return change(id, actor, async (trx, { row }) => {
      const read = row.limits === null ? null : readLimits(row.limits)
      if (expected !== undefined && read !== undefined && !isSameLimits(expected, read)) throw staleChange()
      const record = limits && JSON.stringify(limits)
      await trx.updateTable('staff').set({ limits: record }).where('id', '=', id).execute()
      // Unreadable limits can only be repaired here, so they must not prevent it.
      const before = read === undefined ? 'unreadable' : describeLimits(read)
      return { kind: 'staff-limits-changed', detail: { limits: describeLimits(limits), before } }
    })
  }

  /** A supervisor of one shop who could change an owner, as by another PIN, would become one. */
  async function refuseAboveActor(trx: Trx, row: Selectable<StaffColumns>, { by }: Actor): Promise<void> {
    if (by === undefined || !(await owners.isOwner(readPerson(row), trx))) return
    const actor = await trx.selectFrom('staff').selectAll().where('id', '=', by.id).executeTakeFirst()
    if (actor && (await owners.isOwner(readPerson(actor), trx)) && (await owners.isConfirmed(by.id, trx))) return
    throw aboveActor(row.name)
  }

  /** Changes a person who may sign in and writes the audit line that `work` returns in the same commit. */
  function change(
    id: string,
    actor: Actor,
    work: (
      trx: Trx,
      before: Person & { row: Selectable<StaffColumns> },
    ) => Promise<Pick<AuditEntry, 'kind' | 'detail'>>,
  ): Promise<Person> {
    return audit.commit(async (trx, note) => {
      const row = await activeRowOf(trx, id)
      await refuseAboveActor(trx, row, actor)
      const entry = await work(trx, { ...readPerson(row), row })
      await note({ ...actor, ...about(row), ...entry })
      return readPerson(await trx.selectFrom('staff').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
    })
  }

  return {
    ...store,
    pinLocks,
    verifyPin,
    add,
    insert,
    pinHash,
    setPin,
    unlock,
    disable,
    enable,
    setPermissions,
    setLanguage,
    setOwner,
    setLimits,
  }
}

/** The hash of a PIN, the role whose rule the PIN fulfils, and when it was set (epoch ms). */
export type StoredPin = { hash: string; rule: Role; setAt: number }

/** Writes a PIN that replaces another. Whoever was signed in or locked with that one is not any more. */
export async function replacePin(
  trx: Trx,
  id: string,
  { hash, rule, setAt }: StoredPin,
  { now, locks }: { now: number; locks: PinLocks },
): Promise<void> {
  const pin = { pin_hash: hash, pin_rule: rule, pin_set_at: setAt }
  await trx.updateTable('staff').set(pin).where('id', '=', id).execute()
  await clearPinAttempts(trx, { staff_id: id })
  await locks.remove(trx, id)
  await endSessions(trx, now, { staff_id: id })
}

/** Each time is unique, so that it orders people as they were added. */
export const nextCreatedAt = (everyone: readonly { created_at: number }[], now: number): number =>
  Math.max(now, ...everyone.map((other) => other.created_at + 1))

export function assertNameIsFree(everyone: { name: string; disabled_at: number | null }[], name: string): void {
  const namesake = everyone.find((other) => other.disabled_at === null && isSameName(other.name, name))
  if (namesake) throw new InvalidOperation(`${namesake.name} is already there. Two people need two names.`)
}

export const aboveActor = (name: string) =>
  new InvalidOperation(`${name} is an owner. Only an owner, or the administrator of the server, can change that.`)

export const roleOf = ({ role, isOwner }: { role: Role; isOwner?: boolean }) => (isOwner ? 'owner' : role)
export const about = ({ id, name }: { id: string; name: string }) => ({ about: { id, name } })
const joinPermissions = (may: readonly Permission[] = []) => [...may].toSorted().join(', ') || 'nothing'
