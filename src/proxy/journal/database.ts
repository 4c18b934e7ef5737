import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { Kysely, Migrator, type Dialect } from 'kysely'

import { isInPostgres, nameOf } from './database-url.ts'
import { JournalUnusable } from './journal-unusable.ts'
import { migrations, SCHEMA } from './migrations.ts'
import { openConnection, readersOf, type ServerIdentity } from './postgres.ts'
import { earlierBuild, openFile } from './sqlite.ts'
import type { JournalTables } from './tables.ts'

/** The sandbox's ledger under the name that builds before the first release used. */
const EARLIER_LEDGER = 'books.jsonl'

/** Throws `JournalUnusable` when the data folder holds a ledger that the sandbox no longer reads. */
export function refuseEarlierSandbox(folder: string): void {
  const ledger = join(folder, EARLIER_LEDGER)
  if (existsSync(ledger)) throw earlierBuild(ledger)
}

/** False for a build before the first schema. A journal of a newer build is left to the migrator. */
const hasOurSchema = (names: readonly string[]) => names.length === 0 || names.includes(SCHEMA)

/**
 * Opens and migrates a journal: a file, `:memory:` for tests, or an address of PostgreSQL. A file is locked for other processes; in PostgreSQL a lease
 * says who may write (`journal/leases.ts`). Throws `JournalUnusable`. `onFault` receives every failed write or read of the file or the server; nothing may continue after one (DESIGN
 * rule 16).
 */
export const openDatabase = async (
  database: string,
  onFault?: (error: unknown) => void,
): Promise<Kysely<JournalTables>> => (await openJournal(database, onFault)).db

/** `hold`: from now on every write names this epoch of the lease, and fails if it is not the newest. A file has no lease. */
export type OpenedJournal = { db: Kysely<JournalTables>; hold?: (epoch: number) => Promise<void> }

/** Like `openDatabase`, for a process that leads by a lease. */
export async function openJournal(database: string, onFault?: (error: unknown) => void): Promise<OpenedJournal> {
  if (!isInPostgres(database)) return { db: await migrate(openFile(database, hasOurSchema, onFault), database) }
  const { dialect, schema, server, hold } = await openConnection(database, onFault)
  const db = await migrate(dialect, nameOf(database), schema)
  try {
    await bindServer(db, server, nameOf(database))
    return { db, hold }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** What reports and lists read with: connections of their own, where the database has several. */
export const openReader = (database: string, db: Kysely<JournalTables>): Kysely<JournalTables> =>
  isInPostgres(database) ? new Kysely<JournalTables>({ dialect: readersOf(database) }) : db

/** Opens a file without migrating: the tables stay as their version wrote them. */
export function openWithoutMigration(path: string, onFault?: (error: unknown) => void): Kysely<JournalTables> {
  return new Kysely<JournalTables>({ dialect: openFile(path, hasOurSchema, onFault) })
}

async function migrate(dialect: Dialect, name: string, schema?: string): Promise<Kysely<JournalTables>> {
  const db = new Kysely<JournalTables>({ dialect })
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    // Another schema of the same database may hold another journal.
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
  })
  const { error } = await migrator.migrateToLatest()
  if (error === undefined) return db
  await db.destroy()
  throw new JournalUnusable(
    `The journal ${name} could not be brought to this version: ${textOf(error)}. It was made by a newer Toptill, or it is damaged.`,
  )
}

/**
 * Notes at the first start which server wrote the journal. Throws `JournalUnusable` on another one: what was sold between the backup and now is
 * missing from a restored journal, and its keys were used.
 */
async function bindServer(db: Kysely<JournalTables>, server: ServerIdentity, name: string): Promise<void> {
  await db
    .insertInto('database_server')
    .values({ id: 1, system_id: server.systemId, timeline: server.timeline })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const known = await db.selectFrom('database_server').selectAll().executeTakeFirstOrThrow()
  if (known.system_id === server.systemId && known.timeline === server.timeline) return
  throw new JournalUnusable(
    `The journal in ${name} was written on another server, or before this one was restored or took over. Sales that were made since may be missing from it, so Toptill does not sell from it. Set DATABASE_URL to the server that was written last.`,
  )
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
