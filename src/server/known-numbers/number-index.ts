import { sql, type Kysely, type SqlBool, type Transaction } from 'kysely'

import type { AuditEntry } from '#domain/audit.ts'
import { endingsOf, isKnownSale, type NumberQuery } from '#domain/phone/known-number.ts'
import { monthsBefore } from '#domain/sale/retention.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { Commit } from '../database/drivers/group-commit.ts'
import type { Work } from '../database/maintenance/retention.ts'
import { RECORD_COLUMNS, recordsOf } from '../database/schema/sale-row.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import type { Clock } from '../lib/clock.ts'
import type { NumberDigests } from '../lib/number-digests.ts'

type Db = Kysely<JournalTables>
type Trx = Transaction<JournalTables>

type Deps = {
  db: Db
  commit: Commit
  clock: Pick<Clock, 'now'>
  digests: NumberDigests
  /** `Settings.numberIndexMonths`. Null: no index. */
  months: () => number | null
}

/** Rows per commit: a fraction of the time a sale may wait. */
const AT_ONCE = 25
const DELETED_AT_ONCE = 250
/** The newest sales that are read for one query. */
const READ = 60

export type NumberIndex = ReturnType<typeof createNumberIndex>

/** By digests. Everything else is read from the sale, so the index cannot contradict it. */
export function createNumberIndex(deps: Deps) {
  const { db, clock, digests, months } = deps

  const rowOf = ({ number, account = '', finalAt, openedAt }: SaleRecord) => {
    const { four, three } = endingsOf(account)
    return {
      number,
      sold_at: finalAt ?? openedAt,
      whole: digests('whole', account),
      last_four: digests('four', four),
      last_three: digests('three', three),
    }
  }

  async function insert(trx: Trx, sale: SaleRecord): Promise<void> {
    const { number, sold_at: soldAt, whole, last_four: four, last_three: three } = rowOf(sale)
    // Customers type at a kiosk, and may type anyone's number.
    await sql`INSERT INTO sold_numbers (number, sold_at, whole, last_four, last_three)
      SELECT CAST(${number} AS BIGINT), CAST(${soldAt} AS BIGINT), ${whole}, ${four}, ${three}
      WHERE NOT EXISTS (SELECT 1 FROM terminals WHERE id = ${tillOf(sale)} AND (is_kiosk = 1 OR is_self_order = 1))
      ON CONFLICT (number) DO NOTHING`.execute(trx)
  }

  return {
    /** Call in the commit in which the sale becomes sold. */
    record: async (trx: Trx, sale: SaleRecord): Promise<void> => {
      if (months() !== null && isKnownSale(sale)) await insert(trx, sale)
    },

    /** The newest sales to this number, or to numbers with this ending. */
    find: async (query: NumberQuery): Promise<SaleRecord[]> => {
      const kept = months()
      if (kept === null) return []
      const since = monthsBefore(clock.now(), kept)
      const [column, digest] = digestOf(query, digests)
      const numbers = db
        .selectFrom('sold_numbers')
        .select('number')
        .where(column, '=', digest)
        .where('sold_at', '>=', since)
        .orderBy('number', 'desc')
        .limit(READ)
      return readKnown(
        db,
        (await numbers.execute()).map(({ number }) => number),
        (sale) => matches(sale, query),
      )
    },

    /** A sale of the index. */
    findSale: async (id: string): Promise<SaleRecord | undefined> => {
      if (months() === null) return undefined
      const rows = await db
        .selectFrom('sales')
        .select(RECORD_COLUMNS)
        .where('id', '=', id)
        .where(sql<SqlBool>`EXISTS (SELECT 1 FROM sold_numbers WHERE sold_numbers.number = sales.number)`)
        .execute()
      return recordsOf(rows).find(isKnownSale)
    },

    /** Call in the commit that erases the number. */
    erase: async (trx: Trx, whole: string): Promise<void> => {
      await trx.deleteFrom('sold_numbers').where('whole', '=', digests('whole', whole)).execute()
    },

    upkeep: createUpkeep(deps, insert),
  }
}

const tillOf = ({ approval, terminal }: SaleRecord): string => (approval?.terminal ?? terminal).id

type Insert = (trx: Trx, sale: SaleRecord) => Promise<void>

function createUpkeep({ db, commit, clock, months }: Deps, insert: Insert) {
  async function remove(which: 'all' | { before: number }, { isStopped, pause }: Work): Promise<void> {
    for (;;) {
      const found = db.selectFrom('sold_numbers').select('number').limit(DELETED_AT_ONCE)
      const rows = await (which === 'all' ? found : found.where('sold_at', '<', which.before)).execute()
      if (rows.length === 0 || isStopped()) return
      const numbers = rows.map(({ number }) => number)
      await commit((trx) => trx.deleteFrom('sold_numbers').where('number', 'in', numbers).execute())
      await pause()
    }
  }

  /** Adds sales from before the index, newest first. Those of meanwhile are added in their own commits. */
  async function fill(kept: number, { isStopped, pause }: Work): Promise<void> {
    const before = monthsBefore(clock.now(), kept)
    const kioskUntil = await findEndsOfKiosks(db)
    const isWanted = (sale: SaleRecord) =>
      isKnownSale(sale) && (sale.finalAt ?? 0) >= before && sale.openedAt > (kioskUntil.get(tillOf(sale)) ?? 0)
    const state = await db.selectFrom('number_index').selectAll().executeTakeFirst()
    let from = state?.months === kept ? state.filled_from : Number.MAX_SAFE_INTEGER
    while (from > 0 && !isStopped() && months() === kept) {
      const below = from
      from = await commit(async (trx) => {
        const rows = await trx
          .selectFrom('sales')
          .select([...RECORD_COLUMNS, 'opened_at'])
          .where('number', '<', below)
          .orderBy('number', 'desc')
          .limit(AT_ONCE)
          .execute()
        for (const sale of recordsOf(rows)) if (isWanted(sale)) await insert(trx, sale)
        const last = rows.at(-1)
        const next = rows.length < AT_ONCE || !last || last.opened_at < before ? 0 : last.number
        const state = { months: kept, filled_from: next }
        await trx
          .insertInto('number_index')
          .values({ id: 1, ...state })
          .onConflict((row) => row.column('id').doUpdateSet(state))
          .execute()
        return next
      })
      await pause()
    }
  }

  /** Deletes what is too old, or everything if the index is off, and adds earlier sales once. */
  return async (work: Work): Promise<void> => {
    const kept = months()
    if (kept !== null) {
      await remove({ before: monthsBefore(clock.now(), kept) }, work)
      return fill(kept, work)
    }
    await remove('all', work)
    await commit((trx) => trx.deleteFrom('number_index').execute())
  }
}

/** When each till stopped being a kiosk or a self-order tablet. Its earlier sales may have been typed by customers. */
async function findEndsOfKiosks(db: Db): Promise<ReadonlyMap<string | undefined, number>> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['at', 'entry'])
    .where('kind', 'in', ['kiosk-disabled', 'self-order-disabled'])
    .orderBy('number')
    .execute()
  return new Map(rows.map(({ at, entry }) => [(JSON.parse(entry) as Pick<AuditEntry, 'about'>).about?.id, at]))
}

function digestOf(query: NumberQuery, digests: NumberDigests): ['whole' | 'last_four' | 'last_three', string] {
  if ('whole' in query) return ['whole', digests('whole', query.whole)]
  const { ending } = query
  return ending.length === 4 ? ['last_four', digests('four', ending)] : ['last_three', digests('three', ending)]
}

/** The digest led to the sale; its own number decides. */
const matches = ({ account = '' }: SaleRecord, query: NumberQuery): boolean =>
  'whole' in query ? account === query.whole : account.endsWith(query.ending)

async function readKnown(
  db: Db,
  numbers: readonly number[],
  isWanted: (sale: SaleRecord) => boolean,
): Promise<SaleRecord[]> {
  if (numbers.length === 0) return []
  const rows = await db
    .selectFrom('sales')
    .select(RECORD_COLUMNS)
    .where('number', 'in', numbers)
    .orderBy('number', 'desc')
    .execute()
  return recordsOf(rows).filter((sale) => isKnownSale(sale) && isWanted(sale))
}
