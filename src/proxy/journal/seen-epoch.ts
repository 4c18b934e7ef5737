import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { sql, type Kysely } from 'kysely'

import { JournalUnusable } from './journal-unusable.ts'
import type { JournalTables } from './tables.ts'

/** Beside the pepper: the newest epoch under which this process led, and in which database. */
const FILE = 'last-epoch'

type Seen = { database: string; epoch: number }

/**
 * Throws `JournalUnusable` if the journal knows an older epoch than the one under which this process led before: it was put back from a backup into the
 * same database, and what was sold since is not in it.
 */
export async function refuseOlderJournal(db: Kysely<JournalTables>, folder: string, name: string): Promise<void> {
  const seen = readSeen(folder)
  const now = await readNow(db)
  if (seen?.database !== now.database || seen.epoch <= now.epoch) return
  throw new JournalUnusable(
    `The journal in ${name} is older than when this Toptill sold from it: it was put back from a backup. Sales that were made since are missing from it, so Toptill does not sell from it.`,
  )
}

/** Notes under which epoch this process leads. */
export async function noteEpoch(db: Kysely<JournalTables>, folder: string): Promise<void> {
  const draft = join(folder, `${FILE}.new`)
  writeFileSync(draft, JSON.stringify(await readNow(db)), { mode: 0o600, flush: true })
  renameSync(draft, join(folder, FILE))
}

async function readNow(db: Kysely<JournalTables>): Promise<Seen> {
  const { rows } = await sql<{ database: string; epoch: number }>`
    SELECT system_id || ' ' || timeline AS database, (SELECT epoch FROM account_lease) AS epoch FROM database_server`.execute(
    db,
  )
  const [now] = rows
  if (!now) throw new Error('the journal does not say which server wrote it')
  return now
}

/** Nothing where there is no such file, or it cannot be read: it is one more look, and the only thing it can do is to refuse. */
function readSeen(folder: string): Seen | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, FILE), 'utf8')) as Seen
  } catch {
    return undefined
  }
}
