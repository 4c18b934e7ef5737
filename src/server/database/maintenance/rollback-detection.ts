import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'

import { sql, type Kysely } from 'kysely'
import * as v from 'valibot'

import { keyStore } from '../account-store.ts'
import { isInPostgres } from '../../config/database-url.ts'
import { REACHED, type Reached } from '../leases.ts'
import { noteRestored } from './recoveries.ts'
import type { JournalTables } from '../schema/tables.ts'

/** Beside the pepper: what each journal was seen to have reached. */
const FILE = 'last-keys'

/** The highest key mark, and in PostgreSQL the newest epoch. Both only ever grow, unless a journal is put back. */
const Seen = v.record(v.string(), v.object({ key: v.pipe(v.string(), v.regex(/^\d{1,30}$/)), epoch: v.number() }))
type Seen = v.InferOutput<typeof Seen>

/**
 * Notes that a journal was put back from a backup, if it has forgotten keys that were used or an epoch. Nothing is noticed where the file beside the pepper
 * is missing, so this is one more look beside the others.
 */
export async function noticeForgottenKeys(
  db: Kysely<JournalTables>,
  folder: string,
  database: string,
): Promise<'restored' | 'as-seen'> {
  // The file first: what another process notes meanwhile is not forgotten.
  const noted = readSeen(folder)
  const { name, epoch } = await readPlace(db, database)
  const seen = noted[name]
  const mark = await keyStore(db).loadMark()
  // A journal that never sold has forgotten nothing.
  if (!seen || mark === 0n || (mark >= BigInt(seen.key) && epoch >= seen.epoch)) return 'as-seen'
  const reached = { highestKey: BigInt(seen.key), epoch: seen.epoch }
  await db.transaction().execute((trx) => noteRestored(trx, { cause: 'keys', ...reached }))
  return 'restored'
}

/** The highest key mark that the journal in this file was seen to have; 0 if nobody noted any. */
export const highestSeenOfFile = (folder: string, file: string): bigint =>
  BigInt(readSeen(folder)[basename(file)]?.key ?? 0)

/** The highest of all, whatever server and database they name: a folder is that of one shop, and its journal may have been in another one before. */
export const highestSeenInFolder = (folder: string): bigint =>
  Object.values(readSeen(folder)).reduce((highest, { key }) => (BigInt(key) > highest ? BigInt(key) : highest), 0n)

/** Returns what notes a key mark that is in the journal. */
export async function createKeyNotes(
  db: Kysely<JournalTables>,
  folder: string,
  database: string,
): Promise<(mark: bigint) => void> {
  const { name, epoch } = await readPlace(db, database)
  return (mark) => noteReached(folder, { name, epoch, key: mark.toString() })
}

/**
 * Notes how far a journal has come, as the process that leads it or one that stands by reads it. What was noted is never lowered: a database that comes back
 * as it was before is told by that. A note that cannot be written is no reason to stop selling.
 */
export function noteReached(folder: string, { name, epoch, key }: Reached): void {
  // A journal that never sold has nothing to forget.
  if (key === null) return
  try {
    const all = readSeen(folder)
    const known = all[name]
    const isHigher = !known || BigInt(key) > BigInt(known.key)
    const seen = { key: isHigher ? key : known.key, epoch: Math.max(epoch, known?.epoch ?? 0) }
    if (!isHigher && seen.epoch === known.epoch) return
    // Several processes may have the same folder.
    const draft = join(folder, `${FILE}.${hostname()}-${process.pid}.new`)
    writeFileSync(draft, JSON.stringify({ ...all, [name]: seen } satisfies Seen), { mode: 0o600, flush: true })
    renameSync(draft, join(folder, FILE))
  } catch {
    // The disk guard tells of a disk that is full or cannot be written.
  }
}

/** A journal in one folder: the name of its file, or the server, database and schema that it is in with its epoch. A file has none. */
async function readPlace(db: Kysely<JournalTables>, database: string): Promise<{ name: string; epoch: number }> {
  if (!isInPostgres(database)) return { name: basename(database), epoch: 0 }
  const { rows } = await sql.raw<Reached>(REACHED).execute(db)
  if (!rows[0]) throw new Error('the journal does not say which server wrote it')
  return rows[0]
}

function readSeen(folder: string): Seen {
  try {
    return v.parse(Seen, JSON.parse(readFileSync(join(folder, FILE), 'utf8')))
  } catch {
    return {}
  }
}
