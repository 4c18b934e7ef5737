import { sql, type Kysely, type Transaction } from 'kysely'

import type { AuditEntry } from '#domain/audit.ts'
import { isOpenItem } from '#domain/sale/open-items.ts'
import { batchOwnerOf, holdsSameLine, type Duplicate } from '#domain/sale/duplicate.ts'
import { limitAccountKey, nameLimits, type Exceeded, type LimitWindows, type LimitUsage } from '#domain/sales-limits.ts'
import { isUndelivered, NON_FINAL_STATES, WAITING_STATES, type SaleEvent } from '#domain/sale/sale.ts'
import type { SaleId, TransactionId } from '#domain/sale/id.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { fixedQuery } from './fixed-query.ts'
import { groupCommit, type Commit } from './group-commit.ts'
import { createReadCache } from './read-cache.ts'
import { recordOf } from './sale-row.ts'
import type { JournalTables } from './tables.ts'
import { limitColumnsOf, usageWithout } from './limit-usage.ts'

/** Somebody else moved the sale on since it was read. */
export class StaleSale extends Error {
  override readonly name = 'StaleSale'
}

/** `guard` found a sale that forbids this one; nothing was written. */
export class DuplicateSaleError extends Error {
  override readonly name = 'DuplicateSaleError'
  readonly duplicate: Duplicate
  constructor(duplicate: Duplicate) {
    super(`sale ${duplicate.sale.number} forbids it: ${duplicate.kind}`)
    this.duplicate = duplicate
  }
}

/** Another sale of the same line of the same quantity is there (DESIGN rule 11); nothing was written. */
export class BatchLineTaken extends Error {
  override readonly name = 'BatchLineTaken'
  readonly sale: SaleRecord
  constructor(sale: SaleRecord) {
    super(`sale ${sale.number} is the same line of the same quantity`)
    this.sale = sale
  }
}

/** The quantity is another cashier's (DESIGN rule 18); nothing was written. */
export class ForeignBatch extends Error {
  override readonly name = 'ForeignBatch'
}

/** The sale goes beyond limits that nobody lifted, each of `exceeded`; nothing was written. */
export class AboveLimit extends Error {
  override readonly name = 'AboveLimit'
  readonly sale: SaleRecord
  readonly exceeded: readonly Exceeded[]
  constructor(sale: SaleRecord, exceeded: readonly Exceeded[]) {
    super(`sale ${sale.number} goes beyond ${nameLimits(exceeded)}`)
    this.sale = sale
    this.exceeded = exceeded
  }
}

type Trx = Transaction<JournalTables>

/** What is looked at inside the commit, and may forbid it. */
export type CommitGuard = {
  /** Sees the sales of the same service and account that wait or succeeded lately (DESIGN rule 11). */
  duplicate: (alike: SaleRecord[]) => Duplicate | undefined
  /** Sees what counts for limits in these windows already, without the sale itself; absent where no limit is set. Answers those it forbids. */
  limits?: { windows: LimitWindows; exceeded: (usage: LimitUsage) => readonly Exceeded[] } | undefined
}

/** Writes a line of the audit log as part of what `trx` commits; what it answers is called once that is through. */
export type AppendLine = (trx: Transaction<JournalTables>, line: AuditEntry) => Promise<() => void>

/** What a write is bound to: `line` is in the audit log when the sale is in the journal, and not otherwise. */
export type CommitOptions = { guard?: CommitGuard | undefined; line?: AuditEntry | undefined }

/** Sales and what happened to them. Every write is durable when its promise resolves; nothing is ever deleted. */
export type SalesStore = {
  /** Writes a new sale; `undefined` when its id is taken; throws `DuplicateSaleError`, `BatchLineTaken` and `ForeignBatch`. */
  insert: (sale: SaleRecord, events: readonly SaleEvent[], guard?: CommitGuard) => Promise<SaleRecord | undefined>
  find: (id: SaleId) => Promise<SaleRecord | undefined>
  /** Writes the next version of a sale; throws `StaleSale` when `sale.version` is not the journal's, `DuplicateSaleError` and `AboveLimit`. */
  save: (sale: SaleRecord, events: readonly SaleEvent[], bound?: CommitOptions) => Promise<SaleRecord>
  /** Writes the next versions of many sales in one commit, as `save` does. */
  saveAll: (steps: readonly { sale: SaleRecord; events: readonly SaleEvent[] }[]) => Promise<SaleRecord[]>
  /** Another sale that this transaction of the wholesaler belongs to. */
  findOtherSaleWith: (transactionId: TransactionId, exceptId: SaleId) => Promise<SaleId | undefined>
  append: (id: SaleId, event: SaleEvent) => Promise<void>
  events: (id: SaleId) => Promise<SaleEvent[]>
  /** Sales that are not settled, or have something due, oldest first. */
  unfinished: () => Promise<SaleRecord[]>
  /** The pending desk of the shop with the newest codes to hand over, oldest first. */
  openItems: () => Promise<SaleRecord[]>
  /** How many codes of the shop are to be handed over. */
  countUndelivered: () => Promise<number>
}

/** Codes that nobody handed over and that are listed: the customer of an older one comes with its slip. */
const LATE_CODES = 200
/** Successes of one number and service that are looked at: more than anybody sells in ten minutes. */
const LATE_SUCCESSES = 20

/** Writes by `commit`, of which there is one for all that writes to the journal while it sells. */
export function salesStore(
  db: Kysely<JournalTables>,
  appendLine?: AppendLine,
  commit: Commit = groupCommit(db),
): SalesStore {
  const queries = saleQueries(db)
  /** Every till looks every few seconds; each step of a sale empties it in its commit. */
  const known = createReadCache<{ sales: SaleRecord[]; toHandOver: number }>()

  const readDesk = async () => {
    const openItems = await queries.onDesk({})
    const newest = await queries.unhanded({})
    const counted = await queries.countToHandOver({})
    const sales = [...openItems.rows, ...newest.rows].map(recordOf).toSorted((a, b) => a.number - b.number)
    return { sales, toHandOver: Number(counted.rows[0]?.count) }
  }
  const lookAtDesk = async () => (await known.find('desk', true, readDesk)) ?? readDesk()

  async function writeEvents(trx: Trx, id: SaleId, events: readonly SaleEvent[]): Promise<void> {
    for (const { at, kind, ...detail } of events)
      await queries.insertEvent({ sale_id: id, at, kind, detail: JSON.stringify(detail) }, trx)
  }

  async function writeNext(trx: Trx, sale: SaleRecord, events: readonly SaleEvent[]): Promise<SaleRecord> {
    const next = { ...sale, version: sale.version + 1 }
    const values = { ...changingColumnsOf(next), id: sale.id, seenVersion: sale.version }
    const { numAffectedRows } = await queries.update(values, trx)
    if (numAffectedRows !== 1n) throw new StaleSale(`sale ${sale.id} is not at version ${sale.version} any more`)
    await writeEvents(trx, sale.id, events)
    known.empty()
    return next
  }

  async function ask(trx: Trx, sale: SaleRecord, guard: CommitGuard | undefined): Promise<void> {
    if (!guard) return
    const duplicate = guard.duplicate(await alike(trx, sale))
    if (duplicate) throw new DuplicateSaleError(duplicate)
    if (!guard.limits) return
    const exceeded = guard.limits.exceeded(await usageWithout(trx, sale, guard.limits.windows))
    if (exceeded.length > 0) throw new AboveLimit(sale, exceeded)
  }

  async function alike(trx: Trx, { serviceId, account }: SaleRecord): Promise<SaleRecord[]> {
    // Only sales with an account count (DESIGN rule 11).
    if (account === undefined) return []
    const values = { counted: limitAccountKey({ account }), typed: account, serviceId }
    const waiting = await queries.waitingAlike(values, trx)
    const sold = await queries.soldAlike(values, trx)
    return [...waiting.rows, ...sold.rows].map(recordOf)
  }

  return {
    insert: (sale, events, guard) =>
      commit(async (trx) => {
        // Looked up first: a refused insert would use up a number, and people ask about missing ones.
        if ((await queries.find({ id: sale.id }, trx)).rows.length > 0) return undefined
        const lines = await linesBeside(trx, sale)
        refuseForeignBatch(sale, lines)
        await ask(trx, sale, guard)
        refuseTakenLine(sale, lines)
        const row = { ...columnsOf({ ...sale, version: 1 }), id: sale.id, opened_at: sale.openedAt }
        const [written] = (await queries.insert(row, trx)).rows
        if (!written) throw new Error(`sale ${sale.id} was not written`)
        await writeEvents(trx, sale.id, events)
        known.empty()
        return { ...sale, version: 1, number: written.number }
      }),

    find: async (id) => {
      const [row] = (await queries.find({ id })).rows
      return row && recordOf(row)
    },

    save: async (sale, events, { guard, line } = {}) => {
      const { written, notify } = await commit(async (trx) => {
        await ask(trx, sale, guard)
        if (line && !appendLine) throw new Error('there is no audit log to write to')
        return { written: await writeNext(trx, sale, events), notify: line && (await appendLine?.(trx, line)) }
      })
      notify?.()
      return written
    },

    saveAll: (steps) =>
      commit(async (trx) => {
        const written: SaleRecord[] = []
        for (const { sale, events } of steps) written.push(await writeNext(trx, sale, events))
        return written
      }),

    findOtherSaleWith: async (transactionId, exceptId) =>
      (await queries.holderOf({ transactionId, exceptId })).rows[0]?.id as SaleId | undefined,

    append: (id, event) => commit((trx) => writeEvents(trx, id, [event])),

    events: async (id) => {
      const { rows } = await queries.events({ id })
      return rows.map(({ at, kind, detail }) => ({ ...(JSON.parse(detail) as object), at, kind }) as SaleEvent)
    },

    unfinished: async () => {
      const rows = await db
        .selectFrom('sales')
        .selectAll()
        .where((is) => is.or([is('state', 'in', NON_FINAL_STATES), is('next_at', 'is not', null)]))
        .orderBy('number')
        .execute()
      return rows.map(recordOf)
    },

    openItems: async () => [...(await lookAtDesk()).sales],

    countUndelivered: async () => (await lookAtDesk()).toHandOver,
  }
}

/** What every step of a sale, and every look of a till, asks of the journal. */
function saleQueries(db: Kysely<JournalTables>) {
  const sales = () => db.selectFrom('sales').selectAll()
  type Account = { counted: string; typed: string; serviceId: string }
  const alike = ({ counted, typed, serviceId }: Account) =>
    sales()
      // An older row holds it as it was typed.
      .where('account', 'in', [counted, typed])
      .where('service_id', '=', serviceId)
      .orderBy('number', 'desc')
  type Columns = ReturnType<typeof columnsOf>
  // Not by the index on states: that one holds every sale that was ever sold.
  const state = sql<string>`+state`
  type Changing = ReturnType<typeof changingColumnsOf>

  return {
    find: fixedQuery(db, ({ id }: { id: string }) => sales().where('id', '=', id)),
    waitingAlike: fixedQuery(db, (account: Account) => alike(account).where(state, 'in', WAITING_STATES)),
    soldAlike: fixedQuery(db, (account: Account) =>
      alike(account).where(state, '=', 'succeeded').limit(LATE_SUCCESSES),
    ),
    insert: fixedQuery(db, (row: Columns & { id: string; opened_at: number }) =>
      db.insertInto('sales').values(row).returning('number'),
    ),
    update: fixedQuery(db, ({ id, seenVersion, ...columns }: Changing & { id: string; seenVersion: number }) =>
      db.updateTable('sales').set(columns).where('id', '=', id).where('version', '=', seenVersion),
    ),
    insertEvent: fixedQuery(db, (row: { sale_id: string; at: number; kind: string; detail: string }) =>
      db.insertInto('sale_events').values(row),
    ),
    events: fixedQuery(db, ({ id }: { id: string }) =>
      db.selectFrom('sale_events').selectAll().where('sale_id', '=', id).orderBy('id'),
    ),
    holderOf: fixedQuery(db, ({ transactionId, exceptId }: { transactionId: string; exceptId: string }) =>
      db
        .selectFrom('sales')
        .select('id')
        .where('transaction_id', '=', transactionId)
        .where('id', '!=', exceptId)
        .limit(1),
    ),
    onDesk: fixedQuery(db, () => sales().where('is_open_item', '=', 1)),
    unhanded: fixedQuery(db, () =>
      sales().where('is_undelivered', '=', 1).where('is_open_item', '=', 0).orderBy('number', 'desc').limit(LATE_CODES),
    ),
    countToHandOver: fixedQuery(db, () =>
      db
        .selectFrom('sales')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('is_undelivered', '=', 1),
    ),
  }
}

/** The lines of the same quantity, the first that was opened first. */
async function linesBeside(trx: Trx, { batch }: SaleRecord): Promise<SaleRecord[]> {
  if (!batch) return []
  const lines = trx.selectFrom('sales').selectAll().where('batch_id', '=', batch.id).orderBy('number')
  return (await lines.execute()).map(recordOf)
}

/** Before anything is said of other sales: whoever has no part in a quantity learns nothing of it. */
function refuseForeignBatch(sale: SaleRecord, [first]: readonly SaleRecord[]): void {
  if (first && batchOwnerOf(first) !== batchOwnerOf(sale)) throw new ForeignBatch('the quantity is another cashier’s')
}

function refuseTakenLine(sale: SaleRecord, lines: readonly SaleRecord[]): void {
  const holder = lines.find((other) => holdsSameLine(sale, other))
  if (holder) throw new BatchLineTaken(holder)
}

const columnsOf = (sale: SaleRecord) => ({
  ...changingColumnsOf(sale),
  service_id: sale.serviceId,
  account: limitAccountKey(sale),
  batch_id: sale.batch?.id ?? null,
})

/** What a sale is of stays as it was opened: writing it again would only write its indexes again. */
function changingColumnsOf(sale: SaleRecord) {
  return {
    version: sale.version,
    state: sale.state,
    cashier_id: sale.cashier.id,
    next_at: sale.next ? Math.ceil(sale.next.at) : null,
    is_open_item: isOpenItem(sale) ? 1 : 0,
    is_undelivered: isUndelivered(sale) ? 1 : 0,
    transaction_id: sale.transactionId ?? null,
    confirmed_at: sale.confirmedAt ?? null,
    ...limitColumnsOf(sale),
    record: JSON.stringify(sale),
  }
}
