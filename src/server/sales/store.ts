import type { Kysely, Transaction, UpdateResult } from 'kysely'
import * as v from 'valibot'

import type { AuditEntry } from '#domain/audit.ts'
import type { BatchRecord } from '#domain/sale/batch.ts'
import { batchOwnerOf, holdsSameLine } from '#domain/sale/duplicate.ts'
import { SaleEvent } from '#domain/sale/event.ts'
import type { SaleId, TransactionId } from '#domain/sale/id.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { shopDays } from '#domain/shop-calendar.ts'
import { batchRows, batchStore, type BatchStore } from './batches/store.ts'
import { createGuardCheck, type AppendLine, type CommitGuard } from './commit-guard.ts'
import { fixedQuery, type FixedQuery } from '../database/drivers/fixed-query.ts'
import { groupCommit } from '../database/drivers/group-commit.ts'
import { createReadCache, type ReadCache } from '../database/drivers/read-cache.ts'
import { openItemsBy, saleQueries, type OpenItems, type SaleQueries, type UnreadableItem } from './sale-queries.ts'
import {
  changesOf,
  changingColumnsOf,
  columnsOf,
  RECORD_COLUMNS,
  recordOf,
  recordsOf,
  type ChangingColumns,
} from '../database/schema/sale-row.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import { nameUnreadable } from '../lib/readable-rows.ts'
import type { ShopContext } from '../shop-context.ts'

/** Somebody else moved the sale on since it was read. */
export class StaleSale extends Error {
  override readonly name = 'StaleSale'
}

/** Another sale of the same line of the same quantity is there (rule 11); nothing was written. */
export class BatchLineTaken extends Error {
  override readonly name = 'BatchLineTaken'
  readonly sale: SaleRecord
  constructor(sale: SaleRecord) {
    super(`sale ${sale.number} is the same line of the same quantity`)
    this.sale = sale
  }
}

/** The quantity is another cashier's, or the id was minted for a line of another one (rule 18); nothing was written. */
export class ForeignBatch extends Error {
  override readonly name = 'ForeignBatch'
}

type Trx = Transaction<JournalTables>

/** What a write is bound to: `line` is in the audit log when the sale is in the journal, and not otherwise. */
export type CommitOptions = { guard?: CommitGuard | undefined; line?: AuditEntry | undefined }

/** `opens`: the batch that is written with its first line. */
export type InsertGuard = CommitGuard & { opens?: BatchRecord }

type SaleReads = {
  find: (id: SaleId) => Promise<SaleRecord | undefined>
  /** Another sale that this transaction of the wholesaler belongs to. */
  findOtherSaleWith: (transactionId: TransactionId, exceptId: SaleId) => Promise<SaleId | undefined>
  events: (id: SaleId, newest?: number) => Promise<SaleEvent[]>
  eventCount: (id: SaleId) => Promise<number>
  /** Sales that are not settled, or have something due, oldest first. */
  unfinished: () => Promise<SaleRecord[]>
  /**
   * After a restore, the sales that may have gone on after the backup, oldest first: those that are unfinished or an open item, those whose code was not
   * handed over, and those given up that were opened since `openedSince` (epoch ms).
   */
  restorable: (openedSince: number) => Promise<SaleRecord[]>
  /** The pending desk of the shop with the newest codes to hand over, oldest first. */
  openItems: () => Promise<SaleRecord[]>
  /** Those of them that cannot be read. */
  unreadableItems: () => Promise<readonly UnreadableItem[]>
  /** How many codes of the shop are to be handed over. */
  countUndelivered: () => Promise<number>
}

/** Sales and what happened to them. Every write is durable when its promise resolves; nothing is ever deleted. */
export type SalesStore = SaleReads & {
  /**
   * Writes a new sale, and with it the new batch `opens` whose first line it is; `undefined` when its id or that of the batch is taken. Throws
   * `DuplicateSaleError`, `BatchLineTaken`, `ForeignBatch` and what `guard.batch` throws.
   */
  insert: (sale: SaleRecord, events: readonly SaleEvent[], guard?: InsertGuard) => Promise<SaleRecord | undefined>
  /** Writes the next version of a sale; throws `StaleSale` when `sale.version` is not the journal's, `DuplicateSaleError` and `AboveLimit`. */
  save: (sale: SaleRecord, events: readonly SaleEvent[], bound?: CommitOptions) => Promise<SaleRecord>
  /** Writes the next versions of many sales in one commit, as `save` does. */
  saveAll: (steps: readonly { sale: SaleRecord; events: readonly SaleEvent[] }[]) => Promise<SaleRecord[]>
  append: (id: SaleId, event: SaleEvent) => Promise<void>
  batches: BatchStore
}

type StoreContext = Partial<Pick<ShopContext, 'audit' | 'commit' | 'calendar' | 'log'>>

/**
 * Writes by `commit`, of which there is one for all that writes to the journal while it sells. Totals are kept by the days of the shop as its
 * calendar is now; by another calendar they are still right, and are read more slowly.
 */
export function salesStore(
  db: Kysely<JournalTables>,
  { audit, commit = groupCommit(db), calendar = inUtc, log }: StoreContext = {},
): SalesStore {
  /** Every till looks every few seconds; each step of a sale empties it in its commit. */
  const known = createReadCache<OpenItems>()
  const queries = saleQueries(db)
  const { writeEvents, writeNext } = saleWrites(db, queries, known)
  const days = shopDays(calendar)
  const appendLine: AppendLine = audit?.appendIn ?? refuseLine
  const batches = batchRows(db)
  const check = createGuardCheck(db)

  /** Lets `decide` see the batch of a line that the proxy sells, and writes what it returns. */
  async function checkBatch(trx: Trx, sale: SaleRecord, decide: CommitGuard['batch']): Promise<void> {
    if (!sale.batch || !decide) return
    const before = await batches.find(trx, sale.batch.id)
    const after = before && decide(before)
    if (before && after && after !== before) await batches.save(trx, before, after)
  }

  return {
    ...saleReads(queries, known, log),
    insert: (sale, events, guard) =>
      commit(async (trx) => {
        // Looked up first: a refused insert would use up a number, and people ask about missing ones.
        if ((await queries.find({ id: sale.id }, trx)).rows.length > 0) return undefined
        if (guard?.opens && (await batches.find(trx, guard.opens.id))) return undefined
        refuseMintedId(sale, await batches.findHolderOf(trx, sale.id))
        const lines = await linesBeside(trx, sale)
        refuseForeignBatch(sale, lines)
        if (guard?.opens) {
          if (lines.length > 0) throw new ForeignBatch('there are lines of a quantity with this id already')
          await batches.insert(trx, guard.opens)
        } else await checkBatch(trx, sale, guard?.batch ?? refuseOwnLine)
        await check(trx, sale, guard)
        refuseTakenLine(sale, lines)
        await queries.insertDay(days.boundsAt(sale.openedAt), trx)
        const row = columnsOf({ ...sale, version: 1 })
        const [written] = (await queries.insert(row, trx)).rows
        if (!written) throw new Error(`sale ${sale.id} was not written`)
        await writeEvents(trx, sale.id, events)
        known.empty()
        return { ...sale, version: 1, number: written.number }
      }),

    save: async (sale, events, { guard, line } = {}) => {
      const { written, notify } = await commit(async (trx) => {
        await checkBatch(trx, sale, guard?.batch)
        await check(trx, sale, guard)
        return { written: await writeNext(trx, sale, events), notify: line && (await appendLine(trx, line)) }
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

    append: (id, event) => commit((trx) => writeEvents(trx, id, [event])),

    batches: batchStore({ db, commit, check, appendLine }, batches),
  }
}

const Detail = v.pipe(v.string(), v.parseJson(), v.looseObject({}))
const StoredEvent = v.looseObject(v.pick(SaleEvent, ['at', 'kind', 'given']).entries)
const isEvent = (event: unknown): event is SaleEvent => v.is(StoredEvent, event)

const inUtc = () => ({ timeZone: 'UTC', dayStartHour: 0 })

const refuseLine = () => {
  throw new Error('there is no audit log to write to')
}

function saleWrites(db: Kysely<JournalTables>, queries: SaleQueries, known: ReadCache<OpenItems>) {
  const update = saleUpdates(db)

  async function writeEvents(trx: Trx, id: SaleId, events: readonly SaleEvent[]): Promise<void> {
    for (const { at, kind, ...detail } of events)
      await queries.insertEvent({ sale_id: id, at, kind, detail: JSON.stringify(detail) }, trx)
  }

  async function writeNext(trx: Trx, sale: SaleRecord, events: readonly SaleEvent[]): Promise<SaleRecord> {
    const next = { ...sale, version: sale.version + 1 }
    const [before] = (await queries.columns({ id: sale.id }, trx)).rows
    const seen = { id: sale.id, seenVersion: sale.version }
    if (before?.version !== sale.version) throw staleSale(seen)
    await update(seen, changesOf(before, changingColumnsOf(next)), trx)
    await writeEvents(trx, sale.id, events)
    known.empty()
    return next
  }

  return { writeEvents, writeNext }
}

function saleReads(queries: SaleQueries, known: ReadCache<OpenItems>, log: ShopContext['log'] | undefined): SaleReads {
  const name = (problem: string) => nameUnreadable(log, problem)
  const findOpenItems = () => openItemsBy(queries, name)
  const cachedOpenItems = async () => (await known.find('open-items', true, findOpenItems)) ?? findOpenItems()

  return {
    find: async (id) => {
      const [row] = (await queries.find({ id })).rows
      return row && recordOf(row)
    },

    findOtherSaleWith: async (transactionId, exceptId) =>
      (await queries.saleWithTransaction({ transactionId, exceptId })).rows[0]?.id as SaleId | undefined,

    events: async (id, newest = Number.MAX_SAFE_INTEGER) => {
      const { rows } = await queries.events({ id, newest })
      return rows.toReversed().flatMap(({ at, kind, detail }) => {
        const read = v.safeParse(Detail, detail)
        const event = { ...(read.success && read.output), at, kind }
        if (read.success && isEvent(event)) return [event]
        name(`The line "${kind}" in the history of sale ${id} cannot be read.`)
        // What happened, and when, counts all the same.
        return [{ at, kind }].filter(isEvent)
      })
    },

    eventCount: async (id) => Number((await queries.eventCount({ id })).rows[0]?.count ?? 0),

    // Ordered here: to order by number SQLite would read the whole table.
    unfinished: async () =>
      recordsOf((await queries.unfinished({})).rows, name).toSorted((a, b) => a.number - b.number),

    restorable: async (openedSince) => {
      const found = [
        await queries.unfinished({}),
        await queries.openItems({}),
        await queries.allUndelivered({}),
        await queries.abandonedSince({ openedSince }),
      ].flatMap(({ rows }) => rows)
      const byNumber = new Map(found.map((row) => [row.number, row]))
      return recordsOf([...byNumber.values()], name).toSorted((a, b) => a.number - b.number)
    },

    openItems: async () => [...(await cachedOpenItems()).sales],

    unreadableItems: async () => (await cachedOpenItems()).unreadable,

    countUndelivered: async () => (await cachedOpenItems()).undelivered,
  }
}

/** Writes the columns that changed: SQLite writes each index again that holds a column which is set, also to what it was. */
function saleUpdates(db: Kysely<JournalTables>) {
  type Of = { of: string; seenVersion: number }
  const byColumns = new Map<string, FixedQuery<Partial<ChangingColumns> & Of, UpdateResult>>()
  return async (sale: { id: string; seenVersion: number }, changes: Partial<ChangingColumns>, trx: Trx) => {
    const names = Object.keys(changes).join()
    const known =
      byColumns.get(names) ??
      fixedQuery(db, ({ of, seenVersion, ...columns }: Partial<ChangingColumns> & Of) =>
        db.updateTable('sales').set(columns).where('id', '=', of).where('version', '=', seenVersion),
      )
    byColumns.set(names, known)
    const { numAffectedRows } = await known({ ...changes, of: sale.id, seenVersion: sale.seenVersion }, trx)
    if (numAffectedRows !== 1n) throw staleSale(sale)
  }
}

const staleSale = ({ id, seenVersion }: { id: string; seenVersion: number }) =>
  new StaleSale(`sale ${id} is not at version ${seenVersion} any more`)

/** The lines of the same quantity, the first that was opened first. */
async function linesBeside(trx: Trx, { batch }: SaleRecord): Promise<SaleRecord[]> {
  if (!batch) return []
  const lines = trx.selectFrom('sales').select(RECORD_COLUMNS).where('batch_id', '=', batch.id).orderBy('number')
  return (await lines.execute()).map(recordOf)
}

/** Before anything is said of other sales: anyone who has no part in a quantity learns nothing of it. */
function refuseForeignBatch(sale: SaleRecord, [first]: readonly SaleRecord[]): void {
  if (first && batchOwnerOf(first) !== batchOwnerOf(sale)) throw new ForeignBatch('the quantity is another cashier’s')
}

/** Ids of one batch follow each other, so anyone who knows one can work out the next. A sale that took it would keep its line from being sold. */
function refuseMintedId({ batch }: SaleRecord, holder: string | undefined): void {
  if (holder !== undefined && holder !== batch?.id) throw new ForeignBatch('the id was minted for a line of a quantity')
}

/** Anyone who brings a line of their own to a batch that the proxy sells has no part in it. */
function refuseOwnLine(): never {
  throw new ForeignBatch('the proxy opens the lines of this quantity')
}

function refuseTakenLine(sale: SaleRecord, lines: readonly SaleRecord[]): void {
  const holder = lines.find((other) => holdsSameLine(sale, other))
  if (holder) throw new BatchLineTaken(holder)
}
