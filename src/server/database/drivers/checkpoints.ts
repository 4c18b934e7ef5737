import { setImmediate } from 'node:timers'

import type Libsql from 'libsql'

/** SQLite checkpoints inside a commit at this size (pages): a fallback if our own checkpoints fail. 0 during a copy, so the file doesn't change. */
export const LARGEST_LOG_PAGES = 4_000
/** About 300 pages, which block the event loop for 6 to 12 ms on a busy machine; 1,000 rows for up to 27 ms. */
const ROWS_AT_ONCE = 120
const QUIET_MS = 1_000

/**
 * Between commits: after `ROWS_AT_ONCE` rows, and after one second without a write. `run` watches for faults. The file is locked, so no other thread can do
 * this.
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
      // `run` has reported it. The next checkpoint tries again.
    }
  }

  return {
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
