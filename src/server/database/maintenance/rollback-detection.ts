import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'

import { sql, type Kysely } from 'kysely'
import * as v from 'valibot'

import { keyStore } from '../account-store.ts'
import { isInPostgres } from '../../config/database-url.ts'
import { REACHED, type Reached } from '../leases.ts'
import { recordRestored } from './recoveries.ts'
import type { JournalTables } from '../schema/tables.ts'

/** This file in the pepper's folder says how far each journal is known to have come. */
const FILE = 'last-keys'

/** The highest key mark, and in PostgreSQL the newest epoch. They decrease only after a restore. */
const Seen = v.record(v.string(), v.object({ key: v.pipe(v.string(), v.regex(/^\d{1,30}$/)), epoch: v.number() }))
type Seen = v.InferOutput<typeof Seen>

/** If it lacks used keys or an epoch. Without the file nothing is noticed; the other checks remain. */
export async function detectRollback(
  db: Kysely<JournalTables>,
  folder: string,
  database: string,
): Promise<'restored' | 'as-seen'> {
  // The file is read first, so what other processes note meanwhile is not missed.
  const noted = readSeen(folder)
  const { name, epoch } = await readPlace(db, database)
  const seen = noted[name]
  const mark = await keyStore(db).loadMark()
  // A journal that never sold lacks nothing.
  if (!seen || mark === 0n || (mark >= BigInt(seen.key) && epoch >= seen.epoch)) return 'as-seen'
  const reached = { highestKey: BigInt(seen.key), epoch: seen.epoch }
  await db.transaction().execute((trx) => recordRestored(trx, { cause: 'keys', ...reached }))
  return 'restored'
}

/** 0 if nothing was noted. */
export const highestSeenOfFile = (folder: string, file: string): bigint =>
  BigInt(readSeen(folder)[basename(file)]?.key ?? 0)

/** A folder belongs to one shop, whose journal may have been on another server or database before. */
export const highestSeenInFolder = (folder: string): bigint =>
  Object.values(readSeen(folder)).reduce((highest, { key }) => (BigInt(key) > highest ? BigInt(key) : highest), 0n)

/** Returns a function that notes a journaled key mark. */
export async function createKeyNotes(
  db: Kysely<JournalTables>,
  folder: string,
  database: string,
): Promise<(mark: bigint) => void> {
  const { name, epoch } = await readPlace(db, database)
  return (mark) => recordReached(folder, { name, epoch, key: mark.toString() })
}

/** A note is never lowered, so an older state of the database is noticed. A failed write is no reason to stop selling. */
export function recordReached(folder: string, { name, epoch, key }: Reached): void {
  // A journal that never sold has nothing to lose.
  if (key === null) return
  try {
    const all = readSeen(folder)
    const known = all[name]
    const isHigher = !known || BigInt(key) > BigInt(known.key)
    const seen = { key: isHigher ? key : known.key, epoch: Math.max(epoch, known?.epoch ?? 0) }
    if (!isHigher && seen.epoch === known.epoch) return
    // Several processes may share the folder.
    const draft = join(folder, `${FILE}.${hostname()}-${process.pid}.new`)
    writeFileSync(draft, JSON.stringify({ ...all, [name]: seen } satisfies Seen), { mode: 0o600, flush: true })
    renameSync(draft, join(folder, FILE))
  } catch {
    // The disk guard reports a full or read-only disk.
  }
}

/** `name` is the file's, or the server, database and schema. A file has no epoch. */
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
