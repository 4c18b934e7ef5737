import { sql, type Kysely } from 'kysely'

/** The period of a row in `limit_totals` (ms). Days of every time zone begin at a multiple of it. */
export const LIMIT_QUARTER_MS = 15 * 60_000

/**
 * Creates counts and exact sums of complete sales, maintained by triggers: any write of a sale moves it from one total to another in the same
 * commit. The few open sales are counted directly.
 */
export async function createSaleTotals(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE sale_days (
    from_at INTEGER PRIMARY KEY,
    to_at INTEGER NOT NULL,
    first_number INTEGER,
    last_number INTEGER
  )`.execute(db)
  await sql`CREATE TABLE sale_totals (
    day INTEGER NOT NULL,
    service_id TEXT NOT NULL,
    cashier_id TEXT NOT NULL,
    sale_group TEXT NOT NULL,
    is_paid INTEGER NOT NULL,
    currency TEXT NOT NULL,
    count INTEGER NOT NULL CHECK (count >= 0),
    whole INTEGER NOT NULL CHECK (typeof(whole) = 'integer'),
    millionths INTEGER NOT NULL,
    newest INTEGER NOT NULL,
    cashier_name TEXT NOT NULL,
    service_name TEXT NOT NULL,
    PRIMARY KEY (day, service_id, cashier_id, sale_group, is_paid, currency)
  ) WITHOUT ROWID`.execute(db)
  await sql`CREATE TABLE state_totals (state TEXT PRIMARY KEY, count INTEGER NOT NULL CHECK (count >= 0)) WITHOUT ROWID`.execute(
    db,
  )
  await sql`CREATE TRIGGER sales_inserted AFTER INSERT ON sales BEGIN
    UPDATE sale_days SET first_number = min(coalesce(first_number, NEW.number), NEW.number),
      last_number = max(coalesce(last_number, NEW.number), NEW.number) WHERE from_at = ${dayOf('NEW')};
  END`.execute(db)
  await sql`CREATE TRIGGER sales_inserted_complete AFTER INSERT ON sales WHEN NEW.is_open = 0 BEGIN
    ${countNew} END`.execute(db)
  const columns = ['is_open', 'state', 'sale_group', 'is_paid', 'cashier_id']
  const changed = sql.raw(columns.map((column) => `OLD.${column} IS NOT NEW.${column}`).join(' OR '))
  await sql`CREATE TRIGGER sales_uncounted AFTER UPDATE OF ${sql.raw(columns.join(', '))} ON sales
    WHEN OLD.is_open = 0 AND (${changed}) BEGIN ${uncountOld} END`.execute(db)
  await sql`CREATE TRIGGER sales_counted AFTER UPDATE OF ${sql.raw(columns.join(', '))} ON sales
    WHEN NEW.is_open = 0 AND (${changed}) BEGIN ${countNew} END`.execute(db)
}

/** The start of the day of a sale; null if it has none, and then no total includes it. */
const dayOf = (row: 'OLD' | 'NEW') =>
  sql`(SELECT from_at FROM (SELECT from_at, to_at FROM sale_days WHERE from_at <= ${sql.raw(row)}.opened_at
    ORDER BY from_at DESC LIMIT 1) WHERE to_at > ${sql.raw(row)}.opened_at)`

const ofService = (row: 'OLD' | 'NEW', service: 'each' | 'all') =>
  service === 'all' ? sql`''` : sql`${sql.raw(row)}.service_id`

const countIn = (service: 'each' | 'all') => sql`
  INSERT INTO sale_totals VALUES (${dayOf('NEW')}, ${ofService('NEW', service)}, NEW.cashier_id, NEW.sale_group, NEW.is_paid,
    NEW.currency, 1, NEW.pays_whole, NEW.pays_millionths, NEW.number, NEW.cashier_name, NEW.service_name)
  ON CONFLICT DO UPDATE SET count = count + 1, whole = whole + excluded.whole, millionths = millionths + excluded.millionths,
    cashier_name = CASE WHEN excluded.newest > newest THEN excluded.cashier_name ELSE cashier_name END,
    service_name = CASE WHEN excluded.newest > newest THEN excluded.service_name ELSE service_name END,
    newest = max(newest, excluded.newest);`

const uncountIn = (service: 'each' | 'all') => sql`
  UPDATE sale_totals SET count = count - 1, whole = whole - OLD.pays_whole, millionths = millionths - OLD.pays_millionths
  WHERE day = ${dayOf('OLD')} AND service_id = ${ofService('OLD', service)} AND cashier_id = OLD.cashier_id
    AND sale_group = OLD.sale_group AND is_paid = OLD.is_paid AND currency = OLD.currency;`

const countNew = sql`${countIn('each')} ${countIn('all')}
  INSERT INTO state_totals VALUES (NEW.state, 1) ON CONFLICT DO UPDATE SET count = count + 1;`
const uncountOld = sql`${uncountIn('each')} ${uncountIn('all')}
  UPDATE state_totals SET count = count - 1 WHERE state = OLD.state;`

/** Creates the use of each person's limits, maintained by triggers like the other totals. */
export async function createLimitTotals(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE limit_totals (
    from_at INTEGER NOT NULL CHECK (typeof(from_at) = 'integer'),
    owner TEXT NOT NULL,
    currency TEXT NOT NULL,
    count INTEGER NOT NULL CHECK (count >= 0),
    whole INTEGER NOT NULL CHECK (typeof(whole) = 'integer'),
    millionths INTEGER NOT NULL,
    PRIMARY KEY (from_at, owner, currency)
  ) WITHOUT ROWID`.execute(db)
  const isCounted = (row: 'OLD' | 'NEW') =>
    sql.raw(`${row}.limit_owner IS NOT NULL AND ${row}.confirmed_at IS NOT NULL`)
  const isChanged = sql.raw('(OLD.limit_owner IS NOT NEW.limit_owner OR OLD.confirmed_at IS NOT NEW.confirmed_at)')
  await sql`CREATE TRIGGER sales_limit_inserted AFTER INSERT ON sales WHEN ${isCounted('NEW')} BEGIN ${addToLimits} END`.execute(
    db,
  )
  await sql`CREATE TRIGGER sales_limit_released AFTER UPDATE OF limit_owner, confirmed_at ON sales
    WHEN ${isCounted('OLD')} AND ${isChanged} BEGIN ${takeFromLimits} END`.execute(db)
  await sql`CREATE TRIGGER sales_limit_used AFTER UPDATE OF limit_owner, confirmed_at ON sales
    WHEN ${isCounted('NEW')} AND ${isChanged} BEGIN ${addToLimits} END`.execute(db)
}

const quarterOf = (row: 'OLD' | 'NEW') =>
  sql.raw(`CAST(${row}.confirmed_at / ${LIMIT_QUARTER_MS} AS INTEGER) * ${LIMIT_QUARTER_MS}`)
const addToLimits = sql`
  INSERT INTO limit_totals VALUES (${quarterOf('NEW')}, NEW.limit_owner, NEW.currency, 1, NEW.pays_whole, NEW.pays_millionths)
  ON CONFLICT DO UPDATE SET count = count + 1, whole = whole + excluded.whole, millionths = millionths + excluded.millionths;`
const takeFromLimits = sql`
  UPDATE limit_totals SET count = count - 1, whole = whole - OLD.pays_whole, millionths = millionths - OLD.pays_millionths
  WHERE from_at = ${quarterOf('OLD')} AND owner = OLD.limit_owner AND currency = OLD.currency;`
