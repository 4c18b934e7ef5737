import type { Kysely, Transaction } from 'kysely'

import {
  CLOCK_SKEW_MS,
  limitAccountKey,
  limitOwner,
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

/** What counts in these windows already beside `sale` itself, as of its `confirmedAt`. */
export async function usageWithout(db: Db, sale: SaleRecord, windows: LimitWindows): Promise<LimitUsage> {
  const { perHour, perDay, perNumber, vouchersPerMinute } = windows
  const since = (from: number) =>
    usageSince(db, from, (sale.confirmedAt ?? from) + CLOCK_SKEW_MS).where('number', '!=', sale.number)
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
  return (await usageSince(db, from, now + CLOCK_SKEW_MS).execute()).map(readUsage)
}

const usageSince = (db: Db, from: number, until: number) =>
  db
    .selectFrom('sales')
    .select(({ fn }) => ['limit_owner', 'limit_amount', 'limit_currency', fn.countAll<number>().as('times')])
    .where('limit_owner', 'is not', null)
    .where('confirmed_at', '>=', from)
    .where('confirmed_at', '<', until)
    .groupBy(['limit_owner', 'limit_amount', 'limit_currency'])

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
