import { sql, type Kysely, type Transaction } from 'kysely'

import {
  hasBatchNumbers,
  hasNumbers,
  maskBatch,
  maskSale,
  mayMaskNumbers,
  monthsBefore,
} from '#domain/sale/retention.ts'
import type { BatchRecord } from '#domain/sale/batch.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { limitAccountKey } from '#domain/sales-limits.ts'
import type { Clock } from '../../lib/clock.ts'
import { UnreadableRecord, problemOf } from '../../lib/failures.ts'
import type { Log } from '../../lib/log.ts'
import { nameUnreadable } from '../../lib/readable-rows.ts'
import type { Timers } from '../../lib/ports.ts'
import type { Commit } from '../drivers/group-commit.ts'
import { RECORD_COLUMNS, recordsOf } from '../schema/sale-row.ts'
import { batchOf } from '../schema/stored-records.ts'
import type { JournalTables } from '../schema/tables.ts'

/** Sales per read, and sales masked per commit: a fraction of the time a sale may wait. */
const READ_AT_ONCE = 50
const MASKED_AT_ONCE = 10
/** A million old sales take an hour without delaying new ones. */
const PAUSE_MS = 25
const DAY_MS = 24 * 60 * 60_000
const RETRY_MS = 60_000

type Deps = {
  db: Kysely<JournalTables>
  commit: Commit
  clock: Pick<Clock, 'now'>
  timers: Timers
  log: Log
  /** `Settings.retentionMonths`. */
  months: () => number | null
  /** Runs before each pass: what else has a retention. */
  before?: (work: Work) => Promise<void>
}

export type Work = { isStopped: () => boolean; pause: () => Promise<void> }

export type Retention = {
  /** Runs once a day. */
  start: () => void
  /** Call after a change of the setting. */
  runSoon: () => void
  /** Resolves when the current step is durable. */
  stop: () => Promise<void>
  /** Returns the number of masked sales. */
  runPass: () => Promise<number>
}

/**
 * Masks customers' numbers in sales older than the shop's retention, and in their batches. Progress is journaled (`retention`), so a pass continues where the
 * last one ended. Sales that are open or unreadable are left for a later pass.
 */
export function createRetention(deps: Deps): Retention {
  const { db, clock, timers, log, months } = deps
  const stopping = new AbortController()
  const isStopped = () => stopping.signal.aborted
  let running: Promise<number> | undefined
  let cancelNext: (() => void) | undefined

  const pause = () => new Promise<void>((resolve) => timers.after(PAUSE_MS, resolve))

  async function pass(): Promise<number> {
    const kept = months()
    if (kept === null) return 0
    const before = monthsBefore(clock.now(), kept)
    const progress = await db.selectFrom('retention').select('masked_before').executeTakeFirst()
    let from: number | undefined = progress?.masked_before ?? 0
    let isInTurn = true
    let masked = 0
    while (from !== undefined && !isStopped() && months() === kept) {
      const done: Awaited<ReturnType<typeof maskPage>> = await maskPage(
        deps,
        { from, before, isInTurn },
        { isStopped, pause },
      )
      masked += done.masked
      ;({ next: from, isInTurn } = done)
      await pause()
    }
    if (!isStopped()) await maskBatchesWithoutSales(deps, before)
    return masked
  }

  const runPass = (): Promise<number> =>
    (running ??= work().finally(() => {
      running = undefined
    }))

  async function work(): Promise<number> {
    await deps.before?.({ isStopped, pause })
    return pass()
  }

  /** A pass that is running may have begun with the settings of before. */
  async function runNextPass(): Promise<number> {
    await running?.catch(() => undefined)
    return runPass()
  }

  function plan(afterMs: number): void {
    cancelNext?.()
    if (isStopped()) return
    cancelNext = timers.after(afterMs, () => {
      // After a failed write the process exits; after any other failure the pass is tried again.
      runNextPass().then(
        () => plan(DAY_MS),
        (error: unknown) => {
          log.error({ what: 'masking of old numbers failed', problem: problemOf(error) })
          plan(RETRY_MS)
        },
      )
    })
  }

  return {
    start: () => plan(RETRY_MS),
    runSoon: () => plan(0),
    stop: async () => {
      stopping.abort()
      cancelNext?.()
      await running?.catch(() => undefined)
    },
    runPass,
  }
}

/** Returns where the next page begins, or `undefined` after the last one that is due. */
async function maskPage(
  { db, commit, log }: Deps,
  { from, before, isInTurn }: { from: number; before: number; isInTurn: boolean },
  { isStopped, pause }: Work,
) {
  const rows = await db
    .selectFrom('sales')
    .select([...RECORD_COLUMNS, 'opened_at'])
    .where('number', '>=', from)
    .orderBy('number')
    .limit(READ_AT_ONCE)
    .execute()
  const young = rows.findIndex(({ opened_at }) => opened_at >= before)
  const old = young < 0 ? rows : rows.slice(0, young)
  const name = (problem: string) => nameUnreadable(log, problem)
  const sales = recordsOf(old, name)
  const due = sales.filter((sale) => hasNumbers(sale) && mayMaskNumbers(sale) && (sale.finalAt ?? 0) < before)
  const done = new Set(sales.filter((sale) => !hasNumbers(sale)).map(({ number }) => number))
  let masked = 0
  for (let at = 0; at < due.length && !isStopped(); at += MASKED_AT_ONCE) {
    const numbers = await commit((trx) => maskAll(trx, due.slice(at, at + MASKED_AT_ONCE), name))
    for (const number of numbers) done.add(number)
    masked += numbers.length
    await pause()
  }
  const last = old.at(-1)
  const next = last && !isStopped() ? last.number + 1 : from
  // Everything before this number is masked. It stays at the first skipped sale.
  const skipped = old.find(({ number }) => !done.has(number))
  const doneBefore = skipped?.number ?? next
  if (isInTurn && doneBefore > from && !isStopped()) await commit((trx) => saveProgress(trx, doneBefore))
  return {
    masked,
    next: young < 0 && last ? next : undefined,
    isInTurn: isInTurn && skipped === undefined,
  }
}

type Trx = Transaction<JournalTables>

type Name = (problem: string) => void

type Masking = { sale: (sale: SaleRecord) => SaleRecord; batch: (batch: BatchRecord) => BatchRecord }
const MASK_ALL: Masking = { sale: maskSale, batch: maskBatch }

/**
 * Returns the masked numbers. A sale that changed since it was read, or whose batch is unreadable, is left for a later pass. A masked sale is no longer found
 * by its number, either.
 */
export async function maskAll(
  trx: Trx,
  sales: readonly SaleRecord[],
  name: Name,
  masking: Masking = MASK_ALL,
): Promise<number[]> {
  const masked: number[] = []
  for (const sale of sales) {
    if (sale.batch && !(await maskBatchOf(trx, sale.batch.id, name, masking.batch))) continue
    const next = masking.sale({ ...sale, version: sale.version + 1 })
    const { numUpdatedRows } = await trx
      .updateTable('sales')
      .set({ version: next.version, account: limitAccountKey(next), record: JSON.stringify(next) })
      .where('id', '=', sale.id)
      .where('version', '=', sale.version)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) continue
    if (next.account !== sale.account) await trx.deleteFrom('sold_numbers').where('number', '=', sale.number).execute()
    masked.push(sale.number)
  }
  return masked
}

/** False if the batch is over but unreadable. */
export async function maskBatchOf(trx: Trx, id: string, name: Name, mask: Masking['batch']): Promise<boolean> {
  const row = await trx
    .selectFrom('batches')
    .select(['id', 'record', 'version'])
    .where('id', '=', id)
    .where('state', 'not in', ['checked', 'running'])
    .executeTakeFirst()
  const batch = row && readBatch(row, name)
  if (row && !batch) return false
  if (!batch || !hasBatchNumbers(batch)) return true
  const next = mask({ ...batch, version: batch.version + 1 })
  await trx
    .updateTable('batches')
    .set({ version: next.version, limit_account: limitAccountKey(next.content), record: JSON.stringify(next) })
    .where('id', '=', id)
    .execute()
  for (const [index, { content }] of next.lines.entries()) {
    if (!content) continue
    await trx
      .updateTable('batch_lines')
      .set({ limit_account: limitAccountKey(content) })
      .where('batch_id', '=', id)
      .where('line', '=', index + 1)
      .execute()
  }
  return true
}

/** A batch of which no line was ever opened has no sale with which its numbers are masked. */
async function maskBatchesWithoutSales({ db, commit, log }: Deps, before: number): Promise<void> {
  const rows = await db
    .selectFrom('batches')
    .select('id')
    .where('opened_at', '<', before)
    .where((where) =>
      where.not(where.exists(where.selectFrom('sales').select('number').whereRef('sales.batch_id', '=', 'batches.id'))),
    )
    .execute()
  const name = (problem: string) => nameUnreadable(log, problem)
  for (const { id } of rows) await commit((trx) => maskBatchOf(trx, id, name, maskBatch))
}

function readBatch(row: Parameters<typeof batchOf>[0], name: Name): BatchRecord | undefined {
  try {
    return batchOf(row)
  } catch (error) {
    if (!(error instanceof UnreadableRecord)) throw error
    name(error.message)
    return undefined
  }
}

const saveProgress = (trx: Trx, maskedBefore: number) =>
  trx
    .insertInto('retention')
    .values({ id: 1, masked_before: maskedBefore })
    .onConflict((row) => row.column('id').doUpdateSet({ masked_before: maskedBefore }))
    .execute()

/** One row: no sale numbered below `masked_before` has a customer's number. */
export async function createRetentionTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('retention')
    .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('masked_before', 'bigint', (column) => column.notNull())
    .execute()
}
