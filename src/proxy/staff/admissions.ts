import type { Kysely, Selectable, Transaction } from 'kysely'

import { DEFAULT_PERMISSIONS, type Role } from '#domain/person.ts'
import type { Clock } from '../clock.ts'
import { InvalidOperation } from '../failures.ts'
import type { JournalTables, StaffColumns } from '../journal/tables.ts'
import type { AddAuditLine, AuditLog } from './audit-log.ts'
import { isSameName, readName } from './identifiers.ts'
import { about, aboveActor, assertNameIsFree, nextCreatedAt, replacePin, roleOf, type StoredPin } from './people.ts'
import { countSupervisors, readPerson } from './people-store.ts'
import { fingerprintOf } from './pins.ts'
import { endSessions } from './session-store.ts'

type Trx = Transaction<JournalTables>

/** Who asks for it in another shop of the installation; without a person the administrator. */
export type AskedFrom = { shop: string; person?: { id: string; name: string; isOwner: boolean } | undefined }

/** A person as another shop knows them: the name, the PIN and whether they are an owner are the same in all shops. */
export type Admitted = {
  id: string
  name: string
  /** Absent where nothing is said of it: only the administrator changes it. */
  isOwner?: boolean | undefined
  pin: StoredPin & { pepper: string }
  /** What they are here; without it nobody is let in who is not in this shop. */
  role?: Role | undefined
}

/** What one shop tells another of people. */
export type PeopleMessage =
  ({ action: 'staff admit'; from: AskedFrom } & Admitted) | { action: 'staff dismiss'; id: string; from: AskedFrom }

export type Admissions = ReturnType<typeof createAdmissions>

type Deps = { db: Kysely<JournalTables>; clock: Clock; pepper: Buffer; audit: AuditLog }

/**
 * What other shops of the installation say of people. This shop decides for itself whether it takes their word: who asks has to be an owner, or a
 * supervisor here, too. Throws `InvalidOperation` with a sentence for them.
 */
export function createAdmissions({ db, clock, pepper, audit }: Deps) {
  const fingerprint = fingerprintOf(pepper)

  /** What this shop tells the others of a person, whether they may sign in here or not. */
  async function read(id: string): Promise<Admitted & { role: Role; isOwner: boolean }> {
    const row = await db.selectFrom('staff').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) throw new InvalidOperation('Nobody with this id is in this shop.')
    const { name, role, isOwner = false } = readPerson(row)
    return { id, name, role, isOwner, pin: { hash: row.pin_hash, rule: ruleOf(row), pepper: fingerprint } }
  }

  /** Lets a person in, or brings their PIN up to date. Returns whether they are in this shop now. */
  function admit(person: Admitted, from: AskedFrom): Promise<boolean> {
    if (person.pin.pepper !== fingerprint)
      throw new InvalidOperation(
        'This shop has a secret of its own, so that no PIN of another shop fits here. Add the person here with a PIN of their own.',
      )
    return audit.commit(async (trx, note) => {
      const everyone = await trx.selectFrom('staff').selectAll().execute()
      const row = everyone.find(({ id }) => id === person.id)
      if (!row && person.role === undefined) return false
      const isAboveAll = mayAsk(everyone, from)
      if (person.isOwner || (row && readPerson(row).isOwner)) assertAboveAll(isAboveAll, person.name)
      if (row && !isSameName(row.name, person.name))
        throw new InvalidOperation(`Here the same id belongs to ${row.name}, who is somebody else.`)
      const role = row ? readPerson(row).role : (person.role ?? 'cashier')
      if (role === 'supervisor' && person.pin.rule !== 'supervisor')
        throw new InvalidOperation(`${person.name} is a supervisor here, and their PIN is too short for that.`)
      if (!row || (row.disabled_at !== null && person.role !== undefined)) assertNameIsFree(everyone, person.name)
      const lineOf = (detail: Record<string, string>) => ({
        ...byOf(from),
        ...about(person),
        detail: { ...detail, from: from.shop },
      })
      if (!row) {
        await insert(trx, person, role, nextCreatedAt(everyone, clock.now()))
        await note({ kind: 'staff-added', ...lineOf({ role: roleOf({ role, isOwner: isOwnerHere(person, role) }) }) })
        return true
      }
      await update(trx, row, person, { note, lineOf, isAboveAll })
      return row.disabled_at === null || person.role !== undefined
    })
  }

  async function insert(trx: Trx, person: Admitted, role: Role, createdAt: number): Promise<void> {
    const { id, name, pin } = person
    await trx
      .insertInto('staff')
      .values({
        id,
        name: readName(name),
        role,
        permissions: JSON.stringify(DEFAULT_PERMISSIONS),
        is_owner: isOwnerHere(person, role) ? 1 : 0,
        pin_hash: pin.hash,
        pin_rule: pin.rule,
        created_at: createdAt,
        disabled_at: null,
        limits: null,
      })
      .execute()
  }

  type Lines = {
    note: AddAuditLine
    lineOf: (detail: Record<string, string>) => Pick<Parameters<AddAuditLine>[0], 'by' | 'about' | 'detail'>
    isAboveAll: boolean
  }

  /** What differs, each with its line. The role and the limits are of each shop, and stay. */
  async function update(
    trx: Trx,
    row: Selectable<StaffColumns>,
    person: Admitted,
    { note, lineOf, isAboveAll }: Lines,
  ): Promise<void> {
    const before = readPerson(row)
    if (row.pin_hash !== person.pin.hash) {
      await replacePin(trx, row.id, person.pin, clock.now())
      await note({ kind: 'staff-pin-changed', ...lineOf({}) })
    }
    const isOwner = isOwnerHere(person, before.role)
    if (isAboveAll && person.isOwner !== undefined && isOwner !== (before.isOwner ?? false)) {
      await trx
        .updateTable('staff')
        .set({ is_owner: isOwner ? 1 : 0 })
        .where('id', '=', row.id)
        .execute()
      const role = roleOf({ role: before.role, isOwner })
      await note({ kind: 'staff-role-changed', ...lineOf({ role, before: roleOf(before) }) })
    }
    if (row.disabled_at !== null && person.role !== undefined) {
      await trx.updateTable('staff').set({ disabled_at: null }).where('id', '=', row.id).execute()
      await note({ kind: 'staff-enabled', ...lineOf({}) })
    }
  }

  /** Keeps a person from signing in here any more. Who is not in this shop may not in any case. */
  function dismiss(id: string, from: AskedFrom): Promise<void> {
    return audit.commit(async (trx, note) => {
      const everyone = await trx.selectFrom('staff').selectAll().execute()
      const row = everyone.find((one) => one.id === id && one.disabled_at === null)
      if (!row) return
      const isAboveAll = mayAsk(everyone, from)
      const person = readPerson(row)
      if (person.isOwner) assertAboveAll(isAboveAll, person.name)
      if (person.role === 'supervisor' && (await countSupervisors(trx)) === 1)
        throw new InvalidOperation('This is the last supervisor there. Add another one first.')
      await trx.updateTable('staff').set({ disabled_at: clock.now() }).where('id', '=', id).execute()
      await endSessions(trx, clock.now(), { staff_id: id })
      await note({ kind: 'staff-disabled', ...byOf(from), ...about(person), detail: { from: from.shop } })
    })
  }

  return { read, admit, dismiss }
}

/** Whether who asks is above every shop. Throws `InvalidOperation` for a person who is neither an owner nor a supervisor here. */
function mayAsk(everyone: readonly Selectable<StaffColumns>[], { person }: AskedFrom): boolean {
  if (!person || person.isOwner) return true
  const row = everyone.find(({ id, disabled_at: disabledAt }) => id === person.id && disabledAt === null)
  if (row?.role === 'supervisor') return false
  throw new InvalidOperation(`${person.name} is no supervisor of this shop. Ask an owner.`)
}

const byOf = ({ person }: AskedFrom) => (person ? { by: { id: person.id, name: person.name } } : {})

function assertAboveAll(isAboveAll: boolean, name: string): void {
  if (!isAboveAll) throw aboveActor(name)
}

const isOwnerHere = ({ isOwner }: Admitted, role: Role): boolean => isOwner === true && role === 'supervisor'
const ruleOf = ({ pin_rule: rule }: Selectable<StaffColumns>): Role => (rule === 'supervisor' ? rule : 'cashier')
