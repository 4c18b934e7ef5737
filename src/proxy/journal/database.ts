import { chmodSync, existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import { Kysely, Migrator } from 'kysely'

import { makeFolder } from '../make-folder.ts'
import { LARGEST_LOG_PAGES } from './checkpoints.ts'
import { Libsql, libsqlDialect } from './libsql-dialect.ts'
import { migrations, SCHEMA } from './migrations.ts'
import type { JournalTables } from './tables.ts'

/** The journal cannot be used. The message is a sentence for the administrator. */
export class JournalUnusable extends Error {
  override readonly name = 'JournalUnusable'
}

/** The sandbox's ledger under the name that builds before the first release used. */
const EARLIER_LEDGER = 'books.jsonl'

/**
 * Throws `JournalUnusable` if a build before the first schema created this journal. It only reads, so a closed journal does not change. A
 * journal of a newer build is left to the migrator.
 */
function refuseEarlierJournal(database: Libsql.Database, path: string): void {
  const read = (query: string) => database.prepare(query).all([]) as { name: string }[]
  const [table] = read("SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'kysely_migration'")
  const names = table ? read('SELECT name FROM kysely_migration').map(({ name }) => name) : []
  if (names.length > 0 && !names.includes(SCHEMA)) throw earlierBuild(path)
}

/** Throws `JournalUnusable` when the data folder holds a ledger that the sandbox no longer reads. */
export function refuseEarlierSandbox(folder: string): void {
  const ledger = join(folder, EARLIER_LEDGER)
  if (existsSync(ledger)) throw earlierBuild(ledger)
}

function earlierBuild(path: string): JournalUnusable {
  const folder = basename(dirname(path)) === 'sandbox' ? dirname(path) : join(dirname(path), 'sandbox')
  return new JournalUnusable(
    `The journal ${path} was written by a development build of Toptill and cannot be opened by this one. Move it away, or set DATABASE_URL to a new file; in practice, remove the folder ${folder}.`,
  )
}

/**
 * Opens and migrates the journal at `path` (`:memory:` for tests): WAL, every commit synced to disk, one connection, the file locked for this
 * process. Throws `JournalUnusable`. `onFault` receives every failed write or read of the file; nothing may continue after one (DESIGN rule 16).
 */
export async function openDatabase(path: string, onFault?: (error: unknown) => void): Promise<Kysely<JournalTables>> {
  const db = openWithoutMigration(path, onFault)
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest()
  if (error) {
    await db.destroy()
    throw new JournalUnusable(
      `The journal ${path} could not be brought to this version: ${textOf(error)}. It was made by a newer Toptill, or it is damaged.`,
    )
  }
  return db
}

/** Like `openDatabase`, without migrating: the tables stay as their version wrote them. */
export function openWithoutMigration(path: string, onFault?: (error: unknown) => void): Kysely<JournalTables> {
  return new Kysely<JournalTables>({ dialect: libsqlDialect(openFile(path), onFault) })
}

function openFile(path: string): Libsql.Database {
  try {
    if (path !== ':memory:') makeFolder(dirname(path))
    const database = new Libsql(path)
    refuseEarlierJournal(database, path)
    // It contains customers' numbers. SQLite gives its side files the same permissions.
    if (path !== ':memory:') chmodSync(path, 0o600)
    // The lock is taken before WAL starts and then held, so a second process is rejected instead of corrupting the file.
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    database.exec('PRAGMA journal_mode = WAL')
    database.exec('PRAGMA synchronous = FULL')
    database.exec('PRAGMA foreign_keys = ON')
    database.exec(`PRAGMA wal_autocheckpoint = ${LARGEST_LOG_PAGES}`)
    expectPragma(database, 'journal_mode', path === ':memory:' ? 'memory' : 'wal')
    expectPragma(database, 'synchronous', 2)
    expectPragma(database, 'foreign_keys', 1)
    database.exec('BEGIN IMMEDIATE')
    database.exec('COMMIT')
    return database
  } catch (error) {
    if (error instanceof JournalUnusable) throw error
    throw new JournalUnusable(openProblem(path, textOf(error)))
  }
}

function expectPragma(database: Libsql.Database, name: string, expected: string | number): void {
  const row = database.prepare(`PRAGMA ${name}`).get([]) as Record<string, unknown> | undefined
  if (row?.[name] !== expected) throw new Error(`${name} is ${String(row?.[name])} instead of ${expected}`)
}

function openProblem(path: string, problem: string): string {
  if (/locked|busy/i.test(problem)) {
    return `The journal ${path} is in use by another Toptill. Stop that one first: two programs must not sell from one journal.`
  }
  if (/EACCES|EPERM|EROFS|readonly|unable to open/i.test(problem)) {
    return `The journal ${path} cannot be written. Give this user the right to write in that folder, or set DATABASE_URL to another place.`
  }
  if (/not a database|malformed/i.test(problem)) {
    return `${path} is not a Toptill journal, or it is damaged. Set DATABASE_URL to the right file, or put a backup in its place.`
  }
  return `The journal ${path} cannot be opened: ${problem}.`
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
