import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'

import type { CostFit } from '#domain/commission.ts'
import { formatDecimal, type DecimalText, type Money } from '#domain/money.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { SaleKind } from '#domain/sale/sale.ts'
import {
  inMillionths,
  isCostDifference,
  judgeReading,
  learnedFit,
  moneyOf,
  proposedKind,
  type Charges,
  type CountedFits,
  type FundsChange,
  type MovementKind,
  type WalletState,
} from '#domain/wallet.ts'
import type { Commit } from './group-commit.ts'
import { RECORD_COLUMNS, recordOf } from './sale-row.ts'
import type { JournalTables, WalletMovementsColumns } from './tables.ts'

/** Why a balance is read: a shift begins, the tills are quiet after sales, an hour is over, or a supervisor looks. */
export type ReadingCause = 'shift' | 'sale' | 'hour' | 'page'

export type BalanceReading = { at: number; balance: Money }

/** A change of the wallet that no sale explains. While `least` differs from `most`, open sales leave the amount open. */
export type Movement = {
  id: number
  version: number
  /** It happened between these two readings. */
  sinceAt: number
  at: number
  direction: FundsChange['direction']
  least: Money
  most: Money
  /** What it is taken for; after `explained` what a supervisor said it is. */
  kind: MovementKind
  /** A sale that was not sold and cost the same. */
  sale?: { id: SaleId; number: number }
  slip?: string
  note?: string
  explained?: { at: number; by: string }
}

/** The open sales that may have been charged: how many, and at most how much of this currency. */
export type Held = { count: number; most: Money }

export type CostDifference = { sale: SaleRecord; fit: CostFit; learned?: CostFit }

export type Explanation = {
  kind: MovementKind
  slip?: string | undefined
  note?: string | undefined
  by: string
  at: number
}

type Db = Kysely<JournalTables>
type Trx = Transaction<JournalTables>

/** The wallet in the journal: readings of the balance, what they show, and totals of what sales cost. */
export type WalletStore = ReturnType<typeof walletStore>

const MAX_MOVEMENTS = 50
const MAX_DIFFERENCES = 50
/** How long after its end a sale may still be refunded by the wholesaler and be recognized (ms). */
const REFUND_WITHIN_MS = 30 * 24 * 60 * 60_000

export function walletStore(db: Db, commit: Commit) {
  const newestEvent = async (on: Db | Trx = db): Promise<number> => {
    const row = await on
      .selectFrom('sale_events')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirst()
    return row?.id ?? 0
  }

  return {
    /** The number of the newest event of a sale: it is read before the balance is, and compared in `record`. */
    newestEvent: () => newestEvent(),

    latest: async (): Promise<BalanceReading | undefined> => {
      const row = await db.selectFrom('balance_readings').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
      return row && readingOf(row)
    },

    /**
     * Stores a reading. It is judged only if no sale moved while the balance was read, because otherwise nobody knows whether the balance includes
     * that sale.
     */
    record: (reading: BalanceReading, cause: ReadingCause, seenEvent: number): Promise<{ isJudged: boolean }> =>
      commit(async (trx) => {
        const isJudged = (await newestEvent(trx)) === seenEvent
        const { at, balance } = reading
        const before = isJudged ? await latestJudged(trx) : undefined
        await trx
          .insertInto('balance_readings')
          .values({ at, amount: balance.amount, currency: balance.currency, cause, is_judged: isJudged ? 1 : 0 })
          .execute()
        if (isJudged) await judge(trx, reading, before)
        return { isJudged }
      }),

    /** The last reading of each period of `periodMs` since `from`, and those beside a movement, oldest first. */
    readings: async (from: number, periodMs: number): Promise<BalanceReading[]> => {
      const { rows } = await sql<{ at: number; amount: string; currency: string }>`
        SELECT at, amount, currency FROM balance_readings WHERE id IN (
          SELECT max(id) FROM balance_readings WHERE at >= ${from} GROUP BY CAST(at / ${periodMs} AS INTEGER)
        ) OR (at >= ${from} AND at IN (
          SELECT since_at FROM (SELECT since_at, at FROM wallet_movements ORDER BY id DESC LIMIT ${MAX_MOVEMENTS})
          UNION SELECT at FROM (SELECT since_at, at FROM wallet_movements ORDER BY id DESC LIMIT ${MAX_MOVEMENTS})
        )) ORDER BY at`.execute(db)
      return rows.map(readingOf)
    },

    held: async (currency: string): Promise<Held> => {
      const { count, most } = await openCharges(db, currency)
      return { count, most: moneyOf(most, currency) }
    },

    /** What all sales were certainly charged in this currency (millionths). */
    certainCost: async (currency: string): Promise<bigint> => (await chargesNow(db, currency)).certain,

    /** Which way the commission counts for each kind of sale, as far as sales have shown it. */
    learnedFits: async () => learnedByKind(await db.selectFrom('cost_fits').selectAll().execute()),

    /** Newest first. */
    movements: async (): Promise<Movement[]> => {
      const rows = await db
        .selectFrom('wallet_movements')
        .leftJoin('sales', 'sales.id', 'wallet_movements.sale_id')
        .selectAll('wallet_movements')
        .select('sales.number as sale_number')
        .orderBy('wallet_movements.id', 'desc')
        .limit(MAX_MOVEMENTS)
        .execute()
      return rows.map(movementOf)
    },

    /**
     * What was sold cost between each pair of moments (epoch ms, multiples of a quarter of an hour), in one currency. Where a cost is not known, what
     * the customer paid counts.
     */
    costsIn: async (spans: readonly { from: number; to: number }[], currency: string): Promise<bigint[]> => {
      const list = JSON.stringify(spans.map(({ from, to }) => [from, to]))
      const { rows } = await sql<{ whole: string; millionths: string }>`
        SELECT CAST(coalesce(sum(q.whole), 0) AS TEXT) AS whole, CAST(coalesce(sum(q.millionths), 0) AS TEXT) AS millionths
        FROM json_each(${list}) AS span
        LEFT JOIN cost_quarters AS q ON q.currency = ${currency}
          AND q.from_at >= json_extract(span.value, '$[0]') AND q.from_at < json_extract(span.value, '$[1]')
        GROUP BY span.key ORDER BY span.key`.execute(db)
      return rows.map(sumOf)
    },

    /** The newest sales that cost something else than the commission promised, by the way it counts for most sales of their kind. */
    costDifferences: async (): Promise<CostDifference[]> => {
      const learned = learnedByKind(await db.selectFrom('cost_fits').selectAll().execute())
      const rows = await db
        .selectFrom('cost_differences')
        .innerJoin('sales', 'sales.number', 'cost_differences.number')
        .select(['sales.kind', 'sales.cost_fit', ...RECORD_COLUMNS.map((column) => `sales.${column}` as const)])
        .orderBy('cost_differences.number', 'desc')
        // Those of the time of learning are left out below.
        .limit(4 * MAX_DIFFERENCES)
        .execute()
      return rows
        .map((row) => ({ row, fit: row.cost_fit as CostFit, learned: learned.get(row.kind as SaleKind) }))
        .filter(({ fit, learned }) => isCostDifference(fit, learned))
        .slice(0, MAX_DIFFERENCES)
        .map(({ row, fit, learned }) => ({ sale: recordOf(row), fit, ...(learned && { learned }) }))
    },

    findMovement: async (id: number, on: Db | Trx = db): Promise<Movement | undefined> => {
      const row = await on
        .selectFrom('wallet_movements')
        .leftJoin('sales', 'sales.id', 'wallet_movements.sale_id')
        .selectAll('wallet_movements')
        .select('sales.number as sale_number')
        .where('wallet_movements.id', '=', id)
        .executeTakeFirst()
      return row && movementOf(row)
    },

    /** Writes what a supervisor said of a movement, as part of `trx`. */
    explainIn: async (
      trx: Trx,
      { id, version }: Movement,
      { kind, slip, note, by, at }: Explanation,
    ): Promise<void> => {
      await trx
        .updateTable('wallet_movements')
        .set({
          version: version + 1,
          kind,
          slip: slip ?? null,
          note: note ?? null,
          explained_at: at,
          explained_by: by,
        })
        .where('id', '=', id)
        .execute()
    },
  }
}

type SumRow = { whole: string; millionths: string }
const sumOf = ({ whole, millionths }: SumRow): bigint => BigInt(whole) * 1_000_000n + BigInt(millionths)

const readingOf = ({ at, amount, currency }: { at: number; amount: string; currency: string }): BalanceReading => ({
  at,
  balance: { amount: amount as DecimalText, currency },
})

const latestJudged = (trx: Trx) =>
  trx
    .selectFrom('balance_readings')
    .select('at')
    .where('is_judged', '=', 1)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Open sales that may have been charged, of which there are few. */
async function openCharges(db: Db | Trx, currency: string): Promise<{ count: number; most: bigint }> {
  const { rows } = await sql<SumRow & { count: number }>`
    SELECT count(*) AS count,
      CAST(coalesce(sum(CASE WHEN cost_whole IS NULL THEN pays_whole ELSE cost_whole END), 0) AS TEXT) AS whole,
      CAST(coalesce(sum(CASE WHEN cost_whole IS NULL THEN pays_millionths ELSE cost_millionths END), 0) AS TEXT) AS millionths
    FROM sales WHERE is_open = 1 AND charge = 'open' AND coalesce(cost_currency, currency) = ${currency}`.execute(db)
  const [row] = rows
  return row ? { count: Number(row.count), most: sumOf(row) } : { count: 0, most: 0n }
}

async function chargesNow(trx: Db | Trx, currency: string): Promise<Charges> {
  const { rows } = await sql<Record<'certain' | 'added' | 'removed', string> & Record<string, string>>`
    SELECT CAST(certain_whole AS TEXT) AS certain_whole, CAST(certain_millionths AS TEXT) AS certain_millionths,
      CAST(added_whole AS TEXT) AS added_whole, CAST(added_millionths AS TEXT) AS added_millionths,
      CAST(removed_whole AS TEXT) AS removed_whole, CAST(removed_millionths AS TEXT) AS removed_millionths
    FROM wallet_charges WHERE currency = ${currency}`.execute(trx)
  const [row] = rows
  const sum = (name: 'certain' | 'added' | 'removed') =>
    sumOf({ whole: row?.[`${name}_whole`] ?? '0', millionths: row?.[`${name}_millionths`] ?? '0' })
  const { most } = await openCharges(trx, currency)
  return { certain: sum('certain'), unsureAdded: sum('added'), unsureRemoved: sum('removed'), open: most }
}

/** Judges a reading in the commit that stores it, so that what the journal says of the sales is of the same moment. */
async function judge(trx: Trx, { at, balance }: BalanceReading, before: { at: number } | undefined): Promise<void> {
  const { amount, currency } = balance
  const row = await trx.selectFrom('wallet_state').select('record').executeTakeFirst()
  const charges = await chargesNow(trx, currency)
  const judged = judgeReading(row && parseState(row.record), { currency, balance: inMillionths(amount), charges })
  const record = JSON.stringify(judged.state, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  await trx
    .insertInto('wallet_state')
    .values({ id: 1, record })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ record }))
    .execute()
  if (judged.movement) {
    const sinceAt = before?.at ?? at
    const values = await columnsOf(trx, judged.movement, { at, sinceAt, currency })
    await trx
      .insertInto('wallet_movements')
      .values({ ...values, version: 1, at, since_at: sinceAt })
      .execute()
  } else if (judged.update) await updateLast(trx, judged.update, currency)
}

/** A later reading left less open of the last movement. What a supervisor said of it stays. */
async function updateLast(trx: Trx, change: FundsChange, currency: string): Promise<void> {
  const last = await trx.selectFrom('wallet_movements').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (!last) return
  const { kind, sale_id, ...amounts } = await columnsOf(trx, change, { at: last.at, sinceAt: last.since_at, currency })
  const proposal = last.explained_at === null ? { kind, sale_id } : {}
  await trx
    .updateTable('wallet_movements')
    .set({ ...amounts, ...proposal, version: last.version + 1 })
    .where('id', '=', last.id)
    .execute()
}

type At = { at: number; sinceAt: number; currency: string }

async function columnsOf(trx: Trx, { direction, least, most }: FundsChange, of: At) {
  const sale = least === most ? await findUnpaidSale(trx, direction, moneyOf(least, of.currency), of) : undefined
  return {
    direction,
    least: textOf(least),
    most: textOf(most),
    currency: of.currency,
    kind: proposedKind(direction, sale !== undefined) as string,
    sale_id: sale ?? null,
  }
}

const textOf = (millionths: bigint): string => formatDecimal({ units: millionths, scale: 6 })

/**
 * A sale that cost exactly this and was not sold. Money that left: one that ended since the reading before. Money that came back: one that was
 * seen to be charged, or of which only the wallet shows whether it was.
 */
async function findUnpaidSale(
  trx: Trx,
  direction: FundsChange['direction'],
  { amount, currency }: Money,
  { at, sinceAt }: At,
): Promise<string | undefined> {
  const all = inMillionths(amount)
  const [whole, millionths] = [Number(all / 1_000_000n), Number(all % 1_000_000n)]
  const since = direction === 'out' ? sinceAt : at - REFUND_WITHIN_MS
  const wasCharged = sql`(s.charge = 'unsure' OR s.state IN ('cancelled', 'replaced', 'succeeded')
    OR EXISTS (SELECT 1 FROM wallet_movements AS m WHERE m.sale_id = s.id AND m.direction = 'out'))`
  const { rows } = await sql<{ id: string }>`
    SELECT s.id FROM sales AS s
    WHERE s.is_open = 0 AND s.is_paid = 0 AND s.confirmed_at IS NOT NULL AND s.cost_whole IS NOT NULL
      AND s.cost_currency = ${currency} AND s.cost_whole = ${whole} AND s.cost_millionths = ${millionths} AND s.final_at >= ${since}
      AND ${direction === 'out' ? sql`true` : wasCharged}
      AND NOT EXISTS (SELECT 1 FROM wallet_movements AS m WHERE m.sale_id = s.id AND m.direction = ${direction})
    ORDER BY s.final_at DESC LIMIT 1`.execute(trx)
  return rows[0]?.id
}

function parseState(record: string): WalletState {
  const read = JSON.parse(record) as {
    currency: string
    funds: { least: string; most: string }
    assumed: string
    settled: { unsureAdded: string; unsureRemoved: string }
    before?: string
  }
  return {
    currency: read.currency,
    funds: { least: BigInt(read.funds.least), most: BigInt(read.funds.most) },
    assumed: BigInt(read.assumed),
    settled: { unsureAdded: BigInt(read.settled.unsureAdded), unsureRemoved: BigInt(read.settled.unsureRemoved) },
    ...(read.before === undefined ? {} : { before: BigInt(read.before) }),
  }
}

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

type MovementRow = Selectable<WalletMovementsColumns> & { sale_number: number | null }

const movementOf = (row: MovementRow): Movement => ({
  id: row.id,
  version: row.version,
  at: row.at,
  sinceAt: row.since_at,
  direction: row.direction as FundsChange['direction'],
  least: moneyOf(inMillionths(row.least as DecimalText), row.currency),
  most: moneyOf(inMillionths(row.most as DecimalText), row.currency),
  kind: row.kind as MovementKind,
  ...(row.sale_id !== null && row.sale_number !== null
    ? { sale: { id: row.sale_id as SaleId, number: row.sale_number } }
    : {}),
  ...(row.slip === null ? {} : { slip: row.slip }),
  ...(row.note === null ? {} : { note: row.note }),
  ...(row.explained_at === null || row.explained_by === null
    ? {}
    : { explained: { at: row.explained_at, by: row.explained_by } }),
})
