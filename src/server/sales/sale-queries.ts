import { sql, type Kysely, type SqlBool } from 'kysely'

import { NON_FINAL_STATES } from '#domain/sale/sale.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { fixedQuery } from '../database/drivers/fixed-query.ts'
import { nextNumber } from '../database/schema/recovery-schema.ts'
import {
  CHANGING_COLUMNS,
  RECORD_COLUMNS,
  splitRecords,
  type columnsOf,
  type StoredRow,
} from '../database/schema/sale-row.ts'
import type { JournalTables } from '../database/schema/tables.ts'

/** A customer with an older undelivered code has a slip. */
const LATE_CODES = 200

/** Every step of a sale and every poll of a till uses these. */
export function saleQueries(db: Kysely<JournalTables>) {
  const sales = () => db.selectFrom('sales').select(RECORD_COLUMNS)
  const items = () => sales().select(['id', 'state'])
  // SQLite's partial index needs the literal condition.
  const is = (column: 'is_open' | 'is_open_item' | 'is_undelivered', value: 0 | 1) =>
    sql<SqlBool>`${sql.ref(column)} = ${sql.lit(value)}`

  return {
    find: fixedQuery(db, ({ id }: { id: string }) => sales().where('id', '=', id)),
    columns: fixedQuery(db, ({ id }: { id: string }) =>
      db.selectFrom('sales').select(CHANGING_COLUMNS).where('id', '=', id),
    ),
    insert: fixedQuery(db, (row: ReturnType<typeof columnsOf>) =>
      // A database counter leaves gaps after a crash, and people ask about missing numbers.
      db
        .insertInto('sales')
        .values({ ...row, number: sql<number>`${sql.raw(nextNumber('sales'))}` })
        .returning('number'),
    ),
    // A day is shortened next to days of another time zone, because days must not overlap.
    insertDay: fixedQuery(db, ({ at, from, to }: { at: number; from: number; to: number }) => ({
      compile: () =>
        sql<never>`INSERT INTO sale_days (from_at, to_at)
          SELECT CASE WHEN ended > whole_from THEN ended ELSE whole_from END, CASE WHEN begins < whole_to THEN begins ELSE whole_to END
          FROM (SELECT CAST(${from} AS BIGINT) AS whole_from, CAST(${to} AS BIGINT) AS whole_to,
            (SELECT max(to_at) FROM sale_days WHERE from_at <= ${at}) AS ended,
            (SELECT min(from_at) FROM sale_days WHERE from_at > ${at}) AS begins) AS around
          WHERE NOT EXISTS (SELECT 1 FROM sale_days WHERE from_at <= ${at} AND to_at > ${at})`.compile(db),
    })),
    insertEvent: fixedQuery(db, (row: { sale_id: string; at: number; kind: string; detail: string }) =>
      db.insertInto('sale_events').values(row),
    ),
    /** Newest first. */
    events: fixedQuery(db, ({ id, newest }: { id: string; newest: number }) =>
      db.selectFrom('sale_events').selectAll().where('sale_id', '=', id).orderBy('id', 'desc').limit(newest),
    ),
    eventCount: fixedQuery(db, ({ id }: { id: string }) =>
      db
        .selectFrom('sale_events')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('sale_id', '=', id),
    ),
    saleWithTransaction: fixedQuery(db, ({ transactionId, exceptId }: { transactionId: string; exceptId: string }) =>
      db
        .selectFrom('sales')
        .select('id')
        .where('transaction_id', '=', transactionId)
        .where('id', '!=', exceptId)
        .limit(1),
    ),
    unfinished: fixedQuery(db, () =>
      items()
        .where(is('is_open', 1))
        .where((either) => either.or([either('state', 'in', NON_FINAL_STATES), either('next_at', 'is not', null)]))
        .unionAll(items().where(is('is_open', 0)).where('next_at', 'is not', null)),
    ),
    openItems: fixedQuery(db, () =>
      items()
        .where(is('is_open', 1))
        .where(is('is_open_item', 1))
        .unionAll(items().where(is('is_open', 0)).where(is('is_open_item', 1))),
    ),
    undelivered: fixedQuery(db, () =>
      items().where(is('is_undelivered', 1)).where('is_open_item', '=', 0).orderBy('number', 'desc').limit(LATE_CODES),
    ),
    allUndelivered: fixedQuery(db, () => items().where(is('is_undelivered', 1))),
    abandonedSince: fixedQuery(db, ({ openedSince }: { openedSince: number }) =>
      items().where('opened_at', '>=', openedSince).where('state', '=', sql.lit('abandoned')),
    ),
    countUndelivered: fixedQuery(db, () =>
      db
        .selectFrom('sales')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where(is('is_undelivered', 1)),
    ),
  }
}

/** With the newest undelivered codes, oldest first. `undelivered` counts all codes. */
export type SaleQueries = ReturnType<typeof saleQueries>
export type OpenItems = FoundSales & { undelivered: number }
/** Oldest first. */
export type FoundSales = { sales: SaleRecord[]; unreadable: readonly UnreadableSale[] }
/** Read from the columns beside an unreadable record. */
export type UnreadableSale = Pick<SaleRecord, 'id' | 'number' | 'state'>

export const readOpenItems = (db: Kysely<JournalTables>): Promise<OpenItems> => openItemsBy(saleQueries(db))

export async function openItemsBy(queries: SaleQueries, name?: (problem: string) => void): Promise<OpenItems> {
  const openItems = await queries.openItems({})
  const newest = await queries.undelivered({})
  const counted = await queries.countUndelivered({})
  return {
    ...readOldestFirst([...openItems.rows, ...newest.rows], name),
    undelivered: Number(counted.rows[0]?.count),
  }
}

type RowWithState = StoredRow & { id: string; state: string }

/** Sorted here, because for ORDER BY number SQLite would read the whole table. */
export function readOldestFirst(rows: readonly RowWithState[], name?: (problem: string) => void): FoundSales {
  const sorted = rows.toSorted((a, b) => a.number - b.number)
  const { sales, unreadable } = splitRecords(sorted, name)
  return { sales, unreadable: unreadable as object[] as UnreadableSale[] }
}
