import { basename, dirname } from 'node:path'

import { DEFAULT_MIGRATION_TABLE, Migrator, sql, type Kysely, type Transaction } from 'kysely'

import { JournalUnusable } from './drivers/journal-unusable.ts'
import { isLed, LEASE_MS } from './leases.ts'
import {
  DEVELOPMENT_NAME,
  migrations,
  newestMigration,
  presentName,
  readMigrations,
  versionOfMigration,
  versionOfSchema,
} from './schema/migrations.ts'
import { isPostgres } from './schema/schema-dialect.ts'
import type { JournalTables } from './schema/tables.ts'
import { problemOf } from '../lib/failures.ts'
import { VERSION } from '../lib/version.ts'

type Db = Kysely<JournalTables>

/** The first versions of Toptill with these tables. A new journal has no `from`. `backup` is a file. */
export type Migrated = { from?: string; to: string; backup?: string }

/** Backs up the journal as it is. Returns the file that it wrote, if any. If it throws, nothing is changed. */
export type BackUp = (db: Db, versions: { from: string; to: string }) => Promise<string | void>

export type Migrating = {
  /** Without it, only a new journal is migrated. */
  backUp?: BackUp
  onMigrated?: (migrated: Migrated) => void
}

export const removePractice = (folder: string) =>
  `Nothing in practice is real: remove the folder ${folder}, and start again.`

const toUpgrade = (name: string, whatToDo: string) =>
  basename(dirname(name)) === 'sandbox' ? removePractice(dirname(name)) : `${whatToDo}: docs/administrators/upgrade.md.`

/** The messages never suggest an empty journal: that would hide open sales and money. */
export function refuseOtherBuild(name: string, names: readonly string[]): void {
  const unknown = names.filter((one) => !(presentName(one) in migrations))
  if (unknown.length === 0) return
  const needed = versionOfMigration(newestMigration(unknown.filter((one) => versionOfMigration(one) !== undefined)))
  if (needed === undefined) throw ofDevelopment(name, newestMigration(unknown))
  const whatToDo = toUpgrade(name, `Start Toptill ${needed} or later, or restore the backup from before the upgrade`)
  throw new JournalUnusable(
    `The database ${name} was written by Toptill ${needed} or later, and this is Toptill ${VERSION}. ${whatToDo}`,
  )
}

const ofDevelopment = (name: string, schema: string) =>
  new JournalUnusable(
    `The database ${name} was written by a build of Toptill before 0.2.0, with the schema ${schema}, and this one can't open it. ${toUpgrade(name, 'Start that build')}`,
  )

export const isThisVersion = (names: readonly string[]): boolean =>
  names.length === Object.keys(migrations).length && names.every((name) => name in migrations)

type Place = {
  name: string
  /** In PostgreSQL; another schema of the database may hold another journal. */
  schema?: string
  refuseForeign: () => Promise<void>
}

/** `names` are the recorded migrations, all of which this version knows. Throws `JournalUnusable`. */
export async function migrate(db: Db, names: readonly string[], place: Place, options: Migrating): Promise<void> {
  if (isThisVersion(names)) return
  const to = versionOfSchema()
  if (names.length === 0) {
    await create(db, place)
    return options.onMigrated?.({ to })
  }
  if (names.includes(DEVELOPMENT_NAME))
    await place.refuseForeign().catch(() => Promise.reject(ofDevelopment(place.name, DEVELOPMENT_NAME)))
  const versions = { from: versionOfSchema(names), to }
  if (!options.backUp) {
    throw new JournalUnusable(
      `The database ${place.name} has to be updated from version ${versions.from} to ${to} first: run toptill migrate.`,
    )
  }
  const backup = await options.backUp(db, versions)
  try {
    const isDone = await db.transaction().execute((trx) => migrateIn(trx, place.name))
    if (isDone) options.onMigrated?.({ ...versions, ...(backup ? { backup } : {}) })
  } catch (error) {
    if (error instanceof JournalUnusable) throw error
    throw new JournalUnusable(
      `The database ${place.name} could not be updated from version ${versions.from} to ${to}, and was not changed: ${problemOf(error)}. Start the earlier version of Toptill again.`,
    )
  }
}

async function create(db: Db, { name, schema }: Place): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
  })
  const { error } = await migrator.migrateToLatest()
  if (error === undefined) return
  throw new JournalUnusable(
    `The database ${name} could not be updated to this version: ${problemOf(error)}. It is damaged, or another program created tables in it. Restore a backup.`,
  )
}

/** Whether anything was left to do after waiting for other processes. */
async function migrateIn(trx: Transaction<JournalTables>, name: string): Promise<boolean> {
  if (isPostgres(trx)) await takeLease(trx, name)
  const table = sql.table(DEFAULT_MIGRATION_TABLE)
  const done = await readMigrations(trx)
  await sql`UPDATE ${table} SET name = ${presentName(DEVELOPMENT_NAME)} WHERE name = ${DEVELOPMENT_NAME}`.execute(trx)
  const missing = Object.entries(migrations).filter(([one]) => !done.map(presentName).includes(one))
  for (const [one, migration] of missing) {
    await migration.up(trx)
    await sql`INSERT INTO ${table} (name, timestamp) VALUES (${one}, ${new Date().toISOString()})`.execute(trx)
  }
  if (isPostgres(trx)) await sql`UPDATE account_lease SET expires_at = clock_timestamp()`.execute(trx)
  return !isThisVersion(done)
}

/**
 * As at every start of a leader, this waits for the commits of the last leader, which fails from then on, even if it was only paused. Until this transaction
 * ends, no other process can take the lease, and a process of an earlier version then finds migrations that it doesn't know.
 */
async function takeLease(trx: Transaction<JournalTables>, name: string): Promise<void> {
  const { rows } = await sql<{
    epoch: string | null
  }>`SELECT take_lease('a migration', '', ${LEASE_MS}) AS epoch`.execute(trx)
  if (rows[0]?.epoch === null) throw isInUse(name)
}

/** An older Toptill that leads would continue in tables it doesn't know. */
export async function refuseWhileLed(db: Db, name: string): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`SELECT to_regclass('account_lease') IS NOT NULL AS there`.execute(db)
  if (rows[0]?.there && (await isLed(db))) throw isInUse(name)
}

const isInUse = (name: string) =>
  new JournalUnusable(
    `The database ${name} has to be updated to this version, and another Toptill server is selling from it. Stop every Toptill server of this database first, then start this version.`,
  )
