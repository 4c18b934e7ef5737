import type { Kysely } from 'kysely'
import * as v from 'valibot'

import { LimitsBody } from '#api/settings.ts'
import { LANGUAGES } from '#domain/language.ts'
import { PERMISSIONS, type Permission, type Person } from '#domain/person.ts'
import type { SalesLimits } from '#domain/sales-limits.ts'
import { isSameName } from '#domain/text/typed-text.ts'
import { InvalidOperation, RequestRefused } from '../lib/failures.ts'
import { fixedQuery } from '../database/drivers/fixed-query.ts'
import type { JournalTables } from '../database/schema/tables.ts'

type Db = Kysely<JournalTables>
/** Only for supervisors and the administrator. Times are epoch ms. */
export type StaffMember = Person & {
  createdAt: number
  disabledAt: number | null
  limits?: SalesLimits
  hasUnreadableLimits?: true
}

export function peopleStore(db: Db) {
  const limitsById = fixedQuery(db, ({ id }: { id: string }) =>
    db.selectFrom('staff').select(['name', 'limits']).where('id', '=', id),
  )

  async function hasAnyone(): Promise<boolean> {
    return (await db.selectFrom('staff').select('id').limit(1).executeTakeFirst()) !== undefined
  }

  /** People who may sign in, in the order in which they were added. */
  async function list(): Promise<Person[]> {
    return (await activeRows(db).orderBy('created_at').execute()).map(readPerson)
  }

  async function listAll(): Promise<StaffMember[]> {
    const rows = await db.selectFrom('staff').selectAll().orderBy('created_at').execute()
    return rows.map((row) => ({
      ...readPerson(row),
      createdAt: row.created_at,
      disabledAt: row.disabled_at,
      ...(row.limits !== null && limitsIn(row.limits)),
    }))
  }

  /** Throws `RequestRefused` 500 if the limits are unreadable, because it is unknown how much the cashier may sell. */
  async function limitsOf(id: string): Promise<SalesLimits | undefined> {
    const [row] = (await limitsById({ id })).rows
    if (!row || row.limits === null) return undefined
    const limits = readLimits(row.limits)
    if (limits) return limits
    throw new RequestRefused(
      500,
      'internal-error',
      `The limits of ${row.name} cannot be read. A supervisor has to set them again.`,
    )
  }

  async function find(id: string): Promise<Person | undefined> {
    const row = await findActiveRow(db, id)
    return row && readPerson(row)
  }

  /** Ignores case. Finds only people who may sign in. */
  async function findByName(name: string): Promise<Person | undefined> {
    return (await list()).find((person) => isSameName(person.name, name))
  }

  return { hasAnyone, list, listAll, limitsOf, find, findByName }
}

const activeRows = (db: Db) => db.selectFrom('staff').selectAll().where('disabled_at', 'is', null)

/** Only people who may sign in. */
export const findActiveRow = (db: Db, id: string) => activeRows(db).where('id', '=', id).executeTakeFirst()

/** Throws `InvalidOperation` if no such person may sign in. */
export async function activeRowOf(db: Db, id: string) {
  const row = await findActiveRow(db, id)
  if (!row) throw new InvalidOperation('No one with this id can sign in.')
  return row
}

export async function countSupervisors(db: Db): Promise<number> {
  return (await activeRows(db).execute()).filter(({ role }) => role === 'supervisor').length
}

type Row = { id: string; name: string; role: string; permissions: string; is_owner: number; language: string | null }

/** An unknown role gets the fewest rights; unreadable permissions or an unknown language count as none. */
export function readPerson({ id, name, role, permissions, is_owner: isOwner, language: stored }: Row): Person {
  const language = LANGUAGES.find((one) => one === stored)
  return {
    id,
    name,
    ...(role === 'supervisor'
      ? { role, ...(isOwner === 1 && { isOwner: true }) }
      : { role: 'cashier', permissions: readPermissions(permissions) }),
    ...(language && { language }),
  }
}

function readPermissions(text: string): Permission[] {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), v.array(v.string())), text)
  return read.success ? PERMISSIONS.filter((permission) => read.output.includes(permission)) : []
}

/** `undefined` for unreadable limits, which doesn't mean that there are none. */
export function readLimits(text: string): SalesLimits | undefined {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), LimitsBody), text)
  return read.success ? read.output : undefined
}

function limitsIn(text: string): Pick<StaffMember, 'limits' | 'hasUnreadableLimits'> {
  const limits = readLimits(text)
  return limits ? { limits } : { hasUnreadableLimits: true }
}
