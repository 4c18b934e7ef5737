import { sql, type Kysely, type Transaction } from 'kysely'

import type { AuditEntry } from '#domain/audit.ts'
import { reservedLines, type BatchContent, type BatchRecord, type KnownBatch } from '#domain/sale/batch.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { limitAccountKey } from '#domain/sales-limits.ts'
import type { AppendAuditEntry, CheckGuard, CommitGuard } from '../commit-guard.ts'
import { fixedQuery } from '../../database/drivers/fixed-query.ts'
import type { Commit } from '../../database/drivers/group-commit.ts'
import { RECORD_COLUMNS, readAllRecords } from '../../database/schema/sale-row.ts'
import { batchOf } from '../../database/schema/stored-records.ts'
import type { JournalTables } from '../../database/schema/tables.ts'
import { readUnfinishedBatches } from '../../database/schema/unfinished-batches.ts'

type Trx = Transaction<JournalTables>

/** `guard` is checked in the same commit for `guard.sale`, which represents all lines; `line` is the audit entry. */
export type BatchChange = {
  batch: BatchRecord
  guard?: { sale: SaleRecord } & Pick<CommitGuard, 'refuse' | 'duplicate' | 'limits' | 'drawer'>
  line?: AuditEntry | undefined
}

/** Rule 18. `SalesStore.insert` stores a new quantity with its first line, `save` the next version with a line. */
export type BatchStore = {
  /** Stores a new batch whose lines are opened later. Throws what `refuse` throws, and `ForeignBatch`. */
  open: (batch: BatchRecord, refuse: () => void) => Promise<void>
  find: (id: string) => Promise<KnownBatch | undefined>
  /**
   * Stores what `choose` returns, in one commit; nothing if it is the same object. Throws what `choose` throws, `DuplicateSaleError` and `AboveLimit`, with
   * nothing written.
   */
  change: (id: string, choose: (known: KnownBatch) => BatchChange) => Promise<KnownBatch>
  /** `checked` or `running`, in the order in which they were opened. */
  unfinished: () => Promise<string[]>
  incomplete: () => Promise<string[]>
  /** Incomplete ones of a restored backup whose records do not say so, because they could not be read then. */
  unmarked: () => Promise<string[]>
  /** The numbers of the first sales of those unfinished ones. */
  unreadable: () => Promise<number[]>
  /** Of a batch that sells nothing more: its lines no longer count toward limits. */
  releaseLines: (id: string) => Promise<void>
}

type Deps = {
  db: Kysely<JournalTables>
  commit: Commit
  check: CheckGuard
  appendAuditEntry: AppendAuditEntry
}

/** Needed inside a line's own commit. */
export type BatchRows = {
  find: (on: Kysely<JournalTables>, id: string) => Promise<BatchRecord | undefined>
  /** The batch for whose line this sale id was created. */
  findHolderOf: (on: Kysely<JournalTables>, saleId: SaleId) => Promise<string | undefined>
  insert: (trx: Trx, batch: BatchRecord) => Promise<void>
  save: (trx: Trx, before: BatchRecord, after: BatchRecord) => Promise<BatchRecord>
}

export function batchStore({ db, commit, check, appendAuditEntry }: Deps, rows: BatchRows): BatchStore {
  const salesOf = fixedQuery(db, ({ id }: { id: string }) =>
    db.selectFrom('sales').select(RECORD_COLUMNS).where('batch_id', '=', id).orderBy('number'),
  )
  const unfinished = fixedQuery(db, () =>
    db.selectFrom('batches').select('id').where('state', 'in', ['checked', 'running']).orderBy('opened_at'),
  )

  async function read(on: Kysely<JournalTables>, id: string): Promise<KnownBatch | undefined> {
    const batch = await rows.find(on, id)
    return batch && { batch, sales: readAllRecords((await salesOf({ id }, on)).rows) }
  }

  return {
    open: (batch, refuse) =>
      commit(async (trx) => {
        refuse()
        if (await rows.find(trx, batch.id)) throw new Error(`batch ${batch.id} appeared beside its own turn`)
        await rows.insert(trx, batch)
      }),

    find: (id) => read(db, id),

    change: async (id, choose) => {
      const { known, notify } = await commit(async (trx) => {
        const before = await read(trx, id)
        if (!before) throw new Error(`batch ${id} is not in the journal`)
        const { batch, guard, line } = choose(before)
        if (batch === before.batch) return { known: before }
        if (guard) await check(trx, guard.sale, guard)
        const written = await rows.save(trx, before.batch, batch)
        return { known: { ...before, batch: written }, notify: line && (await appendAuditEntry(trx, line)) }
      })
      notify?.()
      return known
    },

    unfinished: async () => (await unfinished({})).rows.map(({ id }) => id),

    incomplete: async () => {
      const rows = await db.selectFrom('batches').select('id').where('state', '!=', 'complete').execute()
      return rows.map(({ id }) => id)
    },

    unmarked: async () => {
      const { rows } = await sql<{ id: string }>`SELECT id FROM batches
        WHERE EXISTS (SELECT 1 FROM recoveries) AND state != 'complete' AND record NOT LIKE '%"isRestored":true%'
          AND (SELECT min(number) FROM sales WHERE batch_id = batches.id)
            <= (SELECT max(last_sale_number) FROM recoveries)`.execute(db)
      return rows.map(({ id }) => id)
    },

    unreadable: async () => {
      const { unreadable } = await readUnfinishedBatches(db)
      const sales = await Promise.all(unreadable.map((id) => salesOf({ id })))
      return sales.flatMap(({ rows: [first] }) => first?.number ?? [])
    },

    releaseLines: (id) =>
      commit(async (trx) => {
        await trx
          .updateTable('batch_lines')
          .set({ is_reserved: 0 })
          .where('batch_id', '=', id)
          .where('is_reserved', '=', sql.lit(1))
          .execute()
      }),
  }
}

export function batchRows(db: Kysely<JournalTables>): BatchRows {
  type Row = ReturnType<typeof columnsOf>
  const find = fixedQuery(db, ({ id }: { id: string }) => db.selectFrom('batches').selectAll().where('id', '=', id))
  const findHolder = fixedQuery(db, ({ saleId }: { saleId: string }) =>
    db.selectFrom('batch_lines').select('batch_id').where('sale_id', '=', saleId),
  )
  const insert = fixedQuery(db, (row: Row) => db.insertInto('batches').values(row))
  type Changing = { id: string; seenVersion: number; version: number; state: string; record: string }
  const update = fixedQuery(db, ({ id, seenVersion, ...columns }: Changing) =>
    db.updateTable('batches').set(columns).where('id', '=', id).where('version', '=', seenVersion),
  )
  type Line = { batch_id: string; line: number; sale_id: string; is_reserved: number } & ReturnType<typeof limitsOfLine>
  const insertLine = fixedQuery(db, (row: Line) => db.insertInto('batch_lines').values({ ...row, is_current: 1 }))
  const retireLine = fixedQuery(db, ({ sale_id }: Pick<Line, 'sale_id'>) =>
    db.updateTable('batch_lines').set({ is_current: 0, is_reserved: 0 }).where('sale_id', '=', sale_id),
  )
  const reserveLine = fixedQuery(db, ({ sale_id, is_reserved }: Pick<Line, 'sale_id' | 'is_reserved'>) =>
    db.updateTable('batch_lines').set({ is_reserved }).where('sale_id', '=', sale_id),
  )

  async function saveLines(trx: Trx, before: BatchRecord | undefined, after: BatchRecord): Promise<void> {
    const [wasReserved, isReserved] = [before ? reservedLines(before) : [], reservedLines(after)]
    for (const [index, { saleId, content }] of after.lines.entries()) {
      const earlier = before?.lines[index]?.saleId
      const reserved = Number(isReserved.includes(index + 1))
      if (earlier !== saleId) {
        if (earlier !== undefined) await retireLine({ sale_id: earlier }, trx)
        const row = { batch_id: after.id, line: index + 1, sale_id: saleId, is_reserved: reserved }
        await insertLine({ ...row, ...limitsOfLine(content) }, trx)
      } else if (Number(wasReserved.includes(index + 1)) !== reserved) {
        await reserveLine({ sale_id: saleId, is_reserved: reserved }, trx)
      }
    }
  }

  return {
    find: async (on, id) => {
      const [row] = (await find({ id }, on)).rows
      return row && batchOf(row)
    },
    findHolderOf: async (on, saleId) => (await findHolder({ saleId }, on)).rows[0]?.batch_id,
    insert: async (trx, batch) => {
      await insert(columnsOf({ ...batch, version: 1 }), trx)
      await saveLines(trx, undefined, batch)
    },
    save: async (trx, before, after) => {
      const next = { ...after, version: before.version + 1 }
      const { id, version, state } = next
      const values = { id, seenVersion: before.version, version, state, record: JSON.stringify(next) }
      const { numAffectedRows } = await update(values, trx)
      if (numAffectedRows !== 1n) throw new Error(`batch ${id} is not at version ${before.version} any more`)
      await saveLines(trx, before, next)
      return next
    },
  }
}

const columnsOf = (batch: BatchRecord) => ({
  id: batch.id,
  version: batch.version,
  state: batch.state,
  cashier_id: batch.cashier.id,
  opened_at: batch.openedAt,
  ...limitsOf(batch.content),
  record: JSON.stringify(batch),
})

/** In the order in which they were opened. */
export async function linesBeside(trx: Trx, { batch }: SaleRecord): Promise<SaleRecord[]> {
  if (!batch) return []
  const lines = trx.selectFrom('sales').select(RECORD_COLUMNS).where('batch_id', '=', batch.id).orderBy('number')
  return readAllRecords(await lines.execute())
}

const limitsOf = (content: BatchContent) => ({
  limit_amount: content.amount.amount,
  limit_currency: content.amount.currency,
  limit_voucher: Number(content.kind === 'voucher'),
  limit_account: limitAccountKey(content),
})

const limitsOfLine = (content: BatchContent | undefined) =>
  content ? limitsOf(content) : { limit_amount: null, limit_currency: null, limit_voucher: null, limit_account: null }
