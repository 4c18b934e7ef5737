import type { Kysely, Transaction, UpdateResult } from 'kysely'
import * as v from 'valibot'

import type { AuditEntry } from '#domain/audit.ts'
import type { BatchRecord } from '#domain/sale/batch.ts'
import { batchOwnerOf, holdsSameLine } from '#domain/sale/duplicate.ts'
import { SaleEvent } from '#domain/sale/event.ts'
import type { SaleId, TransactionId } from '#domain/sale/id.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { shopDays } from '#domain/shop-calendar.ts'
import { batchRows, batchStore, linesBeside, type BatchStore } from './batches/store.ts'
import { createGuardCheck, type AppendAuditEntry, type CommitGuard } from './commit-guard.ts'
import { fixedQuery, type FixedQuery } from '../database/drivers/fixed-query.ts'
import { groupCommit } from '../database/drivers/group-commit.ts'
import { createReadCache, type ReadCache } from '../database/drivers/read-cache.ts'
import {
  openItemsBy,
  readOldestFirst,
  saleQueries,
  type FoundSales,
  type OpenItems,
  type SaleQueries,
  type UnreadableSale,
} from './sale-queries.ts'
import { changesOf, changingColumnsOf, columnsOf, recordOf, type ChangingColumns } from '../database/schema/sale-row.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import { refuseLine } from '../lib/failures.ts'
import { nameUnreadable } from '../lib/readable-rows.ts'
import type { ShopContext } from '../parts/shop-context.ts'

/** The sale has changed since it was read. */
export class StaleSale extends Error {
  override readonly name = 'StaleSale'
}

/** Another sale of the same line exists (rule 11); nothing was written. */
export class BatchLineTaken extends Error {
  override readonly name = 'BatchLineTaken'
  readonly sale: SaleRecord
  constructor(sale: SaleRecord) {
    super(`sale ${sale.number} is the same line of the same quantity`)
    this.sale = sale
  }
}

/** The batch is another cashier's, or the id was created for a line of another batch (rule 18); nothing was written. */
export class ForeignBatch extends Error {
  override readonly name = 'ForeignBatch'
}

type Trx = Transaction<JournalTables>

/** `line` is the audit entry, committed together with the sale. */
export type CommitOptions = { guard?: CommitGuard | undefined; line?: AuditEntry | undefined }

/** `opens`: the batch stored with its first line. */
export type InsertGuard = CommitGuard & { opens?: BatchRecord }

type SaleReads = {
  find: (id: SaleId) => Promise<SaleRecord | undefined>
  findOtherSaleWith: (transactionId: TransactionId, exceptId: SaleId) => Promise<SaleId | undefined>
  events: (id: SaleId, newest?: number) => Promise<SaleEvent[]>
  eventCount: (id: SaleId) => Promise<number>
  /** Not final, or with an action due. */
  unfinished: () => Promise<FoundSales>
  /**
   * After a restore, sales that may have continued after the backup: unfinished sales, open items, undelivered codes, and sales canceled here opened since
   * `openedSince` (epoch ms).
   */
  restorable: (openedSince: number) => Promise<FoundSales>
  /** With the newest undelivered codes, oldest first. */
  openItems: () => Promise<SaleRecord[]>
  unreadableSales: () => Promise<readonly UnreadableSale[]>
  countUndelivered: () => Promise<number>
}

/** Every write is durable when its promise resolves; nothing is ever deleted. */
export type SalesStore = SaleReads & {
  /**
   * `opens` is stored with its first line; `undefined` if either id is taken. Throws `DuplicateSaleError`, `BatchLineTaken`, `ForeignBatch` and what
   * `guard.batch` throws.
   */
  insert: (sale: SaleRecord, events: readonly SaleEvent[], guard?: InsertGuard) => Promise<SaleRecord | undefined>
  /** Throws `DuplicateSaleError`, `AboveLimit`, and `StaleSale` if `sale.version` is not the stored one. */
  save: (sale: SaleRecord, events: readonly SaleEvent[], bound?: CommitOptions) => Promise<SaleRecord>
  /** Stores all in one commit, like `save`. */
  saveAll: (steps: readonly { sale: SaleRecord; events: readonly SaleEvent[] }[]) => Promise<SaleRecord[]>
  append: (id: SaleId, event: SaleEvent) => Promise<void>
  batches: BatchStore
}

type StoreContext = Partial<Pick<ShopContext, 'audit' | 'commit' | 'calendar' | 'log' | 'recordSold'>>

/**
 * `commit` is shared by all writers. Totals are kept by the days of the shop's current calendar; for another calendar they are still right, but slower to read.
 */
export function salesStore(
  db: Kysely<JournalTables>,
  { audit, commit = groupCommit(db), calendar = inUtc, log, recordSold }: StoreContext = {},
): SalesStore {
  /** Every till polls every few seconds; each step of a sale empties the cache in its commit. */
  const known = createReadCache<OpenItems>()
  const queries = saleQueries(db)
  const { writeEvents, writeNext } = saleWrites(db, queries, known, recordSold)
  const days = shopDays(calendar)
  const appendAuditEntry: AppendAuditEntry = audit?.appendIn ?? refuseLine
  const batches = batchRows(db)
  const check = createGuardCheck(db)

  /** Stores what `decide` returns for the line's batch. */
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
        // Checked first, because a rejected insert would use up a number, and people ask about missing ones.
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
        return { written: await writeNext(trx, sale, events), notify: line && (await appendAuditEntry(trx, line)) }
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

    batches: batchStore({ db, commit, check, appendAuditEntry }, batches),
  }
}

const Detail = v.pipe(v.string(), v.parseJson(), v.looseObject({}))
const StoredEvent = v.looseObject(v.pick(SaleEvent, ['at', 'kind', 'cashTendered']).entries)
const isEvent = (event: unknown): event is SaleEvent => v.is(StoredEvent, event)

const inUtc = () => ({ timeZone: 'UTC', dayStartHour: 0 })

function saleWrites(
  db: Kysely<JournalTables>,
  queries: SaleQueries,
  known: ReadCache<OpenItems>,
  recordSold: ShopContext['recordSold'],
) {
  const update = saleUpdates(db)

  async function writeEvents(trx: Trx, id: SaleId, events: readonly SaleEvent[]): Promise<void> {
    for (const { at, kind, ...detail } of events)
      await queries.insertEvent({ sale_id: id, at, kind, detail: JSON.stringify(detail) }, trx)
  }

  async function writeNext(trx: Trx, sale: SaleRecord, events: readonly SaleEvent[]): Promise<SaleRecord> {
    const next = { ...sale, version: sale.version + 1 }
    const [before] = (await queries.columns({ id: sale.id }, trx)).rows
    const readVisible = { id: sale.id, seenVersion: sale.version }
    if (before?.version !== sale.version) throw staleSale(readVisible)
    const columns = changingColumnsOf(next)
    await update(readVisible, changesOf(before, columns), trx)
    if (columns.sale_group === 'sold' && before.sale_group !== 'sold') await recordSold?.(trx, next)
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
        // Kind and time are listed even if the event is unreadable.
        return [{ at, kind }].filter(isEvent)
      })
    },

    eventCount: async (id) => Number((await queries.eventCount({ id })).rows[0]?.count ?? 0),

    unfinished: async () => readOldestFirst((await queries.unfinished({})).rows, name),

    restorable: async (openedSince) => {
      const found = [
        await queries.unfinished({}),
        await queries.openItems({}),
        await queries.allUndelivered({}),
        await queries.abandonedSince({ openedSince }),
      ].flatMap(({ rows }) => rows)
      const byNumber = new Map(found.map((row) => [row.number, row]))
      return readOldestFirst([...byNumber.values()], name)
    },

    openItems: async () => [...(await cachedOpenItems()).sales],

    unreadableSales: async () => (await cachedOpenItems()).unreadable,

    countUndelivered: async () => (await cachedOpenItems()).undelivered,
  }
}

/** SQLite rewrites each index with a column that is set, even to the same value. */
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

/** Checked before anything about other sales is revealed. */
function refuseForeignBatch(sale: SaleRecord, [first]: readonly SaleRecord[]): void {
  if (first && batchOwnerOf(first) !== batchOwnerOf(sale)) throw new ForeignBatch('the quantity is another cashier’s')
}

/** Ids of one batch are consecutive, so a person can work out the next. A sale that took it would block its line. */
function refuseMintedId({ batch }: SaleRecord, holder: string | undefined): void {
  if (holder !== undefined && holder !== batch?.id) throw new ForeignBatch('the id was minted for a line of a quantity')
}

/** Only the server opens lines of a batch that it sells. */
function refuseOwnLine(): never {
  throw new ForeignBatch('the proxy opens the lines of this quantity')
}

function refuseTakenLine(sale: SaleRecord, lines: readonly SaleRecord[]): void {
  const holder = lines.find((other) => holdsSameLine(sale, other))
  if (holder) throw new BatchLineTaken(holder)
}
