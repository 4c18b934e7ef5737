import type { Kysely, Selectable, Transaction } from 'kysely'

import type { AuditDetail } from '#domain/audit.ts'
import type { Language } from '#domain/language.ts'
import { refOf, DEFAULT_PERMISSIONS, type Role } from '#domain/person.ts'
import { isSameName } from '#domain/text/typed-text.ts'
import type { Clock } from '../lib/clock.ts'
import { InvalidOperation } from '../lib/failures.ts'
import type { JournalTables, StaffColumns } from '../database/schema/tables.ts'
import { about, type AddAuditEntry, type AuditLog } from '../audit/audit-log.ts'
import { readName } from '../lib/identifiers.ts'
import type { Owners } from './owners.ts'
import { aboveActor, assertNameIsFree, nextCreatedAt, replacePin, roleOf, type StoredPin } from './person-changes.ts'
import { countSupervisors, readPerson } from './people-store.ts'
import type { PinLocks } from './pins/pin-attempts.ts'
import { fingerprintOf } from './pins/pins.ts'
import { endSessions } from './session-store.ts'

type Trx = Transaction<JournalTables>

/** Without a person, the request is the administrator's. */
export type RequestOrigin = { shop: string; person?: { id: string; name: string; isOwner: boolean } | undefined }

/** Name, PIN and owner right are the same in all shops. */
export type NewMember = {
  id: string
  name: string
  /** Absent if unchanged. For people who are already here, only the administrator changes it. */
  isOwner?: boolean | undefined
  /** Absent if unchanged; a new person cannot be admitted without it. */
  pin?: (StoredPin & { pepper: string }) | undefined
  /** The role here; a new person cannot be admitted without it. */
  role?: Role | undefined
  /** The language when a person is admitted; later changes come as `staff language`. */
  language?: Language | undefined
}

export type PeopleMessage =
  | ({ action: 'staff admit'; from: RequestOrigin } & NewMember)
  | { action: 'staff dismiss'; id: string; from: RequestOrigin }
  | { action: 'staff language'; id: string; language: Language }

export type Admissions = ReturnType<typeof createAdmissions>

type Deps = {
  db: Kysely<JournalTables>
  clock: Clock
  pepper: Buffer
  audit: AuditLog
  owners: Pick<Owners, 'isConfirmed' | 'isOwner'>
  locks: PinLocks
}
type Complete = { [Key in Exclude<keyof NewMember, 'language'>]-?: NonNullable<NewMember[Key]> } & Pick<
  NewMember,
  'language'
>

/**
 * This shop decides for itself whether to accept messages from other shops: the requester must be an owner, or also a supervisor here. Throws
 * `InvalidOperation`.
 */
export function createAdmissions({ db, clock, pepper, audit, owners, locks }: Deps) {
  const fingerprint = fingerprintOf(pepper)

  /** What the other shops are sent, even about a disabled person. */
  async function read(id: string): Promise<Complete> {
    const row = await db.selectFrom('staff').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) throw new InvalidOperation('No one with this id is in this shop.')
    const { name, role, isOwner = false, language } = readPerson(row)
    const pin = { hash: row.pin_hash, rule: ruleOf(row), setAt: row.pin_set_at, pepper: fingerprint }
    return { id, name, role, isOwner, pin, language }
  }

  /** Also updates an existing person. Returns whether they are in this shop now. */
  function admit(person: NewMember, from: RequestOrigin): Promise<boolean> {
    const { pin } = person
    if (pin && pin.pepper !== fingerprint)
      throw new InvalidOperation(
        "This shop has its own key file, so PINs of other shops don't work here. Add the person here with a separate PIN.",
      )
    return audit.commit(async (trx, note) => {
      const everyone = await trx.selectFrom('staff').selectAll().execute()
      const row = everyone.find(({ id }) => id === person.id)
      if (!row && (person.role === undefined || !pin)) return false
      const isAboveAll = await mayAsk(owners, trx, everyone, from)
      const isOwner = person.isOwner || (row && readPerson(row).isOwner)
      if (await owners.isOwner({ id: person.id, isOwner }, trx)) assertAboveAll(isAboveAll, person.name)
      if (row && !isSameName(row.name, person.name))
        throw new InvalidOperation(`Here the same id belongs to ${row.name}, who is someone else.`)
      const role = row ? roleAfter(row, person) : (person.role ?? 'cashier')
      if (role === 'supervisor' && pin && pin.rule !== 'supervisor')
        throw new InvalidOperation(`${person.name} is a supervisor here, and their PIN is too short for that.`)
      if (!row && person.isOwner && role !== 'supervisor')
        throw new InvalidOperation(`${person.name} is an owner, and an owner is a supervisor in every shop.`)
      // Only for a change of the owner right: a PIN is accepted whatever the person's role here.
      if (row?.disabled_at === null && person.isOwner && person.role === undefined && role !== 'supervisor')
        throw new InvalidOperation(`${person.name} is a cashier here, and only a supervisor is an owner.`)
      if (row && pin && pin.hash !== row.pin_hash && pin.setAt < row.pin_set_at)
        throw new InvalidOperation(`${person.name} has a newer PIN here. Send that one from here, or set another.`)
      if (!row || (row.disabled_at !== null && person.role !== undefined)) assertNameIsFree(everyone, person.name)
      const entryOf = (detail: AuditDetail) => ({
        ...byOf(from),
        ...about(person),
        detail: { ...detail, from: from.shop },
      })
      if (!row) {
        if (pin) await insertAdmitted(trx, { ...person, pin }, role, nextCreatedAt(everyone, clock.now()))
        await note({ kind: 'staff-added', ...entryOf({ role: roleOf({ role, isOwner: isOwnerHere(person, role) }) }) })
        return true
      }
      const [now, maySetOwner] = [clock.now(), from.person === undefined]
      await updateAdmitted(trx, row, person, { note, entryOf, maySetOwner, now, locks })
      return row.disabled_at === null || person.role !== undefined
    })
  }

  /** Does nothing for people who are not in this shop. */
  function dismiss(id: string, from: RequestOrigin): Promise<void> {
    return audit.commit(async (trx, note) => {
      const everyone = await trx.selectFrom('staff').selectAll().execute()
      const row = everyone.find((one) => one.id === id && one.disabled_at === null)
      if (!row) return
      const isAboveAll = await mayAsk(owners, trx, everyone, from)
      const person = readPerson(row)
      if (await owners.isOwner(person, trx)) assertAboveAll(isAboveAll, person.name)
      if (person.role === 'supervisor' && (await countSupervisors(trx)) === 1)
        throw new InvalidOperation('This is the last supervisor there. Add another one first.')
      await trx.updateTable('staff').set({ disabled_at: clock.now() }).where('id', '=', id).execute()
      await endSessions(trx, clock.now(), { staff_id: id })
      await note({ kind: 'staff-disabled', ...byOf(from), ...about(person), detail: { from: from.shop } })
    })
  }

  return { read, admit, dismiss }
}

async function insertAdmitted(
  trx: Trx,
  person: NewMember & { pin: StoredPin },
  role: Role,
  createdAt: number,
): Promise<void> {
  const { id, name, pin, language = null } = person
  await trx
    .insertInto('staff')
    .values({
      id,
      name: readName(name),
      role,
      permissions: JSON.stringify(DEFAULT_PERMISSIONS),
      is_owner: isOwnerHere(person, role) ? 1 : 0,
      language,
      pin_hash: pin.hash,
      pin_rule: pin.rule,
      pin_set_at: pin.setAt,
      created_at: createdAt,
      disabled_at: null,
      limits: null,
    })
    .execute()
}

/**
 * Throws `InvalidOperation` for a person who is neither an owner nor a supervisor here. For people who are or were in this shop, this shop's row counts,
 * because the other shop may have missed that they were blocked. The shared record decides who is an owner.
 */
async function mayAsk(
  owners: Deps['owners'],
  trx: Trx,
  everyone: readonly Selectable<StaffColumns>[],
  { person }: RequestOrigin,
): Promise<boolean> {
  if (!person) return true
  const row = everyone.find(({ id }) => id === person.id)
  const isOwner = row ? await owners.isOwner(readPerson(row), trx) : person.isOwner
  const isAboveAll = isOwner && (await owners.isConfirmed(person.id, trx))
  if (isAboveAll && !row) return true
  if (row?.role === 'supervisor' && row.disabled_at === null) return isAboveAll
  throw new InvalidOperation(`${person.name} is not a supervisor of this shop. Ask an owner.`)
}

type Lines = {
  note: AddAuditEntry
  entryOf: (detail: AuditDetail) => Pick<Parameters<AddAuditEntry>[0], 'by' | 'about' | 'detail'>
  maySetOwner: boolean
  now: number
  locks: PinLocks
}

/** With an audit entry each. Role and limits belong to each shop and stay; a person who is admitted again gets no higher role than they are given now. */
async function updateAdmitted(
  trx: Trx,
  row: Selectable<StaffColumns>,
  person: NewMember,
  { note, entryOf, maySetOwner, now, locks }: Lines,
): Promise<void> {
  const before = readPerson(row)
  const { pin } = person
  if (pin && row.pin_hash !== pin.hash) {
    await replacePin(trx, row.id, pin, { now, locks })
    await note({ kind: 'staff-pin-changed', ...entryOf({}) })
  }
  const isLetInAgain = row.disabled_at !== null && person.role !== undefined
  const role = roleAfter(row, person)
  const wasOwner = before.isOwner ?? false
  const isSaid = person.isOwner !== undefined && (maySetOwner || (isLetInAgain && !person.isOwner))
  const isOwner = isSaid ? isOwnerHere(person, role) : wasOwner && role === 'supervisor'
  if (role !== before.role || isOwner !== wasOwner) {
    await trx
      .updateTable('staff')
      .set({ role, is_owner: isOwner ? 1 : 0 })
      .where('id', '=', row.id)
      .execute()
    const after = roleOf({ role, isOwner })
    await note({ kind: 'staff-role-changed', ...entryOf({ role: after, before: roleOf(before) }) })
  }
  if (isLetInAgain) {
    const { language = before.language ?? null } = person
    await trx.updateTable('staff').set({ disabled_at: null, language }).where('id', '=', row.id).execute()
    await note({ kind: 'staff-enabled', ...entryOf({}) })
  }
}

/** The role stays, unless a blocked person is admitted again with a lower one. */
function roleAfter(row: Selectable<StaffColumns>, { role: given }: NewMember): Role {
  const { role } = readPerson(row)
  return row.disabled_at !== null && given === 'cashier' ? given : role
}

const byOf = ({ person }: RequestOrigin) => (person ? { by: refOf(person) } : {})

function assertAboveAll(isAboveAll: boolean, name: string): void {
  if (!isAboveAll) throw aboveActor(name)
}

const isOwnerHere = ({ isOwner }: NewMember, role: Role): boolean => isOwner === true && role === 'supervisor'
const ruleOf = ({ pin_rule: rule }: Selectable<StaffColumns>): Role => (rule === 'supervisor' ? rule : 'cashier')
