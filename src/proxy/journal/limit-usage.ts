import { sql, type Kysely, type Transaction } from 'kysely'

import {
  CLOCK_SKEW_MS,
  limitAccountKey,
  limitOwner,
  type CountingKind,
  type LimitWindows,
  type LimitUse,
  type LimitUsage,
} from '#domain/sales-limits.ts'
import type { DecimalText } from '#domain/money.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { JournalTables } from './tables.ts'

type Db = Kysely<JournalTables> | Transaction<JournalTables>

/** What a sale uses of limits, as its row keeps it. */
export function limitColumnsOf(sale: SaleRecord) {
  const by = limitOwner(sale) ?? null
  return {
    limit_owner: by,
    limit_amount: by === null ? null : sale.pays.amount,
    limit_currency: by === null ? null : sale.pays.currency,
    limit_voucher: by === null ? null : Number(sale.kind === 'voucher'),
    limit_account: by === null ? null : limitAccountKey(sale),
  }
}

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
  const reserved = await reservedUsage(db)
  // A sale that is being finished as a line of a quantity is reserved, and counts no second time.
  const skipped = [...except, ...reserved.flatMap(({ number }) => number ?? [])]
  const since = (from: number) => usageSince(db, from, (sale.confirmedAt ?? from) + CLOCK_SKEW_MS, skipped)
  const confirmed = await confirmedUsage(since, sale, windows)
  const alsoReserved: Record<CountingKind, readonly LimitUse[]> = {
    perHour: reserved,
    perDay: reserved,
    perNumber: reserved.filter(({ account }) => account === limitAccountKey(sale)),
    vouchersPerMinute: reserved.filter(({ isVoucher }) => isVoucher),
  }
  return Object.fromEntries(
    Object.entries(confirmed).map(([kind, usage]) => [
      kind,
      [...usage, ...alsoReserved[kind as CountingKind].map(({ by, pays, times }) => ({ by, pays, times }))],
    ]),
  )
}

type Reserved = LimitUse & { account: string; isVoucher: boolean; number: number | null }

/** Each line that limits are reserved for, with the number of its sale where it was opened already. */
async function reservedUsage(db: Db): Promise<Reserved[]> {
  const rows = await db
    .selectFrom('batch_lines')
    .innerJoin('batches', 'batches.id', 'batch_lines.batch_id')
    .leftJoin('sales', 'sales.id', 'batch_lines.sale_id')
    .select(['batches.cashier_id', 'batches.limit_amount', 'batches.limit_currency', 'sales.number'])
    .select(['batches.limit_voucher', 'batches.limit_account'])
    // SQLite takes the partial index only where the query states its condition with a literal.
    .where('batch_lines.is_reserved', '=', sql.lit(1))
    .execute()
  return rows.map((row) => ({
    by: row.cashier_id,
    pays: { amount: row.limit_amount as DecimalText, currency: row.limit_currency },
    times: 1,
    account: row.limit_account,
    isVoucher: row.limit_voucher === 1,
    number: row.number,
  }))
}

async function confirmedUsage(
  since: (from: number) => ReturnType<typeof usageSince>,
  sale: SaleRecord,
  { perHour, perDay, perNumber, vouchersPerMinute }: LimitWindows,
): Promise<LimitUsage> {
  const usage: LimitUsage =
    perHour !== undefined && perDay !== undefined ? await usageInBoth(since, perHour, perDay) : {}
  if (!usage.perHour && perHour !== undefined) usage.perHour = (await since(perHour).execute()).map(readUsage)
  if (!usage.perDay && perDay !== undefined) usage.perDay = (await since(perDay).execute()).map(readUsage)
  if (perNumber !== undefined) {
    const toAccount = since(perNumber).where('limit_account', '=', limitAccountKey(sale))
    usage.perNumber = (await toAccount.execute()).map(readUsage)
  }
  if (vouchersPerMinute !== undefined) {
    usage.vouchersPerMinute = (await since(vouchersPerMinute).where('limit_voucher', '=', 1).execute()).map(readUsage)
  }
  return usage
}

/** The shorter of the two lies within the longer: one scan, as that of a day costs the most. Just after midnight the hour is the longer one. */
async function usageInBoth(
  since: (from: number) => ReturnType<typeof usageSince>,
  perHour: number,
  perDay: number,
): Promise<Required<Pick<LimitUsage, 'perHour' | 'perDay'>>> {
  const [from, later] = [Math.min(perHour, perDay), Math.max(perHour, perDay)]
  const counted = since(from).select(({ fn }) =>
    fn.countAll<number>().filterWhere('confirmed_at', '>=', later).as('late'),
  )
  const rows = await counted.execute()
  const longer = rows.map(readUsage)
  const shorter = rows.filter(({ late }) => Number(late) > 0).map((row) => readUsage({ ...row, times: row.late }))
  return perHour < perDay ? { perHour: longer, perDay: shorter } : { perHour: shorter, perDay: longer }
}

/** What counts against limits since `from` (epoch ms), by person and alike in what was paid. */
export async function usageToday(db: Db, from: number, now: number): Promise<LimitUse[]> {
  const reserved = await reservedUsage(db)
  const skipped = reserved.flatMap(({ number }) => number ?? [])
  const confirmed = await usageSince(db, from, now + CLOCK_SKEW_MS, skipped).execute()
  return [...confirmed.map(readUsage), ...reserved.map(({ by, pays, times }) => ({ by, pays, times }))]
}

function usageSince(db: Db, from: number, until: number, skipped: readonly number[]) {
  const counted = db
    .selectFrom('sales')
    .select(({ fn }) => ['limit_owner', 'limit_amount', 'limit_currency', fn.countAll<number>().as('times')])
    .where('limit_owner', 'is not', null)
    .where('confirmed_at', '>=', from)
    .where('confirmed_at', '<', until)
    .groupBy(['limit_owner', 'limit_amount', 'limit_currency'])
  return skipped.length === 0 ? counted : counted.where('number', 'not in', skipped)
}

type UsageRow = {
  limit_owner: string | null
  limit_amount: string | null
  limit_currency: string | null
  times: number
}

const readUsage = ({ limit_owner, limit_amount, limit_currency, times }: UsageRow): LimitUse => ({
  by: limit_owner ?? '',
  pays: { amount: (limit_amount ?? '') as DecimalText, currency: limit_currency ?? '' },
  times: Number(times),
})
