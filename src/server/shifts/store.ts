import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'

import { decimal, type DecimalText } from '#domain/money/money.ts'
import { keysWith, methodsOfKey, type PaymentKey } from '#domain/money/payment.ts'
import { approvalOf } from '#domain/sale/batch.ts'
import { CUSTOMER_PRESENT_MS } from '#domain/sale/sale.ts'
import { maySellLines } from '#domain/sale/steps/batch-step.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { DrawerMovement, MovementKind, PaymentSum, RefundSum, ShiftBooks } from '#domain/reports/shift.ts'
import { fixedQuery } from '../database/drivers/fixed-query.ts'
import { nextNumber } from '../database/schema/recovery-schema.ts'
import { RECORD_COLUMNS, recordsOf, sumOfPays } from '../database/schema/sale-row.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import { readUnfinishedBatches } from '../database/schema/unfinished-batches.ts'

type Db = Kysely<JournalTables> | Transaction<JournalTables>

export type ShiftRow = Selectable<JournalTables['shifts']>

/** `counting` from the count until the shift is closed or counted again. */
export type ShiftState = 'none' | 'open' | 'counting'

export const shiftStateOf = (row: Pick<ShiftRow, 'counted_at'> | undefined): ShiftState =>
  row === undefined ? 'none' : row.counted_at === null ? 'open' : 'counting'

export function readShiftState(db: Kysely<JournalTables>) {
  const open = fixedQuery(db, ({ terminalId }: { terminalId: string }) =>
    db
      .selectFrom('shifts')
      .select('counted_at')
      .where('terminal_id', '=', terminalId)
      // SQLite uses the partial index only if the query states its condition.
      .where('closed_at', 'is', null),
  )
  return async (terminalId: string, on?: Db): Promise<ShiftState> =>
    shiftStateOf((await open({ terminalId }, on)).rows[0])
}

export const findOpenShift = (db: Db, terminalId: string): Promise<ShiftRow | undefined> =>
  db
    .selectFrom('shifts')
    .selectAll()
    .where('terminal_id', '=', terminalId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()

export const findOpenShiftById = async (db: Db, id: string): Promise<ShiftRow | undefined> =>
  /^\d{1,15}$/.test(id)
    ? db.selectFrom('shifts').selectAll().where('id', '=', Number(id)).where('closed_at', 'is', null).executeTakeFirst()
    : undefined

/** Oldest first. */
export const listOpenShifts = (db: Db): Promise<ShiftRow[]> =>
  db.selectFrom('shifts').selectAll().where('closed_at', 'is', null).orderBy('id').execute()

/** Each sum reads one range of an index. */
export async function readBooks(db: Db, shift: ShiftRow): Promise<ShiftBooks> {
  return {
    currency: shift.currency,
    start: decimal(shift.start_amount),
    payments: await readPayments(db, shift.id),
    refunds: await readRefunds(db, shift.id),
    movements: await readMovements(db, shift),
  }
}

type SumRow = {
  method: PaymentKey
  currency: string
  count: number
  whole: string
  millionths: string
  split_whole: string
  split_millionths: string
}

function readSum(row: SumRow) {
  const [method, second] = methodsOfKey(row.method)
  return {
    ...(method ? { method } : {}),
    ...(second ? { split: { method: second, sum: sumOfPays(row.split_whole, row.split_millionths) } } : {}),
    currency: row.currency,
    count: row.count,
    sum: sumOfPays(row.whole, row.millionths),
  }
}

// As text, because sums may exceed JavaScript's exact integers.
const SUMS = sql.raw(`currency, count(*) AS count,
  CAST(sum(pays_whole) AS TEXT) AS whole, CAST(sum(pays_millionths) AS TEXT) AS millionths,
  CAST(sum(split_whole) AS TEXT) AS split_whole, CAST(sum(split_millionths) AS TEXT) AS split_millionths`)

async function readPayments(db: Db, shiftId: number): Promise<PaymentSum[]> {
  const { rows } = await sql<SumRow & { state: PaymentSum['state'] }>`
    SELECT payment_state AS state, payment_method AS method, ${SUMS} FROM sales
    WHERE shift_id = ${shiftId} AND payment_state != 'none' GROUP BY payment_state, payment_method, currency`.execute(
    db,
  )
  return rows.map((row) => ({ state: row.state, ...readSum(row) }))
}

/** 1 for a refund in the shift in which the sale was paid. */
const IS_OWN = sql.raw('CASE WHEN shift_id = refund_shift_id THEN 1 ELSE 0 END')

async function readRefunds(db: Db, shiftId: number): Promise<RefundSum[]> {
  const { rows } = await sql<SumRow & { is_own: number }>`
    SELECT ${IS_OWN} AS is_own, refund_by AS method, ${SUMS} FROM sales
    WHERE refund_shift_id = ${shiftId} GROUP BY ${IS_OWN}, refund_by, currency`.execute(db)
  return rows.map((row) => ({ isOwn: row.is_own !== 0, ...readSum(row) }))
}

export async function readMovements(db: Db, shift: Pick<ShiftRow, 'id' | 'currency'>): Promise<DrawerMovement[]> {
  const rows = await db
    .selectFrom('drawer_movements')
    .selectAll()
    .where('shift_id', '=', shift.id)
    .orderBy('number')
    .execute()
  return rows.map(({ id, kind, at, amount, reason, by_id, by_name }) => ({
    id,
    kind: kind as MovementKind,
    at,
    by: { id: by_id, name: by_name },
    ...(amount === null ? {} : { amount: { amount: amount as DecimalText, currency: shift.currency } }),
    reason,
  }))
}

export const readCounts = (db: Db, shiftId: number) =>
  db.selectFrom('shift_counts').selectAll().where('shift_id', '=', shiftId).orderBy('number').execute()

/** As many as a person reads below the expected cash. */
const LISTED_PAYMENTS = 20

/** Paid cash sales of a shift that are not final or have a refund due. */
export async function readOpenPayments(db: Db, { id, currency }: ShiftRow): Promise<SaleRecord[]> {
  const rows = await db
    .selectFrom('sales')
    .select(RECORD_COLUMNS)
    .where('shift_id', '=', id)
    .where('payment_state', '=', 'open')
    .where('payment_method', 'in', ['', ...keysWith('cash')])
    .where('currency', '=', currency)
    .orderBy('number')
    .limit(LISTED_PAYMENTS)
    .execute()
  return recordsOf(rows)
}

/**
 * Includes a batch approved at its till. While the customer is present, a sale that ends may mean that no money was taken. An unreadable sale sends nothing
 * more, so its result is unknown, whatever its state.
 */
export async function isSelling(db: Db, shift: ShiftRow, now: number): Promise<boolean> {
  const sales = await db
    .selectFrom('sales')
    .select([...RECORD_COLUMNS, 'confirmed_at'])
    .where('shift_id', '=', shift.id)
    .where('payment_state', '=', 'open')
    .where('is_open', '=', 1)
    .where((either) =>
      either.or([either('state', '=', 'confirming'), either('confirmed_at', '>', now - CUSTOMER_PRESENT_MS)]),
    )
    .execute()
  const isCustomerThere = sales.some(({ confirmed_at }) => (confirmed_at ?? 0) > now - CUSTOMER_PRESENT_MS)
  if (isCustomerThere || recordsOf(sales).length > 0) return true
  const { batches } = await readUnfinishedBatches(db)
  return batches.some((batch) => maySellLines(batch, now) && approvalOf(batch)?.terminal.id === shift.terminal_id)
}

export async function nextZNumber(db: Db): Promise<number> {
  const { rows } = await sql<{ next: number }>`SELECT ${sql.raw(nextNumber('z_reports'))} AS next`.execute(db)
  return Number(rows[0]?.next)
}

export const findZ = (db: Db, shiftId: number) =>
  db.selectFrom('z_reports').selectAll().where('shift_id', '=', shiftId).executeTakeFirst()

export async function readNotes(db: Db, number: number): Promise<{ at: number; by: string; text: string }[]> {
  const rows = await db.selectFrom('z_notes').selectAll().where('z_number', '=', number).orderBy('number').execute()
  return rows.map(({ at, by_name, text }) => ({ at, by: by_name, text }))
}

type ZFilter = { below?: number; limit: number; closedBy?: string; terminalId?: string; number?: number }

/** Newest first: of one terminal, closed by one person, or with one number. Reports are JSON. */
export async function listZ(
  db: Db,
  { below, limit, closedBy, terminalId, number }: ZFilter,
): Promise<{ number: number; report: string }[]> {
  let query = db.selectFrom('z_reports').select(['z_reports.number', 'z_reports.report'])
  if (number !== undefined) query = query.where('z_reports.number', '=', number)
  if (below !== undefined) query = query.where('z_reports.number', '<', below)
  if (closedBy !== undefined) query = query.where('z_reports.closed_by_id', '=', closedBy)
  if (terminalId !== undefined)
    query = query.innerJoin('shifts', 'shifts.id', 'z_reports.shift_id').where('shifts.terminal_id', '=', terminalId)
  return query.orderBy('z_reports.number', 'desc').limit(limit).execute()
}
