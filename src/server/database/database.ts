import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import { DEFAULT_MIGRATION_TABLE, Kysely, Migrator, sql } from 'kysely'

import { isInPostgres, nameOf } from '../config/database-url.ts'
import { JournalUnusable } from './drivers/journal-unusable.ts'
import { migrations, SCHEMA } from './schema/migrations.ts'
import { recordRestored } from './maintenance/recoveries.ts'
import { isLed } from './leases.ts'
import { openConnection, readersOf } from './drivers/postgres.ts'
import type { ServerIdentity } from './drivers/postgres-server.ts'
import { openFile } from './drivers/sqlite.ts'
import type { JournalTables } from './schema/tables.ts'
import { problemOf } from '../lib/failures.ts'

/** The sandbox's ledger in builds before the first release. */
const EARLIER_LEDGER = 'books.jsonl'

/** Throws `JournalUnusable` for a ledger that the sandbox no longer reads. */
export function refuseEarlierSandbox(folder: string): void {
  const ledger = join(folder, EARLIER_LEDGER)
  if (existsSync(ledger))
    throw new JournalUnusable(`${ledger} was written by an earlier build of Toptill. ${removePractice(folder)}`)
}

const removePractice = (folder: string) => `Nothing in practice is real: remove the folder ${folder}, and start again.`

/** The message never suggests an empty journal: that would hide open sales and money. */
function refuseOtherBuild(name: string, names: readonly string[]): void {
  const [newest] = names
    .filter((one) => !(one in migrations))
    .toSorted()
    .toReversed()
  if (newest === undefined) return
  const isNewer = newest > SCHEMA
  const whatToDo =
    basename(dirname(name)) === 'sandbox'
      ? removePractice(dirname(name))
      : `${isNewer ? 'Start that build, or restore the backup from before the upgrade' : 'Start that build'}: docs/administrators/upgrade.md.`
  throw new JournalUnusable(
    `The database ${name} was written by ${isNewer ? 'a newer' : 'an older'} build of Toptill, with the schema ${newest}, and this one, with the schema ${SCHEMA}, can't open it. ${whatToDo}`,
  )
}

/** Stored among the migrations, so that no version of Toptill opens the file. */
const MOVED = 'moved to PostgreSQL'

export const movedName = (path: string): string => `${path}.moved`

const refuseMoved = (path: string) => (names: readonly string[]) => {
  if (!names.includes(MOVED)) return refuseOtherBuild(path, names)
  throw new JournalUnusable(
    `The database ${path} was moved to PostgreSQL, and sales since then are only there. Set DATABASE_URL to its address.`,
  )
}

export const restoringName = (path: string): string => `${path}.restoring`

/** A start in between would sell from half of it, or begin an empty journal. */
function refuseUnfinishedRestore(path: string): void {
  if (!existsSync(restoringName(path))) return
  throw new JournalUnusable(
    `The restore of the database ${path} was not finished. Run toptill restore with the backup again.`,
  )
}

/** A start with the old settings would begin an empty journal for the same account. */
export function refusePlaceOfMoved(path: string): void {
  if (existsSync(path) || !existsSync(movedName(path))) return
  throw new JournalUnusable(
    `The database ${path} was moved to PostgreSQL and is now ${movedName(path)}. Set DATABASE_URL to the address in PostgreSQL, or to another file for another shop.`,
  )
}

/** `isThis`: it has exactly this version's migrations. */
export async function findVersion(file: Kysely<JournalTables>): Promise<{ isThis: boolean; wasMoved: boolean }> {
  const tables = await file.introspection.getTables({ withInternalKyselyTables: true })
  const all = tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE) ? await readMigrations(file) : []
  const names = all.filter((name) => name !== MOVED)
  return { isThis: isThisVersion(names), wasMoved: names.length < all.length }
}

export async function readMigrations(db: Kysely<JournalTables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db)
  return rows.map(({ name }) => name)
}

const isThisVersion = (names: readonly string[]) =>
  names.length === Object.keys(migrations).length && names.every((name) => name in migrations)

/** Prevents the file from being opened again, under any name. */
export async function markMoved(file: Kysely<JournalTables>): Promise<void> {
  const values = sql.join([MOVED, new Date().toISOString()])
  await sql`INSERT INTO ${sql.table(DEFAULT_MIGRATION_TABLE)} VALUES (${values}) ON CONFLICT DO NOTHING`.execute(file)
}

/**
 * A file, `:memory:` for tests, or an address of PostgreSQL. A file is locked for other processes; in PostgreSQL a lease says who may write (`leases.ts`).
 * Throws `JournalUnusable`. `onFault` receives every failed write or read of the file or the server; nothing may continue after one (rule 16).
 */
export const openDatabase = async (
  database: string,
  onFault?: (error: unknown) => void,
): Promise<Kysely<JournalTables>> => (await openJournal(database, onFault)).db

/** After `hold`, writes name this epoch of the lease and fail if it is not the newest. A file has no lease. */
export type OpenedJournal = { db: Kysely<JournalTables>; hold?: (epoch: number) => Promise<void> }

type Migration = {
  /** Runs before anything is changed. If it throws, opening fails. */
  beforeMigration?: (db: Kysely<JournalTables>) => Promise<void>
  onMigrated?: (names: readonly string[]) => void
}

/** Like `openDatabase`, for a process that leads by a lease. */
export async function openJournal(
  database: string,
  onFault?: (error: unknown) => void,
  { beforeMigration, onMigrated }: Migration = {},
): Promise<OpenedJournal> {
  if (!isInPostgres(database)) {
    refusePlaceOfMoved(database)
    refuseUnfinishedRestore(database)
    // Checked again under the lock.
    const dialect = openFile(database, refuseMoved(database), onFault, () => refuseUnfinishedRestore(database))
    const file = new Kysely<JournalTables>({ dialect })
    try {
      await migrate(file, database, onMigrated)
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
      refuseOtherBuild(nameOf(database), names)
      await refuseWhileLed(db, nameOf(database))
      await migrate(db, nameOf(database), onMigrated, schema)
    }
    await bindServer(db, server)
    return { db, hold }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** Opens a journal that is there without migrating it. Throws `JournalUnusable`. */
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

/** Separate connections, if the database has several. */
export const openReader = (database: string, db: Kysely<JournalTables>): Kysely<JournalTables> =>
  isInPostgres(database) ? new Kysely<JournalTables>({ dialect: readersOf(database) }) : db

/** No connection or query takes longer than `answerMs`. */
export const openForeignReader = (database: string, answerMs: number): Kysely<JournalTables> =>
  new Kysely<JournalTables>({ dialect: readersOf(database, answerMs) })

export function openWithoutMigration(path: string, onFault?: (error: unknown) => void): Kysely<JournalTables> {
  return new Kysely<JournalTables>({ dialect: openFile(path, () => {}, onFault) })
}

/** Returns the migrations that were missing. Throws `JournalUnusable`. */
export async function migrateJournal(database: string): Promise<readonly string[]> {
  let migrated: readonly string[] = []
  const { db } = await openJournal(database, undefined, { onMigrated: (names) => (migrated = names) })
  await db.destroy()
  return migrated
}

/** The migrator runs only if one is missing: it locks the whole database, and would keep every other shop from being opened. */
async function findMigrations(db: Kysely<JournalTables>, schema: string): Promise<string[]> {
  const { rows } =
    await sql`SELECT 1 FROM pg_tables WHERE schemaname = ${schema} AND tablename = ${DEFAULT_MIGRATION_TABLE}`.execute(
      db,
    )
  return rows.length > 0 ? readMigrations(db) : []
}

/** An older Toptill that leads would continue in tables it doesn't know. */
async function refuseWhileLed(db: Kysely<JournalTables>, name: string): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`SELECT to_regclass('account_lease') IS NOT NULL AS there`.execute(db)
  if (!rows[0]?.there || !(await isLed(db))) return
  throw new JournalUnusable(
    `The database ${name} has to be updated to this version, and another Toptill server is selling from it. Stop every Toptill server of this database first, then start this version.`,
  )
}

async function migrate(
  db: Kysely<JournalTables>,
  name: string,
  onMigrated: (names: readonly string[]) => void = () => {},
  schema?: string,
): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    // Another schema of the database may hold another journal.
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error === undefined) return onMigrated(results.map(({ migrationName }) => migrationName))
  throw new JournalUnusable(
    `The database ${name} could not be updated to this version: ${problemOf(error)}. It is damaged, or another program created tables in it. Restore a backup.`,
  )
}

/**
 * Stored at the first start. On another server the journal was restored or a standby took over; a dump creates new tables, even in the same database. Later
 * sales may be missing, and their keys were used. The first process that notices stores that in the same commit as the new server or table.
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
