import { setImmediate as nextTurn } from 'node:timers/promises'

import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely'

import type { PaymentMethod } from '#domain/money/payment-method.ts'
import { keysWith } from '#domain/money/payment.ts'
import type { SaleKind } from '#domain/sale/sale.ts'
import type { SaleDaysColumns } from '../database/schema/sale-tables.ts'
import type { JournalTables } from '../database/schema/tables.ts'

/** Opened in [from, to). */
export type RangeFilter = {
  from: number
  to: number
  cashierId?: string
  serviceId?: string
  brand?: string
  terminalId?: string
  kind?: SaleKind
  paymentMethod?: PaymentMethod
}
type Range = Pick<RangeFilter, 'from' | 'to'>

/** The part of a day (ms) that one statement reads, so it blocks the event loop only briefly. */
const PART_MS = 2 * 60 * 60_000

const COLUMNS_OF = {
  cashierId: 'cashier_id',
  serviceId: 'service_id',
  brand: 'brand',
  terminalId: 'terminal_id',
  kind: 'kind',
} as const satisfies Partial<Record<keyof RangeFilter, string>>

/** Uses columns that sales and totals share. Each condition begins with AND. */
export function conditionsOf(filter: Omit<RangeFilter, 'from' | 'to'>): RawBuilder<unknown> {
  const names = (Object.keys(COLUMNS_OF) as (keyof typeof COLUMNS_OF)[]).filter((name) => filter[name] !== undefined)
  const conditions = names.map((name) => sql<SqlBool>`AND ${sql.ref(COLUMNS_OF[name])} = ${filter[name]}`)
  const { paymentMethod } = filter
  // A split sale is found under both of its methods.
  if (paymentMethod !== undefined)
    conditions.push(sql<SqlBool>`AND payment_method IN (${sql.join(keysWith(paymentMethod))})`)
  return sql.join(conditions, sql` `)
}

/** None has sales of one product at one till, which would have to be counted one by one. */
export function totalsFor(filter: Omit<RangeFilter, 'from' | 'to'>): CountedTable | undefined {
  const isOfProduct = (filter.serviceId ?? filter.brand) !== undefined
  const isOfTill = (filter.terminalId ?? filter.paymentMethod) !== undefined
  if (isOfProduct && isOfTill) return undefined
  return isOfProduct ? 'product_totals' : 'sale_totals'
}

export type CountedTable = 'sale_totals' | 'product_totals' | 'service_totals'

/** Totals, or individual sales with a count of 1. */
const SUMS = [
  'sale_group',
  'currency',
  'cost_currency',
  'count',
  'whole',
  'millionths',
  'cost_whole',
  'cost_millionths',
  'newest',
]
const SHARED = [...SUMS, 'cashier_id', 'kind', 'is_paid']
const COLUMNS: Record<CountedTable, string> = {
  sale_totals: [
    ...SHARED,
    'cashier_name',
    'terminal_id',
    'terminal_name',
    'payment_method',
    'split_whole',
    'split_millionths',
    'is_test',
    'is_refund_due',
    'loss',
  ].join(', '),
  product_totals: [...SHARED, 'service_id', 'service_name', 'brand'].join(', '),
  service_totals: [...SUMS, 'service_id', 'service_name', 'brand'].join(', '),
}
const OF_ONE: Record<string, string> = {
  count: '1 AS count',
  whole: 'pays_whole AS whole',
  millionths: 'pays_millionths AS millionths',
  cost_currency: "coalesce(cost_currency, '') AS cost_currency",
  cost_whole: 'coalesce(cost_whole, 0) AS cost_whole',
  cost_millionths: 'coalesce(cost_millionths, 0) AS cost_millionths',
  newest: 'number AS newest',
}
const columnsOfOne = (table: CountedTable) =>
  COLUMNS[table]
    .split(', ')
    .map((column) => OF_ONE[column] ?? column)
    .join(', ')

/** A whole day, read from totals, or a part of one. */
export type Piece = Range & { day?: number }

/** Reads totals for whole days, and individual sales for parts of days, which exist if the shop's calendar has changed. */
export function countedSales(db: Kysely<JournalTables>) {
  const daysIn = ({ from, to }: Range): Promise<SaleDaysColumns[]> =>
    db
      .selectFrom('sale_days')
      .selectAll()
      .where('from_at', '<', to)
      .where('to_at', '>', from)
      .orderBy('from_at')
      .execute()

  /** Oldest first. Each piece is read in one statement. */
  async function chunksOf(range: Range): Promise<Piece[]> {
    const pieces: Piece[] = []
    for (const day of await daysIn(range)) {
      if (day.from_at >= range.from && day.to_at <= range.to) {
        pieces.push({ from: day.from_at, to: day.to_at, day: day.from_at })
        continue
      }
      const to = Math.min(range.to, day.to_at)
      for (let from = Math.max(range.from, day.from_at); from < to; from += PART_MS)
        pieces.push({ from, to: Math.min(to, from + PART_MS) })
    }
    return pieces
  }

  /** Totals of complete sales, and individual open sales. */
  function sourceOf(piece: Piece, table: CountedTable, conditions: RawBuilder<unknown>): RawBuilder<unknown> {
    const { from, to, day } = piece
    const single = sql.raw(columnsOfOne(table))
    if (day === undefined)
      return sql`(SELECT ${single} FROM sales WHERE opened_at >= ${from} AND opened_at < ${to} ${conditions}) AS counted`
    return sql`(SELECT ${sql.raw(COLUMNS[table])} FROM ${sql.table(table)}
        WHERE day = ${day} AND count > 0 ${conditions}
      UNION ALL SELECT ${single} FROM sales WHERE is_open = 1 AND opened_at >= ${from} AND opened_at < ${to} ${conditions}) AS counted`
  }

  return {
    daysIn,
    chunksOf,
    sourceOf,
    /** Other work runs between the pieces. Equal rows may occur once per piece. */
    select: async <Row>(
      { from, to, ...filter }: RangeFilter,
      table: CountedTable,
      query: (counted: RawBuilder<unknown>) => RawBuilder<Row>,
    ): Promise<Row[]> => {
      const rows: Row[] = []
      const conditions = conditionsOf(filter)
      for (const [index, piece] of (await chunksOf({ from, to })).entries()) {
        if (index > 0) await nextTurn()
        for (const row of (await query(sourceOf(piece, table, conditions)).execute(db)).rows) rows.push(row)
      }
      return rows
    },
  }
}
