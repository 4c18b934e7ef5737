import { sql, type Generated, type Kysely } from 'kysely'

/** The period of a row in `cost_quarters` (ms). Days of every time zone, whatever hour they begin at, begin at a multiple of it. */
export const COST_QUARTER_MS = 15 * 60_000

/**
 * Creates what the wallet shows and is checked with: readings, movements, and totals of what sales were charged, maintained by triggers in the
 * same commit as the sale, so that no reading ever scans the sales.
 */
export async function createWalletTables(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE balance_readings (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    amount TEXT NOT NULL,
    currency TEXT NOT NULL,
    cause TEXT NOT NULL DEFAULT 'page',
    is_judged INTEGER NOT NULL DEFAULT 0
  )`.execute(db)
  await sql`CREATE INDEX readings_by_time ON balance_readings (at)`.execute(db)
  await sql`CREATE TABLE wallet_state (id INTEGER PRIMARY KEY CHECK (id = 1), record TEXT NOT NULL)`.execute(db)
  await sql`CREATE TABLE wallet_movements (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    version INTEGER NOT NULL,
    at INTEGER NOT NULL,
    since_at INTEGER NOT NULL,
    direction TEXT NOT NULL,
    least TEXT NOT NULL,
    most TEXT NOT NULL,
    currency TEXT NOT NULL,
    kind TEXT NOT NULL,
    sale_id TEXT,
    slip TEXT,
    note TEXT,
    explained_at INTEGER,
    explained_by TEXT
  )`.execute(db)
  await sql`CREATE INDEX movements_by_sale ON wallet_movements (sale_id, direction) WHERE sale_id IS NOT NULL`.execute(
    db,
  )
  await sql`CREATE TABLE wallet_charges (
    currency TEXT PRIMARY KEY,
    certain_whole INTEGER NOT NULL DEFAULT 0,
    certain_millionths INTEGER NOT NULL DEFAULT 0,
    added_whole INTEGER NOT NULL DEFAULT 0,
    added_millionths INTEGER NOT NULL DEFAULT 0,
    removed_whole INTEGER NOT NULL DEFAULT 0,
    removed_millionths INTEGER NOT NULL DEFAULT 0
  ) WITHOUT ROWID`.execute(db)
  await sql`CREATE TABLE cost_quarters (
    from_at INTEGER NOT NULL CHECK (typeof(from_at) = 'integer'),
    currency TEXT NOT NULL,
    count INTEGER NOT NULL CHECK (count >= 0),
    whole INTEGER NOT NULL CHECK (typeof(whole) = 'integer'),
    millionths INTEGER NOT NULL,
    PRIMARY KEY (currency, from_at)
  ) WITHOUT ROWID`.execute(db)
  await sql`CREATE TABLE cost_fits (
    kind TEXT NOT NULL,
    fit TEXT NOT NULL,
    count INTEGER NOT NULL CHECK (count >= 0),
    PRIMARY KEY (kind, fit)
  ) WITHOUT ROWID`.execute(db)
  await sql`CREATE TABLE cost_differences (number INTEGER PRIMARY KEY)`.execute(db)
  await createChargeTriggers(db)
  await createFitTriggers(db)
}

type Row = 'OLD' | 'NEW'
/** The cost; while it is not known, the most it may be: what the customer pays. */
const costOf = (row: Row, part: 'whole' | 'millionths') =>
  `CASE WHEN ${row}.cost_whole IS NULL THEN ${row}.pays_${part} ELSE ${row}.cost_${part} END`
const currencyOf = (row: Row) => `coalesce(${row}.cost_currency, ${row}.currency)`
const quarterOf = (row: Row) =>
  `CAST(coalesce(${row}.confirmed_at, ${row}.opened_at) / ${COST_QUARTER_MS} AS INTEGER) * ${COST_QUARTER_MS}`
const isCharged = (row: Row) => `${row}.charge IN ('certain', 'unsure')`
/** Test transactions may move money, and say nothing of how fast the shop sells. */
const isSold = (row: Row) => `${row}.is_paid = 1 AND ${row}.is_test = 0`

const CHARGE_COLUMNS = ['charge', 'is_paid', 'cost_currency', 'cost_whole', 'cost_millionths', 'confirmed_at']

async function createChargeTriggers(db: Kysely<unknown>): Promise<void> {
  const isChanged = CHARGE_COLUMNS.map((column) => `OLD.${column} IS NOT NEW.${column}`).join(' OR ')
  const add = `
    INSERT INTO wallet_charges (currency) SELECT ${currencyOf('NEW')} WHERE true ON CONFLICT DO NOTHING;
    UPDATE wallet_charges SET ${addTo('certain', 'NEW')} WHERE NEW.charge = 'certain' AND currency = ${currencyOf('NEW')};
    UPDATE wallet_charges SET ${addTo('added', 'NEW')} WHERE NEW.charge = 'unsure' AND currency = ${currencyOf('NEW')};
    INSERT INTO cost_quarters SELECT ${quarterOf('NEW')}, ${currencyOf('NEW')}, 1, ${costOf('NEW', 'whole')}, ${costOf('NEW', 'millionths')}
      WHERE ${isSold('NEW')}
      ON CONFLICT DO UPDATE SET count = count + 1, whole = whole + excluded.whole, millionths = millionths + excluded.millionths;`
  const remove = `
    UPDATE wallet_charges SET certain_whole = certain_whole - ${costOf('OLD', 'whole')},
      certain_millionths = certain_millionths - ${costOf('OLD', 'millionths')}
      WHERE OLD.charge = 'certain' AND currency = ${currencyOf('OLD')};
    UPDATE wallet_charges SET ${addTo('removed', 'OLD')} WHERE OLD.charge = 'unsure' AND currency = ${currencyOf('OLD')};
    UPDATE cost_quarters SET count = count - 1, whole = whole - ${costOf('OLD', 'whole')},
      millionths = millionths - ${costOf('OLD', 'millionths')}
      WHERE ${isSold('OLD')} AND from_at = ${quarterOf('OLD')} AND currency = ${currencyOf('OLD')};`
  const on = `AFTER UPDATE OF ${CHARGE_COLUMNS.join(', ')} ON sales`
  await sql
    .raw(`CREATE TRIGGER sales_charge_inserted AFTER INSERT ON sales WHEN ${isCharged('NEW')} BEGIN ${add} END`)
    .execute(db)
  await sql
    .raw(`CREATE TRIGGER sales_charge_removed ${on} WHEN ${isCharged('OLD')} AND (${isChanged}) BEGIN ${remove} END`)
    .execute(db)
  await sql
    .raw(`CREATE TRIGGER sales_charge_added ${on} WHEN ${isCharged('NEW')} AND (${isChanged}) BEGIN ${add} END`)
    .execute(db)
}

const addTo = (sum: string, row: Row) =>
  `${sum}_whole = ${sum}_whole + ${costOf(row, 'whole')}, ${sum}_millionths = ${sum}_millionths + ${costOf(row, 'millionths')}`

/** So many sales of a kind are looked at again once it is known which way its commission counts. */
const LEARNING_SALES = 20

async function createFitTriggers(db: Kysely<unknown>): Promise<void> {
  const count = `(SELECT coalesce(sum(count), 0) FROM cost_fits WHERE kind = NEW.kind)`
  const same = `(SELECT count FROM cost_fits WHERE kind = NEW.kind AND fit = NEW.cost_fit)`
  // A sale that is not like most is noted, so that the list of differences never reads all sales.
  const add = `
    INSERT INTO cost_fits SELECT NEW.kind, NEW.cost_fit, 1 WHERE true ON CONFLICT DO UPDATE SET count = count + 1;
    INSERT INTO cost_differences SELECT NEW.number
      WHERE NEW.cost_fit = 'neither' OR ${count} <= ${LEARNING_SALES} OR 2 * ${same} <= ${count} ON CONFLICT DO NOTHING;`
  const remove = `
    UPDATE cost_fits SET count = count - 1 WHERE kind = OLD.kind AND fit = OLD.cost_fit;
    DELETE FROM cost_differences WHERE number = OLD.number;`
  const isChanged = 'OLD.cost_fit IS NOT NEW.cost_fit'
  await sql
    .raw(`CREATE TRIGGER sales_fit_inserted AFTER INSERT ON sales WHEN NEW.cost_fit != '' BEGIN ${add} END`)
    .execute(db)
  await sql
    .raw(
      `CREATE TRIGGER sales_fit_removed AFTER UPDATE OF cost_fit ON sales WHEN OLD.cost_fit != '' AND ${isChanged} BEGIN ${remove} END`,
    )
    .execute(db)
  await sql
    .raw(
      `CREATE TRIGGER sales_fit_added AFTER UPDATE OF cost_fit ON sales WHEN NEW.cost_fit != '' AND ${isChanged} BEGIN ${add} END`,
    )
    .execute(db)
}

/** `is_judged`: 0 if a sale moved while the balance was read, so that nothing follows from it. */
export type BalanceReadingsColumns = {
  id: Generated<number>
  at: number
  amount: string
  currency: string
  cause: Generated<string>
  is_judged: Generated<number>
}

/**
 * Changes of the wallet that no sale explains, between the judged reading at `since_at` and the one at `at`. `least` and `most` are decimal text:
 * they are the same once open sales leave no doubt.
 */
export type WalletMovementsColumns = {
  id: Generated<number>
  version: number
  at: number
  since_at: number
  direction: string
  least: string
  most: string
  currency: string
  kind: string
  /** The sale that was not sold and cost the same. */
  sale_id: string | null
  slip: string | null
  note: string | null
  explained_at: number | null
  /** A name. */
  explained_by: string | null
}

/** What sales were charged, in one currency (`Charges`). */
export type WalletChargesColumns = {
  currency: string
  certain_whole: number | bigint
  certain_millionths: number | bigint
  added_whole: number | bigint
  added_millionths: number | bigint
  removed_whole: number | bigint
  removed_millionths: number | bigint
}

/** The cost of what was sold in one quarter of an hour starting at `from_at`; where it is not known, what customers pay. */
export type CostQuartersColumns = {
  from_at: number
  currency: string
  count: number
  whole: number | bigint
  millionths: number | bigint
}
