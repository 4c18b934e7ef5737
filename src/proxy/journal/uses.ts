import type { Kysely, Transaction } from 'kysely'

import { COUNTS_AHEAD_MS, countedAccount, whoseLimits, type LimitWindows, type Use, type Uses } from '#domain/limits.ts'
import type { DecimalText } from '#domain/money.ts'
import type { SaleRecord } from '#domain/sale-record.ts'
import type { JournalTables } from './tables.ts'

type Db = Kysely<JournalTables> | Transaction<JournalTables>

/** What a sale uses of limits, as its row keeps it. */
export function limitColumnsOf(sale: SaleRecord) {
  const by = whoseLimits(sale) ?? null
  return {
    used_by: by,
    used_amount: by === null ? null : sale.pays.amount,
    used_currency: by === null ? null : sale.pays.currency,
    used_voucher: by === null ? null : Number(sale.kind === 'voucher'),
    used_account: by === null ? null : countedAccount(sale),
  }
}

/** What counts in these windows already beside `sale` itself, as of its `confirmedAt`. */
export async function usesBeside(db: Db, sale: SaleRecord, windows: LimitWindows): Promise<Uses> {
  const { perHour, perDay, perNumber, vouchersPerMinute } = windows
  const since = (from: number) =>
    usesSince(db, from, (sale.confirmedAt ?? from) + COUNTS_AHEAD_MS).where('number', '!=', sale.number)
  const uses: Uses = perHour !== undefined && perDay !== undefined ? await usesInBoth(since, perHour, perDay) : {}
  if (!uses.perHour && perHour !== undefined) uses.perHour = (await since(perHour).execute()).map(readUse)
  if (!uses.perDay && perDay !== undefined) uses.perDay = (await since(perDay).execute()).map(readUse)
  if (perNumber !== undefined) {
    const toAccount = since(perNumber).where('used_account', '=', countedAccount(sale))
    uses.perNumber = (await toAccount.execute()).map(readUse)
  }
  if (vouchersPerMinute !== undefined) {
    uses.vouchersPerMinute = (await since(vouchersPerMinute).where('used_voucher', '=', 1).execute()).map(readUse)
  }
  return uses
}

/** The shorter of the two lies within the longer: one scan, as that of a day costs the most. Just after midnight the hour is the longer one. */
async function usesInBoth(
  since: (from: number) => ReturnType<typeof usesSince>,
  perHour: number,
  perDay: number,
): Promise<Required<Pick<Uses, 'perHour' | 'perDay'>>> {
  const [from, later] = [Math.min(perHour, perDay), Math.max(perHour, perDay)]
  const counted = since(from).select(({ fn }) =>
    fn.countAll<number>().filterWhere('confirmed_at', '>=', later).as('late'),
  )
  const rows = await counted.execute()
  const longer = rows.map(readUse)
  const shorter = rows.filter(({ late }) => Number(late) > 0).map((row) => readUse({ ...row, times: row.late }))
  return perHour < perDay ? { perHour: longer, perDay: shorter } : { perHour: shorter, perDay: longer }
}

/** What counts against limits since `from` (epoch ms), by person and alike in what was paid. */
export async function usesToday(db: Db, from: number, now: number): Promise<Use[]> {
  return (await usesSince(db, from, now + COUNTS_AHEAD_MS).execute()).map(readUse)
}

const usesSince = (db: Db, from: number, until: number) =>
  db
    .selectFrom('sales')
    .select(({ fn }) => ['used_by', 'used_amount', 'used_currency', fn.countAll<number>().as('times')])
    .where('used_by', 'is not', null)
    .where('confirmed_at', '>=', from)
    .where('confirmed_at', '<', until)
    .groupBy(['used_by', 'used_amount', 'used_currency'])

type UseRow = { used_by: string | null; used_amount: string | null; used_currency: string | null; times: number }

const readUse = ({ used_by, used_amount, used_currency, times }: UseRow): Use => ({
  by: used_by ?? '',
  pays: { amount: (used_amount ?? '') as DecimalText, currency: used_currency ?? '' },
  times: Number(times),
})
