import Libsql from 'libsql'
import { SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely'

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
  const guarded: SqliteDatabase = {
    close: () => close(database),
    prepare: (sql) => {
      const statement = watched(() => database.prepare(sql))
      const reader = statement.reader
      return {
        reader,
        all: (parameters) => (refuseUnbindable(parameters), watched(() => statement.all([...parameters]))),
        run: (parameters) => (refuseUnbindable(parameters), watched(() => statement.run([...parameters]))),
        iterate: (parameters) => (refuseUnbindable(parameters), statement.iterate([...parameters])),
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
