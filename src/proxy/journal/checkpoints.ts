import { setImmediate } from 'node:timers'

import type Libsql from 'libsql'

/**
 * SQLite's own limit of the write-ahead log in pages, behind which it checkpoints inside a commit: a bound should ours ever fail to be made.
 * 0 while a copy is made: then the file keeps still.
 */
export const LARGEST_LOG_PAGES = 4_000
/** Rows written, about 300 pages of the log. A checkpoint of so many holds the event loop for 6 to 12 ms on a busy machine; of 1,000 up to 27. */
const ROWS_AT_ONCE = 120
const QUIET_MS = 1_000

/**
 * Brings the write-ahead log into the file between commits and never inside one: after so many rows, and when nothing was written for a
 * second. `run` watches for faults. It is one connection, since the lock on the file is exclusive, so no thread can do it beside us.
 */
export function createCheckpoints(database: Libsql.Database, run: (work: () => void) => void) {
  let rows = 0
  let quiet: NodeJS.Timeout | undefined
  let isDue = false

  function checkpoint(): void {
    isDue = false
    if (!database.open || database.inTransaction || rows === 0) return
    const [limit] = database.prepare('PRAGMA wal_autocheckpoint').all([]) as { wal_autocheckpoint: number }[]
    if (limit?.wal_autocheckpoint === 0) return
    try {
      run(() => database.prepare('PRAGMA wal_checkpoint(PASSIVE)').all([]))
      rows = 0
    } catch {
      // A fault was heard of; whatever else it was, the log holds everything, and the next checkpoint tries again.
    }
  }

  return {
    /** A row is about to be written. */
    note: (): void => {
      if (database.memory) return
      rows += 1
      quiet ??= setTimeout(checkpoint, QUIET_MS).unref()
      quiet.refresh()
      if (rows < ROWS_AT_ONCE || isDue) return
      isDue = true
      setImmediate(checkpoint)
    },
    stop: (): void => clearTimeout(quiet),
  }
}
