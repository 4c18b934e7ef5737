import { sql, type Generated, type Kysely } from 'kysely'

import { nextNumber } from './recovery-schema.ts'
import { createTrigger, keepRows, schemaDialect } from './schema-dialect.ts'

/**
 * A sale belongs to the shift that is open at its till in the commit that first approves it, and a refund to the shift where it is paid out. Triggers write
 * both into the row of the sale, so no clock decides. Create after the table of sales.
 */
export async function createShifts(db: Kysely<unknown>): Promise<void> {
  const [counted, countedOnce, given] = keysOf(db)
  await sql`CREATE TABLE shifts (
    id ${countedOnce},
    terminal_id TEXT NOT NULL,
    terminal_name TEXT NOT NULL,
    currency TEXT NOT NULL,
    start_amount TEXT NOT NULL,
    start_count TEXT NOT NULL,
    opened_at BIGINT NOT NULL,
    opened_by_id TEXT NOT NULL,
    opened_by_name TEXT NOT NULL,
    counted_at BIGINT,
    closed_at BIGINT
  )`.execute(db)
  await sql`CREATE UNIQUE INDEX shifts_open ON shifts (terminal_id) WHERE closed_at IS NULL`.execute(db)
  await sql`CREATE TABLE drawer_movements (
    number ${counted},
    id TEXT NOT NULL UNIQUE,
    shift_id BIGINT NOT NULL REFERENCES shifts (id),
    kind TEXT NOT NULL,
    at BIGINT NOT NULL,
    amount TEXT,
    reason TEXT NOT NULL,
    by_id TEXT NOT NULL,
    by_name TEXT NOT NULL
  )`.execute(db)
  await sql`CREATE INDEX movements_by_shift ON drawer_movements (shift_id, number)`.execute(db)
  await sql`CREATE TABLE shift_counts (
    number ${counted},
    shift_id BIGINT NOT NULL REFERENCES shifts (id),
    at BIGINT NOT NULL,
    amount TEXT NOT NULL,
    counted TEXT NOT NULL,
    by_id TEXT NOT NULL,
    by_name TEXT NOT NULL
  )`.execute(db)
  await sql`CREATE INDEX counts_by_shift ON shift_counts (shift_id, number)`.execute(db)
  await sql`CREATE TABLE z_reports (
    number ${given},
    shift_id BIGINT NOT NULL UNIQUE REFERENCES shifts (id),
    closed_at BIGINT NOT NULL,
    closed_by_id TEXT NOT NULL,
    report TEXT NOT NULL
  )`.execute(db)
  await sql`CREATE INDEX z_reports_by_person ON z_reports (closed_by_id, number)`.execute(db)
  await sql`CREATE TABLE z_notes (
    number ${counted},
    z_number BIGINT NOT NULL REFERENCES z_reports (number),
    at BIGINT NOT NULL,
    by_name TEXT NOT NULL,
    text TEXT NOT NULL
  )`.execute(db)
  await sql`CREATE INDEX z_notes_by_report ON z_notes (z_number, number)`.execute(db)
  await protectWhatWasWritten(db)
  await assignSales(db)
}

function keysOf(db: Kysely<unknown>) {
  const { counted, countedOnce, given } = schemaDialect(db)
  return [sql.raw(counted), sql.raw(countedOnce), sql.raw(given)]
}

async function protectWhatWasWritten(db: Kysely<unknown>): Promise<void> {
  const { refuse } = schemaDialect(db)
  for (const table of ['drawer_movements', 'shift_counts', 'z_reports', 'z_notes'])
    await keepRows(db, table, 'what a drawer held is only ever appended to')
  await createTrigger(db, {
    name: 'shifts_closed',
    on: 'shifts',
    event: 'BEFORE UPDATE',
    when: 'OLD.closed_at IS NOT NULL',
    body: refuse('a closed shift is not changed'),
  })
  await createTrigger(db, {
    name: 'shifts_no_delete',
    on: 'shifts',
    event: 'BEFORE DELETE',
    body: refuse('a shift is not deleted'),
  })
  await createTrigger(db, {
    name: 'z_reports_without_gaps',
    on: 'z_reports',
    event: 'BEFORE INSERT',
    body: refuse(
      'Z reports are numbered without gaps, but for one that was confirmed after a restore',
      `NEW.number IS DISTINCT FROM ${nextNumber('z_reports')}`,
    ),
  })
}

async function assignSales(db: Kysely<unknown>): Promise<void> {
  const openShiftAt = (till: string) => `(SELECT id FROM shifts WHERE terminal_id = ${till} AND closed_at IS NULL)`
  const [selling, paying] = [openShiftAt('NEW.terminal_id'), openShiftAt('NEW.refund_terminal_id')]
  await createTrigger(db, {
    name: 'sales_shift',
    on: 'sales',
    event: 'AFTER UPDATE OF approved_by',
    when: 'OLD.approved_by IS NULL AND NEW.approved_by IS NOT NULL',
    body: `UPDATE sales SET shift_id = ${selling} WHERE number = NEW.number AND ${selling} IS NOT NULL;`,
  })
  await createTrigger(db, {
    name: 'sales_refund_shift',
    on: 'sales',
    event: 'AFTER UPDATE OF refund_terminal_id',
    when: 'OLD.refund_terminal_id IS NULL',
    body: `UPDATE sales SET refund_shift_id = ${paying} WHERE number = NEW.number AND ${paying} IS NOT NULL;`,
  })
  await sql`CREATE INDEX sales_by_shift
    ON sales (shift_id, payment_state, payment_method, currency, is_open, confirmed_at, pays_whole, pays_millionths)
    WHERE shift_id IS NOT NULL`.execute(db)
  await sql`CREATE INDEX sales_by_refund_shift
    ON sales (refund_shift_id, shift_id, refund_by, currency, pays_whole, pays_millionths)
    WHERE refund_shift_id IS NOT NULL`.execute(db)
}

/** At most one shift per terminal is open. */
export type ShiftsColumns = {
  id: Generated<number>
  terminal_id: string
  terminal_name: string
  currency: string
  /** Cash at the start, and how it was counted (`CashCount` as JSON). */
  start_amount: string
  start_count: string
  opened_at: number
  opened_by_id: string
  opened_by_name: string
  /** Null while the till sells. */
  counted_at: number | null
  closed_at: number | null
}
