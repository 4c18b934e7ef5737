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
import type { DecimalText } from '#domain/money/money.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { sumOfPays } from '../database/schema/sale-row.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import { TOTALS_INTERVAL_MS } from '../database/schema/totals-schema.ts'

type Db = Kysely<JournalTables> | Transaction<JournalTables>

/** Sales confirmed in [from, until), epoch ms, without these numbers. */
type Span = { from: number; until: number; skipped: readonly number[] }

/**
 * Without the sales numbered `except`, which are being approved. `wanted` has the accounts. Approved batch lines that are not confirmed yet count in every
 * window, because they may be confirmed at any time.
 */
export async function usageWithout(
  db: Db,
  sale: SaleRecord,
  windows: LimitWindows,
  {
    except = [sale.number],
    wanted = [sale],
  }: { except?: readonly number[] | undefined; wanted?: readonly Pick<SaleRecord, 'account'>[] | undefined } = {},
): Promise<LimitUsage> {
  const accounts = [...new Set(wanted.map(limitAccountKey))].filter((account) => account !== '')
  return usageIn(db, windows, { accounts, at: sale.confirmedAt, except })
}

export const usageAt = (db: Db, windows: LimitWindows, now: number): Promise<LimitUsage> =>
  usageIn(db, windows, { accounts: [], at: now, except: [] })

type Asked = { accounts: readonly string[]; at: number | undefined; except: readonly number[] }

async function usageIn(db: Db, windows: LimitWindows, { accounts, at, except }: Asked): Promise<LimitUsage> {
  const reserved = await reservedUsage(db)
  // A reserved line's sale must not count twice.
  const skipped = [...except, ...reserved.flatMap(({ number }) => number ?? [])]
  const usage: LimitUsage = {}
  for (const [kind, from] of Object.entries(windows) as [CountingKind, number][]) {
    const span = { from, until: (at ?? from) + CLOCK_SKEW_MS, skipped }
    usage[kind] = [
      ...(await readUses(db, sourcesOf(kind, span, accounts))),
      ...reserved.filter((line) => countsFor(kind, line, accounts)).map((line) => useFor(kind, line)),
    ]
  }
  return usage
}

/** The usage since `from` (epoch ms), by person and currency. */
export async function usageToday(db: Db, from: number, now: number): Promise<LimitUse[]> {
  const reserved = await reservedUsage(db)
  const skipped = reserved.flatMap(({ number }) => number ?? [])
  const confirmed = await readUses(db, totalsAndRows({ from, until: now + CLOCK_SKEW_MS, skipped }))
  return [...confirmed, ...reserved.map(({ use }) => use)]
}

type Reserved = { use: LimitUse; account: string; isVoucher: boolean; number: number | null }

/** `number` is set once the line's sale is open. */
async function reservedUsage(db: Db): Promise<Reserved[]> {
  const lines = await db
    .selectFrom('batch_lines')
    .innerJoin('batches', 'batches.id', 'batch_lines.batch_id')
    .leftJoin('sales', (join) =>
      join.onRef('sales.id', '=', 'batch_lines.sale_id').onRef('sales.batch_id', '=', 'batch_lines.batch_id'),
    )
    .select(['batches.cashier_id', 'sales.number'])
    // A line of a quantity has no columns of its own.
    .select(({ fn }) => [
      fn.coalesce('batch_lines.limit_amount', 'batches.limit_amount').as('limit_amount'),
      fn.coalesce('batch_lines.limit_currency', 'batches.limit_currency').as('limit_currency'),
      fn.coalesce('batch_lines.limit_voucher', 'batches.limit_voucher').as('limit_voucher'),
      fn.coalesce('batch_lines.limit_account', 'batches.limit_account').as('limit_account'),
    ])
    // SQLite's partial index needs the literal condition.
    .where('batch_lines.is_reserved', '=', sql.lit(1))
    .execute()
  return lines.map((line) => ({
    use: useOf(line.cashier_id, { amount: line.limit_amount as DecimalText, currency: line.limit_currency }),
    account: line.limit_account,
    isVoucher: line.limit_voucher === 1,
    number: line.number,
  }))
}

function countsFor(kind: CountingKind, line: Reserved, accounts: readonly string[]): boolean {
  if (kind === 'perNumber') return accounts.includes(line.account)
  return kind !== 'vouchersPerMinute' || line.isVoucher
}

const useFor = (kind: CountingKind, { use, account }: Reserved): LimitUse =>
  kind === 'perNumber' ? { ...use, account } : use

function sourcesOf(kind: CountingKind, span: Span, accounts: readonly string[]): RawBuilder<unknown>[] {
  if (kind === 'perNumber' && accounts.length === 0) return []
  if (kind === 'perNumber')
    return [rowsIn(span, sql`AND account IN (${sql.join(accounts)}) AND account != ''`, sql`account`)]
  if (kind === 'vouchersPerMinute') return [rowsIn(span, sql`AND is_voucher = 1`)]
  return totalsAndRows(span)
}

/** Adds totals of whole quarters of an hour, minus skipped sales, and individual rows before and after these. */
function totalsAndRows(span: Span): RawBuilder<unknown>[] {
  const from = Math.ceil(span.from / TOTALS_INTERVAL_MS) * TOTALS_INTERVAL_MS
  const until = Math.floor(span.until / TOTALS_INTERVAL_MS) * TOTALS_INTERVAL_MS
  if (from >= until) return [rowsIn(span)]
  const totals = sql`SELECT owner, currency, '' AS account, count, whole, millionths FROM limit_totals
    WHERE from_at >= ${from} AND from_at < ${until} AND count > 0`
  const less = sql`SELECT limit_owner, currency, '', -1, -pays_whole, -pays_millionths FROM sales
    WHERE number IN (${sql.join(span.skipped)}) AND limit_owner IS NOT NULL AND confirmed_at >= ${from} AND confirmed_at < ${until}`
  return [
    totals,
    ...(span.skipped.length === 0 ? [] : [less]),
    ...(span.from < from ? [rowsIn({ ...span, until: from })] : []),
    ...(until < span.until ? [rowsIn({ ...span, from: until })] : []),
  ]
}

const rowsIn = (
  { from, until, skipped }: Span,
  condition: RawBuilder<unknown> = sql``,
  account: RawBuilder<unknown> = sql`''`,
): RawBuilder<unknown> => sql`
  SELECT limit_owner AS owner, currency, ${account} AS account, 1 AS count, pays_whole AS whole, pays_millionths AS millionths FROM sales
  WHERE limit_owner IS NOT NULL AND confirmed_at >= ${from} AND confirmed_at < ${until} ${condition}
    ${skipped.length === 0 ? sql`` : sql`AND number NOT IN (${sql.join(skipped)})`}`

type UsageRow = { owner: string; currency: string; account: string; count: number; whole: string; millionths: string }

/** Sums are text, because they may exceed JavaScript's exact integers. */
async function readUses(db: Db, sources: readonly RawBuilder<unknown>[]): Promise<LimitUse[]> {
  if (sources.length === 0) return []
  const { rows } = await sql<UsageRow>`
    SELECT owner, currency, account, sum(count) AS count, CAST(sum(whole) AS TEXT) AS whole, CAST(sum(millionths) AS TEXT) AS millionths
    FROM (${sql.join(sources, sql` UNION ALL `)}) AS uses GROUP BY owner, currency, account HAVING sum(count) > 0`.execute(
    db,
  )
  return rows.map(({ owner, currency, account, count, whole, millionths }) => ({
    by: owner,
    count: Number(count),
    sum: sumOfPays(whole, millionths),
    currency,
    ...(account === '' ? {} : { account }),
  }))
}
