import Libsql from 'libsql'
import { SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely'

import { createCheckpoints } from './checkpoints.ts'

/** What libsql can bind. A boolean aborts the whole process inside its native code, so everything else is refused before it gets there. */
function refuseUnbindable(parameters: readonly unknown[]): void {
  for (const value of parameters) {
    const isBindable =
      value === null ||
      typeof value === 'string' ||
      typeof value === 'bigint' ||
      value instanceof Uint8Array ||
      (typeof value === 'number' && Number.isFinite(value))
    if (!isBindable) throw new TypeError(`the journal cannot bind a value of type ${typeof value}`)
  }
}

/** What the engine says when the disk, the file or its memory fails, and not a statement of ours. */
const FAULT = /^SQLITE_(IOERR|FULL|CORRUPT|NOTADB|READONLY|CANTOPEN|NOMEM|PROTOCOL)/

const isFault = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && FAULT.test(error.code)

/** More than the journal has queries of its own; a search with a list of its own length is another text each time. */
export const MAX_STATEMENTS = 300

/** What is worth keeping: what changes the tables, or the file, is said once. */
const REPEATED = /^\s*(select|insert|update|delete|begin|commit|rollback|savepoint|release)\b/i

/** What makes the write-ahead log longer. */
const WRITING = /^\s*(insert|update|delete)\b/i

type Prepared = { statement: Libsql.Statement; reader: boolean; isWriting: boolean }

/**
 * Statements by their SQL, each prepared once; those used last are kept. A statement that was run to its end holds nothing, and SQLite
 * prepares it again by itself when the tables have changed.
 */
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

/** Kysely's SQLite dialect over libsql, with guarded parameters. `onFault` hears of every failed write or read of the file, once each. */
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
        // Read row by row while others run: a statement of its own.
        iterate: (parameters) => (
          refuseUnbindable(parameters),
          watched(() => database.prepare(sql)).iterate([...parameters])
        ),
      } as SqliteStatement
    },
  }
  return new SqliteDialect({ database: guarded })
}

/**
 * libsql keeps the file open until every statement was collected as garbage, and with it an exclusive lock. Leaving WAL and the lock
 * behind first frees the file at once, with everything in it.
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
