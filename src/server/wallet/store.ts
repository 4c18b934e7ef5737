import { sql, type Kysely, type Transaction } from 'kysely'

import type { CostFit } from '#domain/money/commission.ts'
import type { DecimalText, Money } from '#domain/money/money.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { SaleKind } from '#domain/sale/sale.ts'
import { isCostDifference, learnedFit, moneyOf, type CountedFits } from '#domain/wallet/wallet.ts'
import { refuseLine } from '../lib/failures.ts'
import { chargesNow, reconcileBalance, openCharges, sumOf, type SumRow } from './reconcile-balance.ts'
import { RECORD_COLUMNS, recordsOf } from '../database/schema/sale-row.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import type { ShopContext } from '../parts/shop-context.ts'
import { expectedDeposits, matchArrived } from './deposits.ts'
import { MAX_MOVEMENTS, readMovements } from './movements.ts'

/** A shift begins, the tills are quiet after sales, an hour has passed, or a supervisor opens the page. */
export type ReadingCause = 'shift' | 'sale' | 'hour' | 'page'

export type BalanceReading = { at: number; balance: Money }

/** Open sales that may have been charged, and their maximum. */
export type Held = { count: number; most: Money }

export type CostDifference = { sale: SaleRecord; fit: CostFit; learned?: CostFit }

type Db = Kysely<JournalTables>
type Trx = Transaction<JournalTables>

/** Readings, their results, and totals of sales' costs. */
export type WalletReadings = ReturnType<typeof walletReadings>
export type WalletStore = ReturnType<typeof walletStore>

const MAX_DIFFERENCES = 50

export function walletReadings(db: Db) {
  return {
    ...movementReads(db),
    latest: async (): Promise<BalanceReading | undefined> => {
      const row = await db.selectFrom('balance_readings').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
      return row && readingOf(row)
    },

    /** The last judged reading up to `readingId`, and whether one was judged after it. */
    judgedAround: async (readingId: number): Promise<{ before?: number; isSince: boolean }> => {
      const judged = () => db.selectFrom('balance_readings').select('at').where('is_reconciled', '=', 1)
      const before = await judged().where('id', '<=', readingId).orderBy('id', 'desc').limit(1).executeTakeFirst()
      const since = await judged().where('id', '>', readingId).limit(1).executeTakeFirst()
      return { ...(before && { before: before.at }), isSince: since !== undefined }
    },

    /** The last reading in each period of `periodMs` since `from`, and those next to a movement, oldest first. */
    readings: async (from: number, periodMs: number): Promise<BalanceReading[]> => {
      const { rows } = await sql<{ at: number; amount: string; currency: string }>`
        SELECT at, amount, currency FROM balance_readings WHERE id IN (
          SELECT max(id) FROM balance_readings WHERE at >= ${from} GROUP BY CAST(at / ${sql.lit(periodMs)} AS BIGINT)
        ) OR (at >= ${from} AND at IN (
          SELECT since_at FROM (SELECT since_at, at FROM wallet_movements ORDER BY id DESC LIMIT ${MAX_MOVEMENTS}) AS begun
          UNION SELECT at FROM (SELECT since_at, at FROM wallet_movements ORDER BY id DESC LIMIT ${MAX_MOVEMENTS}) AS ended
        )) ORDER BY at`.execute(db)
      return rows.map(readingOf)
    },

    held: async (currency: string): Promise<Held> => {
      const { count, most } = await openCharges(db, currency)
      return { count, most: moneyOf(most, currency) }
    },

    /** In millionths. */
    certainCost: async (currency: string): Promise<bigint> => (await chargesNow(db, currency)).certain,

    /** In each span (epoch ms, multiples of a quarter of an hour), in one currency. If a cost is unknown, what the customer paid counts. */
    costsIn: async (spans: readonly { from: number; to: number }[], currency: string): Promise<bigint[]> => {
      if (spans.length === 0) return []
      const rowsOf = ({ from, to }: { from: number; to: number }, index: number) =>
        sql`(${sql.lit(index)}, CAST(${from} AS BIGINT), CAST(${to} AS BIGINT))`
      const { rows } = await sql<SumRow>`
        WITH spans (place, from_at, to_at) AS (VALUES ${sql.join(spans.map(rowsOf))})
        SELECT CAST(coalesce(sum(q.whole), 0) AS TEXT) AS whole, CAST(coalesce(sum(q.millionths), 0) AS TEXT) AS millionths
        FROM spans LEFT JOIN cost_intervals AS q ON q.currency = ${currency}
          AND q.from_at >= spans.from_at AND q.from_at < spans.to_at
        GROUP BY spans.place ORDER BY spans.place`.execute(db)
      return rows.map(sumOf)
    },
  }
}

function movementReads(db: Db) {
  return {
    /** How the commission of each kind affects the cost, as far as sales have shown it. */
    learnedFits: async () => learnedByKind(await db.selectFrom('cost_fits').selectAll().execute()),

    /** Newest first; with `recoveryId` only those of that restore. */
    movements: (recoveryId?: number) => readMovements(db, recoveryId),

    /** Announced and not arrived, oldest first. */
    expectedDeposits: () => expectedDeposits(db),

    /** The newest sales whose cost differs from the promised commission, read as for most sales of their kind. */
    costDifferences: async (): Promise<CostDifference[]> => {
      const learned = learnedByKind(await db.selectFrom('cost_fits').selectAll().execute())
      const rows = await db
        .selectFrom('cost_differences')
        .innerJoin('sales', 'sales.number', 'cost_differences.number')
        .select(['sales.kind', 'sales.cost_fit', ...RECORD_COLUMNS.map((column) => `sales.${column}` as const)])
        .orderBy('cost_differences.number', 'desc')
        // Sales from the time of learning are filtered out below.
        .limit(4 * MAX_DIFFERENCES)
        .execute()
      return rows
        .map((row) => ({ row, fit: row.cost_fit as CostFit, learned: learned.get(row.kind as SaleKind) }))
        .filter(({ fit, learned }) => isCostDifference(fit, learned))
        .slice(0, MAX_DIFFERENCES)
        .flatMap(({ row, fit, learned }) =>
          recordsOf([row]).map((sale) => ({ sale, fit, ...(learned && { learned }) })),
        )
    },
  }
}

type StoreContext = Pick<ShopContext, 'db' | 'commit'> & Partial<Pick<ShopContext, 'audit'>>

export function walletStore({ db, commit, audit }: StoreContext) {
  const newestEvent = async (on: Db | Trx = db): Promise<number> => {
    const row = await on
      .selectFrom('sale_events')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirst()
    return row?.id ?? 0
  }

  return {
    ...walletReadings(db),

    /** Read before the balance and compared in `record`. */
    newestEvent: () => newestEvent(),

    /** Judged only if no sale moved while the balance was read, because it is unknown whether the balance includes that sale. */
    record: async (
      reading: BalanceReading,
      cause: ReadingCause,
      seenEvent: number,
    ): Promise<{ isReconciled: boolean }> => {
      const { isReconciled, announce } = await commit(async (trx) => {
        const isReconciled = (await newestEvent(trx)) === seenEvent
        const { at, balance } = reading
        const before = isReconciled ? await latestReconciled(trx) : undefined
        await trx
          .insertInto('balance_readings')
          .values({
            at,
            amount: balance.amount,
            currency: balance.currency,
            cause,
            is_reconciled: isReconciled ? 1 : 0,
          })
          .execute()
        if (!isReconciled) return { isReconciled, announce: [] }
        await reconcileBalance(trx, reading, before)
        return { isReconciled, announce: await matchArrived(trx, at, audit?.appendIn ?? refuseLine) }
      })
      for (const run of announce) run()
      return { isReconciled }
    },
  }
}

const readingOf = ({ at, amount, currency }: { at: number; amount: string; currency: string }): BalanceReading => ({
  at,
  balance: { amount: amount as DecimalText, currency },
})

const latestReconciled = (trx: Trx) =>
  trx
    .selectFrom('balance_readings')
    .select(['id', 'at'])
    .where('is_reconciled', '=', 1)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

function learnedByKind(
  rows: readonly { kind: string; fit: string; count: number }[],
): Map<SaleKind, CostFit | undefined> {
  const counted = new Map<SaleKind, CountedFits>()
  for (const { kind, fit, count } of rows) {
    const key = kind as SaleKind
    counted.set(key, { ...counted.get(key), [fit]: count })
  }
  return new Map([...counted].map(([kind, fits]) => [kind, learnedFit(fits)]))
}
