import { setImmediate as nextTurn, setTimeout as elapsed } from 'node:timers/promises'

import { sql, type Kysely } from 'kysely'

import {
  SOLD_BY,
  type ProductAggregate,
  type IntervalAggregate,
  type SellerAggregate,
  type SalesAggregate,
  type SoldBy,
} from '#domain/reports/reports.ts'
import { methodsOfKey, type PaymentKey } from '#domain/money/payment.ts'
import type { SaleGroup } from '#domain/sale/group.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { SaleKind } from '#domain/sale/sale.ts'
import type { Loss } from '#domain/sale/loss.ts'
import { countedSales, type Piece } from '../sales-list/counted-sales.ts'
import { RECORD_COLUMNS, recordsOf, sumOfPays } from '../database/schema/sale-row.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import { SALE_QUARTER_MS, startOf } from '../database/schema/totals-schema.ts'

type Range = { from: number; to: number }
type ChunkSales = {
  sales: SalesAggregate[]
  sold: { by: SoldBy; alike: SellerAggregate[] }[]
  products: ProductAggregate[]
  quarters: IntervalAggregate[]
}

/** Listed as unreadable, not left out. */
type UnreadableSale = { number: number; state: 'unreadable' }

export type ReportSales = {
  /** Oldest first. Each piece blocks the journal only briefly. */
  chunksOf: (range: Range) => Promise<Piece[]>
  /** Reads everything as of one time. */
  read: (piece: Piece) => Promise<ChunkSales>
  sales: (piece: Piece) => Promise<SalesAggregate[]>
  quarters: (range: Range) => Promise<IntervalAggregate[]>
  /** The newest losses. */
  losses: (range: Range, limit: number) => Promise<SaleRecord[]>
  /** Ordered by days and numbers, `size` numbers at a time. */
  batches: (range: Range, size: number) => AsyncGenerator<(SaleRecord | UnreadableSale)[]>
}

/** After each read, leaves the shared connection to sales for as long as the read took. */
async function pacedBesideSales<T>(read: () => Promise<T>): Promise<T> {
  const begunAt = performance.now()
  const result = await read()
  await elapsed(performance.now() - begunAt)
  return result
}

/** As text, because sums may exceed JavaScript's exact integers. */
const SUMS = sql`sum(count) AS count, CAST(sum(whole) AS TEXT) AS whole, CAST(sum(millionths) AS TEXT) AS millionths,
  CAST(sum(cost_whole) AS TEXT) AS cost_whole, CAST(sum(cost_millionths) AS TEXT) AS cost_millionths`

type SumsRow = {
  currency: string
  cost_currency: string
  count: number
  whole: string
  millionths: string
  cost_whole: string
  cost_millionths: string
}
type SaleRow = SumsRow & {
  sale_group: SaleGroup
  kind: SaleKind
  payment_method: PaymentKey
  split_whole: string
  split_millionths: string
  is_test: number
  is_refund_due: number
  loss: Loss | ''
}
function paymentOf(row: SaleRow): Pick<SalesAggregate, 'paymentMethod' | 'split'> {
  const [paymentMethod = '', second] = methodsOfKey(row.payment_method)
  const paid = sumOfPays(row.split_whole, row.split_millionths)
  return { paymentMethod, ...(second ? { split: { paymentMethod: second, paid } } : {}) }
}

type SoldRow = SumsRow & { id: string; name: string; newest: number }
type ProductRow = SumsRow & { service_id: string; service_name: string; brand: string; newest: number }

const alikeOf = (row: SumsRow) => ({
  count: Number(row.count),
  currency: row.currency,
  paid: sumOfPays(row.whole, row.millionths),
  costCurrency: row.cost_currency,
  cost: sumOfPays(row.cost_whole, row.cost_millionths),
})

const KEY_OF_SALES = sql.raw('sale_group, kind, payment_method, is_test, is_refund_due, loss, currency, cost_currency')
const COLUMNS_OF_SOLD = {
  cashier: ['cashier_id', 'cashier_name'],
  terminal: ['terminal_id', 'terminal_name'],
} as const satisfies Record<SoldBy, readonly [id: string, name: string]>

const IS_SOLD = sql`AND sale_group = 'sold'`

export function reportSales(db: Kysely<JournalTables>, { sharesConnection = false } = {}): ReportSales {
  const counted = countedSales(db)
  const paced = <T>(read: () => Promise<T>) => (sharesConnection ? pacedBesideSales(read) : read())

  async function readSales(on: Kysely<JournalTables>, piece: Piece): Promise<SalesAggregate[]> {
    const { rows } = await sql<SaleRow>`SELECT ${KEY_OF_SALES}, ${SUMS},
        CAST(sum(split_whole) AS TEXT) AS split_whole, CAST(sum(split_millionths) AS TEXT) AS split_millionths
      FROM ${counted.sourceOf(piece, 'sale_totals', sql``)} GROUP BY ${KEY_OF_SALES}`.execute(on)
    return rows.map((row) => ({
      ...alikeOf(row),
      group: row.sale_group,
      kind: row.kind,
      ...paymentOf(row),
      isTest: row.is_test === 1,
      isRefundDue: row.is_refund_due === 1,
      loss: row.loss,
    }))
  }

  async function readSold(on: Kysely<JournalTables>, piece: Piece, by: SoldBy): Promise<SellerAggregate[]> {
    const [id, name] = COLUMNS_OF_SOLD[by].map((column) => sql.ref(column))
    const { rows } = await sql<SoldRow>`
      SELECT ${id} AS id, ${name} AS name, currency, cost_currency, ${SUMS}, max(newest) AS newest
      FROM ${counted.sourceOf(piece, 'sale_totals', IS_SOLD)} GROUP BY ${id}, ${name}, currency, cost_currency`.execute(
      on,
    )
    return rows.map((row) => ({ ...alikeOf(row), of: { id: row.id, name: row.name }, newest: row.newest }))
  }

  // One row per service, currency and day is few enough for the report to add up.
  async function readProducts(on: Kysely<JournalTables>, piece: Piece): Promise<ProductAggregate[]> {
    const { rows } = await sql<ProductRow>`SELECT service_id, service_name, brand, currency, cost_currency, count,
        CAST(whole AS TEXT) AS whole, CAST(millionths AS TEXT) AS millionths, CAST(cost_whole AS TEXT) AS cost_whole,
        CAST(cost_millionths AS TEXT) AS cost_millionths, newest
      FROM ${counted.sourceOf(piece, 'service_totals', IS_SOLD)}`.execute(on)
    return rows.map((row) => ({
      ...alikeOf(row),
      service: { id: row.service_id, name: row.service_name },
      brand: row.brand,
      newest: row.newest,
    }))
  }

  return {
    ...singleSales(db, counted, paced),
    chunksOf: counted.chunksOf,

    // In one transaction, so a sale that completes meanwhile counts the same in all lists.
    read: (piece) =>
      paced(() =>
        db.transaction().execute(async (trx) => {
          const sales = await readSales(trx, piece)
          const sold: ChunkSales['sold'] = []
          for (const by of SOLD_BY) {
            await nextTurn()
            sold.push({ by, alike: await readSold(trx, piece, by) })
          }
          await nextTurn()
          const products = await readProducts(trx, piece)
          await nextTurn()
          return { sales, sold, products, quarters: await readIntervals(trx, piece) }
        }),
      ),

    sales: (piece) => paced(() => readSales(db, piece)),

    quarters: (range) => readIntervals(db, range),
  }
}

function singleSales(
  db: Kysely<JournalTables>,
  counted: ReturnType<typeof countedSales>,
  paced: <T>(read: () => Promise<T>) => Promise<T>,
): Pick<ReportSales, 'losses' | 'batches'> {
  return {
    losses: async ({ from, to }, limit) => {
      const rows = await db
        .selectFrom('sales')
        .select(RECORD_COLUMNS)
        // SQLite's partial index needs the literal condition.
        .where(sql<boolean>`loss != ''`)
        .where('opened_at', '>=', from)
        .where('opened_at', '<', to)
        .orderBy('opened_at', 'desc')
        .limit(limit)
        .execute()
      return recordsOf(rows)
    },

    batches: async function* ({ from, to }, size) {
      for (const { from_at: begins, to_at: ends, first_number: first, last_number: last } of await counted.daysIn({
        from,
        to,
      })) {
        if (first === null || last === null) continue
        // Reads in steps of numbers, because a wrong clock may have given a day numbers far apart.
        for (let next = first; next <= last; next += size) {
          const rows = await paced(() =>
            db
              .selectFrom('sales')
              .select(RECORD_COLUMNS)
              .where('number', '>=', next)
              .where('number', '<=', Math.min(last, next + size - 1))
              .where(sql<number>`+opened_at`, '>=', Math.max(from, begins))
              .where(sql<number>`+opened_at`, '<', Math.min(to, ends))
              .orderBy('number')
              .execute(),
          )
          if (rows.length > 0)
            yield rows.map((row) => recordsOf([row])[0] ?? { number: row.number, state: 'unreadable' })
        }
      }
    },
  }
}

// Days and their parts begin at a quarter of an hour in every time zone.
async function readIntervals(on: Kysely<JournalTables>, { from, to }: Range): Promise<IntervalAggregate[]> {
  const { rows } = await sql<SumsRow & { from_at: number }>`
      SELECT from_at, currency, cost_currency, count, CAST(whole AS TEXT) AS whole, CAST(millionths AS TEXT) AS millionths,
        CAST(cost_whole AS TEXT) AS cost_whole, CAST(cost_millionths AS TEXT) AS cost_millionths
      FROM interval_totals WHERE from_at >= ${from} AND from_at < ${to} AND sale_group = 'sold' AND count > 0
      UNION ALL
      SELECT ${sql.raw(startOf('opened_at', SALE_QUARTER_MS))}, currency, coalesce(cost_currency, ''), 1,
        CAST(pays_whole AS TEXT), CAST(pays_millionths AS TEXT), CAST(coalesce(cost_whole, 0) AS TEXT),
        CAST(coalesce(cost_millionths, 0) AS TEXT)
      FROM sales WHERE is_open = 1 AND opened_at >= ${from} AND opened_at < ${to} AND sale_group = 'sold'`.execute(on)
  return rows.map((row) => ({ ...alikeOf(row), at: row.from_at }))
}
