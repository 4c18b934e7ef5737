import { chmodSync } from 'node:fs'
import { dirname } from 'node:path'

import type { SqliteDialect } from 'kysely'

import { makeFolder } from '../../lib/make-folder.ts'
import { LARGEST_LOG_PAGES } from './checkpoints.ts'
import { JournalUnusable } from './journal-unusable.ts'
import { Libsql, libsqlDialect } from './libsql-dialect.ts'
import { problemOf } from '../../lib/failures.ts'

/**
 * WAL, every commit synced, one connection, locked for this process. `:memory:` is for tests. Throws `JournalUnusable`, and what `look` throws for the file's
 * migrations or `lookAgain` once the file is locked.
 */
export function openFile(
  path: string,
  look: (migrations: readonly string[]) => void,
  onFault?: (error: unknown) => void,
  lookAgain = () => {},
): SqliteDialect {
  const database = openLocked(path, look)
  try {
    lookAgain()
  } catch (error) {
    database.close()
    throw error
  }
  return libsqlDialect(database, onFault)
}

/** Only reads, so a closed journal doesn't change. */
function migrationsOf(database: Libsql.Database): string[] {
  const read = (query: string) => database.prepare(query).all([]) as { name: string }[]
  // A virtual table would run its module's code on crafted content.
  const [table] = read(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'kysely_migration' AND sql LIKE 'create table%'",
  )
  return table ? read('SELECT name FROM kysely_migration').map(({ name }) => name) : []
}

function openLocked(path: string, look: (migrations: readonly string[]) => void): Libsql.Database {
  try {
    if (path !== ':memory:') makeFolder(dirname(path))
    const database = new Libsql(path)
    // The schema of a restored file may call only harmless functions.
    database.exec('PRAGMA trusted_schema = OFF')
    look(migrationsOf(database))
    // The file contains customers' numbers. Side files get the same permissions.
    if (path !== ':memory:') chmodSync(path, 0o600)
    // The lock is taken before WAL starts, so a second process is rejected instead of corrupting the file.
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    database.exec('PRAGMA journal_mode = WAL')
    database.exec('PRAGMA synchronous = FULL')
    database.exec('PRAGMA foreign_keys = ON')
    database.exec(`PRAGMA wal_autocheckpoint = ${LARGEST_LOG_PAGES}`)
    expectPragma(database, 'journal_mode', path === ':memory:' ? 'memory' : 'wal')
    expectPragma(database, 'synchronous', 2)
    expectPragma(database, 'foreign_keys', 1)
    expectPragma(database, 'trusted_schema', 0)
    database.exec('BEGIN IMMEDIATE')
    database.exec('COMMIT')
    return database
  } catch (error) {
    if (error instanceof JournalUnusable) throw error
    const problem = problemOf(error)
    throw new JournalUnusable(openProblem(path, problem), { isInUse: IN_USE.test(problem) })
  }
}

function expectPragma(database: Libsql.Database, name: string, expected: string | number): void {
  const row = database.prepare(`PRAGMA ${name}`).get([]) as Record<string, unknown> | undefined
  if (row?.[name] !== expected) throw new Error(`${name} is ${String(row?.[name])} instead of ${expected}`)
}

const IN_USE = /locked|busy/i

export function openProblem(path: string, problem: string): string {
  if (IN_USE.test(problem)) {
    return `The database ${path} is in use by another Toptill. If that is this shop's own Toptill, it is already running: open the address that it printed. Otherwise, stop it first: two programs must not sell from one database.`
  }
  if (/EACCES|EPERM|EROFS|readonly|unable to open/i.test(problem)) {
    return `The database ${path} can't be written. Give this user write access to that folder, or set DATABASE_URL to another place.`
  }
  if (/not a database|malformed/i.test(problem)) {
    return `${path} is not a Toptill database, or it is damaged. Set DATABASE_URL to the right file, or restore a backup.`
  }
  return `The database ${path} cannot be opened: ${problem}.`
}
