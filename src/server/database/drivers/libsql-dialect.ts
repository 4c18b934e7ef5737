import Libsql from 'libsql'
import { SqliteAdapter, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely'

import { createCheckpoints } from './checkpoints.ts'

/** A boolean would abort the whole process inside libsql's native code. */
export function refuseUnbindable(parameters: readonly unknown[]): void {
  for (const value of parameters) {
    const isBindable =
      value === null ||
      typeof value === 'string' ||
      typeof value === 'bigint' ||
      value instanceof Uint8Array ||
      (typeof value === 'number' && Number.isFinite(value))
    if (!isBindable) throw new TypeError(`the database cannot bind a value of type ${typeof value}`)
  }
}

/** Failures of the disk, the file or memory. */
const FAULT = /^SQLITE_(IOERR|FULL|CORRUPT|NOTADB|READONLY|CANTOPEN|NOMEM|PROTOCOL)/

const isFault = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && FAULT.test(error.code)

/** More than the journal's own queries; a search with a list of values has different SQL for each length. */
export const MAX_STATEMENTS = 300

/** Other statements change tables or the file and run only once. */
const REPEATED = /^\s*(select|insert|update|delete|begin|commit|rollback|savepoint|release)\b/i

const WRITING = /^\s*(insert|update|delete)\b/i

type Prepared = { statement: Libsql.Statement; reader: boolean; isWriting: boolean }

/** Caches prepared statements by their SQL and evicts the least recently used. SQLite prepares a statement again if the tables have changed. */
export function preparedStatements(prepare: (sql: string) => Libsql.Statement) {
  const kept = new Map<string, Prepared>()
  return {
    get: (sql: string): Prepared => {
      const known = kept.get(sql)
      if (known) {
        kept.delete(sql)
        kept.set(sql, known)
        return known
      }
      const statement = prepare(sql)
      const prepared = { statement, reader: statement.reader, isWriting: WRITING.test(sql) }
      if (REPEATED.test(sql)) kept.set(sql, prepared)
      if (kept.size > MAX_STATEMENTS) kept.delete(kept.keys().next().value!)
      return prepared
    },
    clear: () => kept.clear(),
  }
}

/** SQLite does roll back table changes, so a migration that fails or is killed leaves the journal as it was. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class LibsqlDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter()
  }
}

/** `onFault` receives each failed write or read of the file once. */
export function libsqlDialect(database: Libsql.Database, onFault: (error: unknown) => void = () => {}): SqliteDialect {
  const watched = <T>(run: () => T): T => {
    try {
      return run()
    } catch (error) {
      if (isFault(error)) onFault(error)
      throw error
    }
  }
  const checkpoints = createCheckpoints(database, watched)
  const statements = preparedStatements((sql) => watched(() => database.prepare(sql)))
  const guarded: SqliteDatabase = {
    close: () => {
      checkpoints.stop()
      statements.clear()
      close(database)
    },
    prepare: (sql) => {
      const { statement, reader, isWriting } = statements.get(sql)
      if (isWriting) checkpoints.note()
      return {
        reader,
        all: (parameters) => (refuseUnbindable(parameters), watched(() => statement.all([...parameters]))),
        run: (parameters) => (refuseUnbindable(parameters), watched(() => statement.run([...parameters]))),
        // A separate statement, because rows are streamed while other queries run.
        iterate: (parameters) => (
          refuseUnbindable(parameters),
          watched(() => database.prepare(sql)).iterate([...parameters])
        ),
      } as SqliteStatement
    },
  }
  return new LibsqlDialect({ database: guarded })
}

/**
 * libsql keeps the file open and locked until every statement is garbage-collected. Leaving WAL mode and releasing the lock first frees it at once, with
 * everything in it.
 */
function close(database: Libsql.Database): void {
  if (!database.memory) {
    database.exec('PRAGMA journal_mode = DELETE')
    database.exec('PRAGMA locking_mode = NORMAL')
    database.prepare('SELECT count(*) FROM sqlite_master').all([])
  }
  database.close()
}

export { Libsql }
