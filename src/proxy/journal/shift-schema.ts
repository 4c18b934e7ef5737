import { sql, type Generated, type Kysely } from 'kysely'

/**
 * Creates shifts, what was done with each drawer, and Z reports. A sale belongs to the shift that is open at its till in the commit that first
 * approves it, and a refund to the shift that is open where it is paid out, in the commit that records it. Triggers write both into the row of the
 * sale, so no clock decides. Call it after the table of sales is there.
 */
export async function createShifts(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE shifts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    terminal_id TEXT NOT NULL,
    terminal_name TEXT NOT NULL,
    currency TEXT NOT NULL,
    start_amount TEXT NOT NULL,
    start_count TEXT NOT NULL,
    opened_at INTEGER NOT NULL,
    opened_by_id TEXT NOT NULL,
    opened_by_name TEXT NOT NULL,
    counted_at INTEGER,
    closed_at INTEGER
  )`.execute(db)
  await sql`CREATE UNIQUE INDEX shifts_open ON shifts (terminal_id) WHERE closed_at IS NULL`.execute(db)
  await sql`CREATE TABLE drawer_movements (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    shift_id INTEGER NOT NULL REFERENCES shifts (id),
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    amount TEXT,
    reason TEXT NOT NULL,
    by_id TEXT NOT NULL,
    by_name TEXT NOT NULL
  )`.execute(db)
  await sql`CREATE INDEX movements_by_shift ON drawer_movements (shift_id, number)`.execute(db)
  await sql`CREATE TABLE shift_counts (
    number INTEGER PRIMARY KEY,
    shift_id INTEGER NOT NULL REFERENCES shifts (id),
    at INTEGER NOT NULL,
    amount TEXT NOT NULL,
    counted TEXT NOT NULL,
    by_id TEXT NOT NULL,
    by_name TEXT NOT NULL
  )`.execute(db)
  await sql`CREATE INDEX counts_by_shift ON shift_counts (shift_id, number)`.execute(db)
  await sql`CREATE TABLE z_reports (
    number INTEGER PRIMARY KEY,
    shift_id INTEGER NOT NULL UNIQUE REFERENCES shifts (id),
    closed_at INTEGER NOT NULL,
    closed_by_id TEXT NOT NULL,
    report TEXT NOT NULL
  )`.execute(db)
  await sql`CREATE INDEX z_reports_by_person ON z_reports (closed_by_id, number)`.execute(db)
  await sql`CREATE TABLE z_notes (
    number INTEGER PRIMARY KEY,
    z_number INTEGER NOT NULL REFERENCES z_reports (number),
    at INTEGER NOT NULL,
    by_name TEXT NOT NULL,
    text TEXT NOT NULL
  )`.execute(db)
  await sql`CREATE INDEX z_notes_by_report ON z_notes (z_number, number)`.execute(db)
  await protectWhatWasWritten(db)
  await assignSales(db)
}

async function protectWhatWasWritten(db: Kysely<unknown>): Promise<void> {
  for (const table of ['drawer_movements', 'shift_counts', 'z_reports', 'z_notes']) {
    for (const action of ['UPDATE', 'DELETE']) {
      await sql`CREATE TRIGGER ${sql.raw(`${table}_no_${action.toLowerCase()}`)} BEFORE ${sql.raw(action)} ON ${sql.raw(table)}
        BEGIN SELECT RAISE(ABORT, 'what a drawer held is only ever appended to'); END`.execute(db)
    }
  }
  await sql`CREATE TRIGGER shifts_closed BEFORE UPDATE ON shifts WHEN OLD.closed_at IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'a closed shift is not changed'); END`.execute(db)
  await sql`CREATE TRIGGER shifts_no_delete BEFORE DELETE ON shifts
    BEGIN SELECT RAISE(ABORT, 'a shift is not deleted'); END`.execute(db)
  await sql`CREATE TRIGGER z_reports_without_gaps BEFORE INSERT ON z_reports
    WHEN NEW.number IS NOT (SELECT coalesce(max(number), 0) + 1 FROM z_reports)
    BEGIN SELECT RAISE(ABORT, 'Z reports are numbered without gaps'); END`.execute(db)
}

async function assignSales(db: Kysely<unknown>): Promise<void> {
  const openShift = sql`(SELECT id FROM shifts WHERE terminal_id = NEW.terminal_id AND closed_at IS NULL)`
  await sql`CREATE TRIGGER sales_shift AFTER UPDATE OF approved_by ON sales
    WHEN OLD.approved_by IS NULL AND NEW.approved_by IS NOT NULL AND ${openShift} IS NOT NULL
    BEGIN UPDATE sales SET shift_id = ${openShift} WHERE number = NEW.number; END`.execute(db)
  const payingShift = sql`(SELECT id FROM shifts WHERE terminal_id = NEW.refund_terminal_id AND closed_at IS NULL)`
  await sql`CREATE TRIGGER sales_refund_shift AFTER UPDATE OF refund_terminal_id ON sales
    WHEN OLD.refund_terminal_id IS NULL AND ${payingShift} IS NOT NULL
    BEGIN UPDATE sales SET refund_shift_id = ${payingShift} WHERE number = NEW.number; END`.execute(db)
  await sql`CREATE INDEX sales_by_shift
    ON sales (shift_id, payment_state, paid_by, currency, is_open, confirmed_at, pays_whole, pays_millionths)
    WHERE shift_id IS NOT NULL`.execute(db)
  await sql`CREATE INDEX sales_by_refund_shift
    ON sales (refund_shift_id, shift_id, refund_by, currency, pays_whole, pays_millionths)
    WHERE refund_shift_id IS NOT NULL`.execute(db)
}

/** The time between two closings of the drawer of one terminal; at most one for each terminal is open. */
export type ShiftsColumns = {
  id: Generated<number>
  terminal_id: string
  terminal_name: string
  currency: string
  /** The cash at its start as decimal text, and how it was counted (`CashCount` as JSON). */
  start_amount: string
  start_count: string
  opened_at: number
  opened_by_id: string
  opened_by_name: string
  /** When the count was sent with which the shift is about to be closed; null while the till sells. */
  counted_at: number | null
  closed_at: number | null
}
