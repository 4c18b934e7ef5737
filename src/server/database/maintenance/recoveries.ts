import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'

import type { NamedRef } from '#domain/person.ts'
import { systemClock } from '../../lib/clock.ts'
import { nextNumber, type RecoveriesColumns, type RecoveryCause } from '../schema/recovery-schema.ts'
import { isPostgres } from '../schema/schema-dialect.ts'
import type { JournalTables } from '../schema/tables.ts'

type Db = Kysely<JournalTables> | Transaction<JournalTables>
type Trx = Transaction<JournalTables>

export type RecoveryRow = Selectable<RecoveriesColumns>

/**
 * How far keys after a restore are above the clock and every known key (ms). The lost process followed a clock less than a day ahead, or counted up from its
 * last key, slower than one per ms.
 */
export const KEY_MARGIN = 24n * 60n * 60n * 1000n

/** What the journal is known to have reached. */
export type Noticed = { cause: RecoveryCause; highestKey?: bigint; epoch?: number }

/** Other processes may have led since, without noticing the restore. */
const EPOCH_MARGIN = 1_000

/**
 * Written in the commit that notices the restore. From then on keys are above all that may have been used, sessions of the backup are invalid (they may have
 * ended, or their person been disabled), and a leader in PostgreSQL exits with its next commit.
 */
export async function recordRestored(trx: Trx, { cause, highestKey = 0n, epoch = 0 }: Noticed): Promise<void> {
  // First, as in every commit of a leader: another lock order could deadlock.
  if (isPostgres(trx)) await sql`SELECT 1 FROM account_lease FOR UPDATE`.execute(trx)
  const now = systemClock().wall()
  const backupAt = await findNewestTime(trx)
  const values = {
    cause,
    found_at: now,
    backup_at: backupAt ?? null,
    last_sale_number: await highestNumber(trx, 'sales'),
    last_z_number: await highestNumber(trx, 'z_reports'),
    last_reading_id: (await findLastReading(trx)) ?? 0,
    resumed_at: null,
  }
  const open = await findOpenRecovery(trx)
  if (open) await trx.updateTable('recoveries').set(values).where('id', '=', open.id).execute()
  else await trx.insertInto('recoveries').values(values).execute()

  const known = await trx.selectFrom('key_marks').select('highest_key').executeTakeFirst()
  const mark = BigInt(known?.highest_key ?? 0)
  const used = [highestKey, BigInt(now), BigInt(backupAt ?? 0)].map((key) => key + KEY_MARGIN)
  // No key has been used since, and the mark already has its margin.
  const isNotBegun = open !== undefined && open.resumed_at === null
  const above = [...used, isNotBegun ? mark : mark + KEY_MARGIN]
  const highest_key = above.reduce((a, b) => (a > b ? a : b)).toString()
  await trx
    .insertInto('key_marks')
    .values({ id: 1, highest_key })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ highest_key }))
    .execute()
  await trx.updateTable('sessions').set({ ended_at: now }).where('ended_at', 'is', null).execute()
  if (isPostgres(trx))
    await sql`UPDATE account_lease SET expires_at = clock_timestamp(),
      epoch = greatest(epoch, CAST(${epoch} AS BIGINT)) + ${sql.lit(EPOCH_MARGIN)}`.execute(trx)
}

/** A restore that no supervisor has confirmed yet. */
export const findOpenRecovery = (db: Db): Promise<RecoveryRow | undefined> =>
  db.selectFrom('recoveries').selectAll().where('confirmed_at', 'is', null).executeTakeFirst()

/** The largest offset of a till's clock (ms), which is part of sale ids. */
const TILL_CLOCK_MS = 60 * 60_000

/** A sale of that time may be missing: after the backup, and before the restore was confirmed. */
export async function isOfLostTime(db: Db, at: number): Promise<boolean> {
  const found = await db
    .selectFrom('recoveries')
    .select('id')
    .where((either) => either.or([either('backup_at', 'is', null), either('backup_at', '<=', at + TILL_CLOCK_MS)]))
    .where((either) =>
      either.or([either('confirmed_at', 'is', null), either('confirmed_at', '>=', at - TILL_CLOCK_MS)]),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The next restore after that reading, or one that is not confirmed. */
export const findRecoverySince = (db: Db, readingId: number): Promise<Pick<RecoveryRow, 'id'> | undefined> =>
  db
    .selectFrom('recoveries')
    .select('id')
    .where((either) => either.or([either('confirmed_at', 'is', null), either('last_reading_id', '>=', readingId)]))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** From now on, a start resumes sales as after any restart. */
export const recordResumed = (db: Db, id: number, at: number) =>
  db.updateTable('recoveries').set({ resumed_at: at }).where('id', '=', id).execute()

export type Confirmation = { at: number; by: NamedRef; firstSaleNumber: number; firstZNumber: number }

export const confirmRecovery = (trx: Trx, id: number, { at, by, firstSaleNumber, firstZNumber }: Confirmation) =>
  trx
    .updateTable('recoveries')
    .set({
      confirmed_at: at,
      confirmed_by_id: by.id,
      confirmed_by_name: by.name,
      first_sale_number: firstSaleNumber,
      first_z_number: firstZNumber,
    })
    .where('id', '=', id)
    .execute()

async function findLastReading(trx: Trx): Promise<number | undefined> {
  const query = trx.selectFrom('balance_readings').select('id').orderBy('id', 'desc').limit(1)
  return (await query.executeTakeFirst())?.id
}

async function highestNumber(trx: Trx, table: 'sales' | 'z_reports'): Promise<number> {
  const { rows } = await sql<{ next: number }>`SELECT ${sql.raw(nextNumber(table))} AS next`.execute(trx)
  return Number(rows[0]?.next ?? 1) - 1
}

async function findNewestTime(trx: Trx): Promise<number | undefined> {
  const newest = await Promise.all([
    trx.selectFrom('sale_events').select('at').orderBy('id', 'desc').limit(1).executeTakeFirst(),
    trx.selectFrom('audit_log').select('at').orderBy('number', 'desc').limit(1).executeTakeFirst(),
    trx.selectFrom('balance_readings').select('at').orderBy('id', 'desc').limit(1).executeTakeFirst(),
  ])
  const times = newest.flatMap((row) => (row ? [row.at] : []))
  return times.length > 0 ? Math.max(...times) : undefined
}
