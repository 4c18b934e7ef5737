import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import { sql, type Kysely } from 'kysely'

import { keyStore } from './account-store.ts'
import { isInPostgres } from './database-url.ts'
import { noteRestored } from './recoveries.ts'
import type { JournalTables } from './tables.ts'

/** Beside the pepper: the highest key mark that each journal was seen to have. */
const FILE = 'last-keys'

type Seen = Record<string, string>

/**
 * Notes that a journal was put back from a backup, if it has forgotten keys that were used: its key mark only ever grows, whoever copies or restores it.
 * Nothing is noticed where the file beside the pepper is missing, so this is one more look beside the others.
 */
export async function noticeForgottenKeys(
  db: Kysely<JournalTables>,
  folder: string,
  database: string,
): Promise<'restored' | 'as-seen'> {
  const highestKey = highestSeen(folder, await nameIn(db, database))
  const mark = await keyStore(db).loadMark()
  // A journal that never sold has forgotten nothing.
  if (mark === 0n || mark >= highestKey) return 'as-seen'
  await db.transaction().execute((trx) => noteRestored(trx, { cause: 'keys', highestKey }))
  return 'restored'
}

/** The highest key mark that the journal in this file was seen to have; 0 if nobody noted any. */
export const highestSeenOfFile = (folder: string, file: string): bigint => highestSeen(folder, basename(file))

function highestSeen(folder: string, name: string): bigint {
  const seen = readSeen(folder)[name]
  return seen !== undefined && /^\d{1,30}$/.test(seen) ? BigInt(seen) : 0n
}

/** Returns what notes a key mark that is in the journal. A mark that could not be noted is no reason to stop selling. */
export async function createKeyNotes(
  db: Kysely<JournalTables>,
  folder: string,
  database: string,
): Promise<(mark: bigint) => void> {
  const name = await nameIn(db, database)
  return (mark) => {
    try {
      const draft = join(folder, `${FILE}.new`)
      writeFileSync(draft, JSON.stringify({ ...readSeen(folder), [name]: mark.toString() }), { mode: 0o600 })
      renameSync(draft, join(folder, FILE))
    } catch {
      // The disk guard tells of a disk that is full or cannot be written.
    }
  }
}

/** A journal in one folder: the name of its file, or the server, database and schema that it is in. */
async function nameIn(db: Kysely<JournalTables>, database: string): Promise<string> {
  if (!isInPostgres(database)) return basename(database)
  const { rows } = await sql<{ name: string }>`
    SELECT system_id || ' ' || timeline || ' ' || current_schema() AS name FROM database_server`.execute(db)
  if (!rows[0]) throw new Error('the journal does not say which server wrote it')
  return rows[0].name
}

function readSeen(folder: string): Seen {
  try {
    const seen: unknown = JSON.parse(readFileSync(join(folder, FILE), 'utf8'))
    return typeof seen === 'object' && seen !== null ? (seen as Seen) : {}
  } catch {
    return {}
  }
}
