import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { DEFAULT_MIGRATION_TABLE, Kysely, sql } from 'kysely'

import { isInPostgres, nameOf } from '../config/database-url.ts'
import { JournalUnusable } from './drivers/journal-unusable.ts'
import { isThisVersion, migrate, refuseOtherBuild, refuseWhileLed, removePractice, type Migrating } from './migrate.ts'
import { readMigrations } from './schema/migrations.ts'
import { refuseForeignSchemas, refuseForeignTables } from './schema/own-schema.ts'
import { recordRestored } from './maintenance/recoveries.ts'
import { openConnection, readersOf } from './drivers/postgres.ts'
import type { ServerIdentity } from './drivers/postgres-server.ts'
import { openFile } from './drivers/sqlite.ts'
import type { JournalTables } from './schema/tables.ts'

/** The sandbox's ledger in builds before the first release. */
const EARLIER_LEDGER = 'books.jsonl'

/** Throws `JournalUnusable` for a ledger that the sandbox no longer reads. */
export function refuseEarlierSandbox(folder: string): void {
  const ledger = join(folder, EARLIER_LEDGER)
  if (existsSync(ledger))
    throw new JournalUnusable(`${ledger} was written by an earlier build of Toptill. ${removePractice(folder)}`)
}

/** Stored among the migrations, so no version of Toptill opens the file. */
const MOVED = 'moved to PostgreSQL'

export const movedName = (path: string): string => `${path}.moved`

const refuseMoved = (path: string) => (names: readonly string[]) => {
  if (!names.includes(MOVED)) return refuseOtherBuild(path, names)
  throw new JournalUnusable(
    `The database ${path} was moved to PostgreSQL, and sales since then are only there. Set DATABASE_URL to its address.`,
  )
}

export const restoringName = (path: string): string => `${path}.restoring`

/** A start before the restore is finished would sell from half a journal, or create an empty one. */
function refuseUnfinishedRestore(path: string): void {
  if (!existsSync(restoringName(path))) return
  throw new JournalUnusable(
    `The restore of the database ${path} was not finished. Run toptill restore with the backup again.`,
  )
}

/** A start with the old settings would create an empty journal for the same account. */
export function refusePlaceOfMoved(path: string): void {
  if (existsSync(path) || !existsSync(movedName(path))) return
  throw new JournalUnusable(
    `The database ${path} was moved to PostgreSQL and is now ${movedName(path)}. Set DATABASE_URL to the address in PostgreSQL, or to another file for another shop.`,
  )
}

/** `isThis`: the file has exactly this version's migrations. */
export async function findVersion(file: Kysely<JournalTables>): Promise<{ isThis: boolean; wasMoved: boolean }> {
  const all = await findMigrations(file)
  const names = all.filter((name) => name !== MOVED)
  return { isThis: isThisVersion(names), wasMoved: names.length < all.length }
}

/** Prevents the file from being opened again, under any name. */
export async function markMoved(file: Kysely<JournalTables>): Promise<void> {
  const values = sql.join([MOVED, new Date().toISOString()])
  await sql`INSERT INTO ${sql.table(DEFAULT_MIGRATION_TABLE)} VALUES (${values}) ON CONFLICT DO NOTHING`.execute(file)
}

/**
 * A file, `:memory:` for tests, or a PostgreSQL URL. A file is locked; in PostgreSQL a lease says who may write (`leases.ts`). Throws `JournalUnusable`.
 * `onFault` receives every failed write or read; nothing may continue after one (rule 16).
 */
export const openDatabase = async (
  database: string,
  onFault?: (error: unknown) => void,
  options?: Opening,
): Promise<Kysely<JournalTables>> => (await openJournal(database, onFault, options)).db

/** After `hold`, writes fail if this epoch of the lease is not the newest. A file has no lease. */
export type OpenedJournal = { db: Kysely<JournalTables>; hold?: (epoch: number) => Promise<void> }

type Opening = Migrating & {
  /** PostgreSQL only: runs before anything is changed. If it throws, opening fails. */
  beforeMigration?: (db: Kysely<JournalTables>) => Promise<void>
}

/** Like `openDatabase`, for a process that leads by a lease. */
export async function openJournal(
  database: string,
  onFault?: (error: unknown) => void,
  { beforeMigration, ...migrating }: Opening = {},
): Promise<OpenedJournal> {
  if (!isInPostgres(database)) {
    refusePlaceOfMoved(database)
    refuseUnfinishedRestore(database)
    // The restore is checked again under the lock.
    let isOpen = false
    const tellFault = (error: unknown) => isOpen && onFault?.(error)
    const dialect = openFile(database, refuseMoved(database), tellFault, () => refuseUnfinishedRestore(database))
    const file = new Kysely<JournalTables>({ dialect })
    try {
      const names = await findMigrations(file)
      await migrate(
        file,
        names,
        { name: database, refuseForeign: () => refuseForeignTables(file, database) },
        migrating,
      )
      isOpen = true
      return { db: file }
    } catch (error) {
      await file.destroy()
      throw error
    }
  }
  const { dialect, schema, server, hold } = await openConnection(database, onFault)
  const db = new Kysely<JournalTables>({ dialect })
  try {
    await beforeMigration?.(db)
    const names = await findMigrations(db, schema)
    if (!isThisVersion(names)) {
      const name = nameOf(database)
      refuseOtherBuild(name, names)
      await refuseWhileLed(db, name)
      await migrate(db, names, { name, schema, refuseForeign: () => refuseForeignSchemas(database) }, migrating)
    }
    await bindServer(db, server)
    return { db, hold }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** Opens an existing journal without migrating it. Throws `JournalUnusable`. */
export async function openToLook(database: string): Promise<{ db: Kysely<JournalTables>; isThis: boolean }> {
  if (!isInPostgres(database)) {
    refuseUnfinishedRestore(database)
    const db = new Kysely<JournalTables>({ dialect: openFile(database, refuseMoved(database)) })
    return { db, ...(await findVersion(db)) }
  }
  const { dialect, schema } = await openConnection(database)
  const db = new Kysely<JournalTables>({ dialect })
  try {
    const names = await findMigrations(db, schema)
    refuseOtherBuild(nameOf(database), names)
    return { db, isThis: isThisVersion(names) }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** Uses separate connections, if the database allows several. */
export const openReader = (database: string, db: Kysely<JournalTables>): Kysely<JournalTables> =>
  isInPostgres(database) ? new Kysely<JournalTables>({ dialect: readersOf(database) }) : db

/** No connection or query takes longer than `answerMs`. */
export const openForeignReader = (database: string, answerMs: number): Kysely<JournalTables> =>
  new Kysely<JournalTables>({ dialect: readersOf(database, answerMs) })

export function openWithoutMigration(path: string, onFault?: (error: unknown) => void): Kysely<JournalTables> {
  return new Kysely<JournalTables>({ dialect: openFile(path, () => {}, onFault) })
}

/** Only if a migration is missing, because the migrator locks the whole database, and would keep every other shop from being opened. */
async function findMigrations(db: Kysely<JournalTables>, schema?: string): Promise<string[]> {
  const tables =
    schema === undefined
      ? sql`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ${DEFAULT_MIGRATION_TABLE}`
      : sql`SELECT 1 FROM pg_tables WHERE schemaname = ${schema} AND tablename = ${DEFAULT_MIGRATION_TABLE}`
  const { rows } = await tables.execute(db)
  return rows.length > 0 ? readMigrations(db) : []
}

/**
 * Stores the server on the first start. If it is another one later, the journal was restored or a standby took over; a dump creates new tables, even in the
 * same database. Sales may then be missing although their keys were used, which the first process that notices stores in the same commit.
 */
async function bindServer(db: Kysely<JournalTables>, server: ServerIdentity): Promise<void> {
  const { rows } = await sql<{ oid: string }>`SELECT CAST('account_lease'::regclass::oid AS TEXT) AS oid`.execute(db)
  const identity = { system_id: server.systemId, timeline: server.timeline, table_oid: rows[0]?.oid ?? '' }
  await db
    .insertInto('database_server')
    .values({ id: 1, ...identity })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  await db.transaction().execute(async (trx) => {
    const known = await trx.selectFrom('database_server').selectAll().forUpdate().executeTakeFirstOrThrow()
    const isSame = known.system_id === identity.system_id && known.timeline === identity.timeline
    if (isSame && known.table_oid === identity.table_oid) return
    await trx.updateTable('database_server').set(identity).execute()
    await recordRestored(trx, { cause: 'server' })
  })
}
