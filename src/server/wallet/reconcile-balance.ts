import { sql, type Kysely, type Transaction } from 'kysely'
import * as v from 'valibot'

import { formatDecimal, type Money } from '#domain/money/money.ts'
import {
  inMillionths,
  reconcileReading,
  moneyOf,
  proposedKind,
  type Charges,
  type FundsChange,
  type WalletState,
} from '#domain/wallet/wallet.ts'
import { findRecoverySince } from '../database/maintenance/recoveries.ts'
import { UnreadableRecord } from '../lib/failures.ts'
import type { JournalTables } from '../database/schema/tables.ts'

type Db = Kysely<JournalTables>
type Trx = Transaction<JournalTables>

/** After this time a sale that the wholesaler refunds is no longer recognized. */
const REFUND_WITHIN_MS = 30 * 24 * 60 * 60_000

export type SumRow = { whole: string; millionths: string }
export const sumOf = ({ whole, millionths }: SumRow): bigint => BigInt(whole) * 1_000_000n + BigInt(millionths)

/** Open sales that may have been charged. */
export async function openCharges(db: Db | Trx, currency: string): Promise<{ count: number; most: bigint }> {
  const { rows } = await sql<SumRow & { count: number }>`
    SELECT count(*) AS count,
      CAST(coalesce(sum(CASE WHEN cost_whole IS NULL THEN pays_whole ELSE cost_whole END), 0) AS TEXT) AS whole,
      CAST(coalesce(sum(CASE WHEN cost_whole IS NULL THEN pays_millionths ELSE cost_millionths END), 0) AS TEXT) AS millionths
    FROM sales WHERE is_open = 1 AND charge = 'open' AND coalesce(cost_currency, currency) = ${currency}`.execute(db)
  const [row] = rows
  return row ? { count: Number(row.count), most: sumOf(row) } : { count: 0, most: 0n }
}

export async function chargesNow(trx: Db | Trx, currency: string): Promise<Charges> {
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

/** Judges the reading in the commit that stores it, so the sales are as of the same time. */
export async function reconcileBalance(
  trx: Trx,
  { at, balance }: { at: number; balance: Money },
  before: { id: number; at: number } | undefined,
): Promise<void> {
  const { amount, currency } = balance
  const row = await trx.selectFrom('wallet_state').select(['record', 'recovery_id']).executeTakeFirst()
  const charges = await chargesNow(trx, currency)
  const judged = reconcileReading(row && parseState(row.record), { currency, balance: inMillionths(amount), charges })
  const record = JSON.stringify(judged.state, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  const recovery = before && (await findRecoverySince(trx, before.id))
  const recoveryId = recovery?.id ?? row?.recovery_id ?? null
  // While open sales leave the amount uncertain, money missing after a restore may show only in the next movement.
  const values = { record, recovery_id: charges.open > 0n && !judged.movement ? recoveryId : null }
  await trx
    .insertInto('wallet_state')
    .values({ id: 1, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
  if (judged.movement) {
    const sinceAt = before?.at ?? at
    const movement = await columnsOf(trx, judged.movement, { at, sinceAt, currency })
    await trx
      .insertInto('wallet_movements')
      .values({ ...movement, version: 1, at, since_at: sinceAt, recovery_id: recoveryId })
      .execute()
  } else if (judged.update) await updateLast(trx, judged.update, currency)
}

/** A later reading narrows the last movement. A supervisor's explanation stays. */
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
 * With exactly this cost. For money out: one that ended since the previous reading. For money in: one that was charged, or for which only the wallet shows
 * whether it was.
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
  const wasCharged = sql`(s.charge = 'unsure' OR s.state IN ('canceled', 'replaced', 'succeeded')
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

const whole = v.pipe(
  v.string(),
  v.regex(/^-?\d+$/),
  v.transform((digits) => BigInt(digits)),
)
const StoredState = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    currency: v.string(),
    funds: v.object({ least: whole, most: whole }),
    assumed: whole,
    settled: v.object({ unsureAdded: whole, unsureRemoved: whole }),
    before: v.exactOptional(whole),
  }),
)

/** Throws `UnreadableRecord`. */
function parseState(record: string): WalletState {
  const state = v.safeParse(StoredState, record)
  if (state.success) return state.output
  throw new UnreadableRecord('The state of the wallet')
}
