import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'

import {
  CLOCK_SKEW_MS,
  limitAccountKey,
  useOf,
  type CountingKind,
  type LimitWindows,
  type LimitUse,
  type LimitUsage,
} from '#domain/sales-limits.ts'
import type { DecimalText } from '#domain/money.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { sumOfPays } from '../database/schema/sale-row.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import { LIMIT_QUARTER_MS } from '../database/schema/totals-schema.ts'

type Db = Kysely<JournalTables> | Transaction<JournalTables>

/** Confirmed in [from, until), epoch ms, without the sales of these numbers. */
type Span = { from: number; until: number; skipped: readonly number[] }

/**
 * What counts in these windows already, as of the `confirmedAt` of `sale`, beside the sales numbered `except`: those that are approved now, and
 * so the sale itself. Approved lines of quantities that were not confirmed yet count in every window, since they may be confirmed at any moment.
 */
export async function usageWithout(
  db: Db,
  sale: SaleRecord,
  windows: LimitWindows,
  except: readonly number[] = [sale.number],
): Promise<LimitUsage> {
  return usageIn(db, windows, { account: limitAccountKey(sale), at: sale.confirmedAt, except })
}

export const usageAt = (db: Db, windows: LimitWindows, now: number): Promise<LimitUsage> =>
  usageIn(db, windows, { account: '', at: now, except: [] })

type Asked = { account: string; at: number | undefined; except: readonly number[] }

async function usageIn(db: Db, windows: LimitWindows, { account, at, except }: Asked): Promise<LimitUsage> {
  const reserved = await reservedUsage(db)
  // A sale that is being finished as a line of a quantity is reserved, and does not count a second time.
  const skipped = [...except, ...reserved.flatMap(({ number }) => number ?? [])]
  const usage: LimitUsage = {}
  for (const [kind, from] of Object.entries(windows) as [CountingKind, number][]) {
    const span = { from, until: (at ?? from) + CLOCK_SKEW_MS, skipped }
    usage[kind] = [
      ...(await readUses(db, sourcesOf(kind, span, account))),
      ...reserved.filter((line) => countsFor(kind, line, account)).map(({ use }) => use),
    ]
  }
  return usage
}

/** What counts against limits since `from` (epoch ms), by person and currency. */
export async function usageToday(db: Db, from: number, now: number): Promise<LimitUse[]> {
  const reserved = await reservedUsage(db)
  const skipped = reserved.flatMap(({ number }) => number ?? [])
  const confirmed = await readUses(db, totalsAndRows({ from, until: now + CLOCK_SKEW_MS, skipped }))
  return [...confirmed, ...reserved.map(({ use }) => use)]
}

type Reserved = { use: LimitUse; account: string; isVoucher: boolean; number: number | null }

/** Each line that limits are reserved for, with the number of its sale where it was opened already. */
async function reservedUsage(db: Db): Promise<Reserved[]> {
  const lines = await db
    .selectFrom('batch_lines')
    .innerJoin('batches', 'batches.id', 'batch_lines.batch_id')
    .leftJoin('sales', (join) =>
      join.onRef('sales.id', '=', 'batch_lines.sale_id').onRef('sales.batch_id', '=', 'batch_lines.batch_id'),
    )
    .select(['batches.cashier_id', 'batches.limit_amount', 'batches.limit_currency', 'sales.number'])
    .select(['batches.limit_voucher', 'batches.limit_account'])
    // SQLite takes the partial index only where the query states its condition with a literal.
    .where('batch_lines.is_reserved', '=', sql.lit(1))
    .execute()
  return lines.map((line) => ({
    use: useOf(line.cashier_id, { amount: line.limit_amount as DecimalText, currency: line.limit_currency }),
    account: line.limit_account,
    isVoucher: line.limit_voucher === 1,
    number: line.number,
  }))
}

function countsFor(kind: CountingKind, line: Reserved, account: string): boolean {
  if (kind === 'perNumber') return line.account === account
  return kind !== 'vouchersPerMinute' || line.isVoucher
}

function sourcesOf(kind: CountingKind, span: Span, account: string): RawBuilder<unknown>[] {
  if (kind === 'perNumber') return [rowsIn(span, sql`AND account = ${account} AND account != ''`)]
  if (kind === 'vouchersPerMinute') return [rowsIn(span, sql`AND is_voucher = 1`)]
  return totalsAndRows(span)
}

/** The totals of each whole quarter of an hour, less the skipped sales that are in them; and row by row what lies before and after these. */
function totalsAndRows(span: Span): RawBuilder<unknown>[] {
  const from = Math.ceil(span.from / LIMIT_QUARTER_MS) * LIMIT_QUARTER_MS
  const until = Math.floor(span.until / LIMIT_QUARTER_MS) * LIMIT_QUARTER_MS
  if (from >= until) return [rowsIn(span)]
  const totals = sql`SELECT owner, currency, count, whole, millionths FROM limit_totals
    WHERE from_at >= ${from} AND from_at < ${until} AND count > 0`
  const less = sql`SELECT limit_owner, currency, -1, -pays_whole, -pays_millionths FROM sales
    WHERE number IN (${sql.join(span.skipped)}) AND limit_owner IS NOT NULL AND confirmed_at >= ${from} AND confirmed_at < ${until}`
  return [
    totals,
    ...(span.skipped.length === 0 ? [] : [less]),
    ...(span.from < from ? [rowsIn({ ...span, until: from })] : []),
    ...(until < span.until ? [rowsIn({ ...span, from: until })] : []),
  ]
}

const rowsIn = ({ from, until, skipped }: Span, condition: RawBuilder<unknown> = sql``): RawBuilder<unknown> => sql`
  SELECT limit_owner AS owner, currency, 1 AS count, pays_whole AS whole, pays_millionths AS millionths FROM sales
  WHERE limit_owner IS NOT NULL AND confirmed_at >= ${from} AND confirmed_at < ${until} ${condition}
    ${skipped.length === 0 ? sql`` : sql`AND number NOT IN (${sql.join(skipped)})`}`

type UsageRow = { owner: string; currency: string; count: number; whole: string; millionths: string }

/** One use for each person and currency. Sums are read as text: they may be longer than a number of JavaScript is exact. */
async function readUses(db: Db, sources: readonly RawBuilder<unknown>[]): Promise<LimitUse[]> {
  const { rows } = await sql<UsageRow>`
    SELECT owner, currency, sum(count) AS count, CAST(sum(whole) AS TEXT) AS whole, CAST(sum(millionths) AS TEXT) AS millionths
    FROM (${sql.join(sources, sql` UNION ALL `)}) AS uses GROUP BY owner, currency HAVING sum(count) > 0`.execute(db)
  return rows.map(({ owner, currency, count, whole, millionths }) => ({
    by: owner,
    count: Number(count),
    sum: sumOfPays(whole, millionths),
    currency,
  }))
}
