import { sql, type Generated, type Kysely } from 'kysely'

import { createTrigger, schemaDialect } from './schema-dialect.ts'
import { startOf } from './totals-schema.ts'

/** In every time zone, days begin at a multiple of it. */
export const COST_QUARTER_MS = 15 * 60_000

/** Triggers maintain the totals in the commit of the sale, so no reading ever scans the sales. */
export async function createWalletTables(db: Kysely<unknown>): Promise<void> {
  const { byKey, countedOnce, given, isWhole } = schemaDialect(db)
  const byItsKey = sql.raw(byKey)
  await sql`CREATE TABLE balance_readings (
    id ${sql.raw(countedOnce)},
    at BIGINT NOT NULL,
    amount TEXT NOT NULL,
    currency TEXT NOT NULL,
    cause TEXT NOT NULL DEFAULT 'page',
    is_reconciled BIGINT NOT NULL DEFAULT 0
  )`.execute(db)
  await sql`CREATE INDEX readings_by_time ON balance_readings (at)`.execute(db)
  await sql`CREATE TABLE wallet_state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    record TEXT NOT NULL,
    recovery_id BIGINT REFERENCES recoveries (id)
  )`.execute(db)
  await sql`CREATE TABLE wallet_movements (
    id ${sql.raw(countedOnce)},
    version BIGINT NOT NULL,
    at BIGINT NOT NULL,
    since_at BIGINT NOT NULL,
    direction TEXT NOT NULL,
    least TEXT NOT NULL,
    most TEXT NOT NULL,
    currency TEXT NOT NULL,
    kind TEXT NOT NULL,
    sale_id TEXT,
    slip TEXT,
    note TEXT,
    explained_at BIGINT,
    explained_by TEXT,
    recovery_id BIGINT REFERENCES recoveries (id)
  )`.execute(db)
  await sql`CREATE INDEX movements_by_sale ON wallet_movements (sale_id, direction) WHERE sale_id IS NOT NULL`.execute(
    db,
  )
  await sql`CREATE TABLE wallet_charges (
    currency TEXT PRIMARY KEY,
    certain_whole BIGINT NOT NULL DEFAULT 0,
    certain_millionths BIGINT NOT NULL DEFAULT 0,
    added_whole BIGINT NOT NULL DEFAULT 0,
    added_millionths BIGINT NOT NULL DEFAULT 0,
    removed_whole BIGINT NOT NULL DEFAULT 0,
    removed_millionths BIGINT NOT NULL DEFAULT 0
  ) ${byItsKey}`.execute(db)
  await sql`CREATE TABLE cost_intervals (
    from_at BIGINT NOT NULL ${sql.raw(isWhole('from_at'))},
    currency TEXT NOT NULL,
    count BIGINT NOT NULL CHECK (count >= 0),
    whole BIGINT NOT NULL ${sql.raw(isWhole('whole'))},
    millionths BIGINT NOT NULL,
    PRIMARY KEY (currency, from_at)
  ) ${byItsKey}`.execute(db)
  await sql`CREATE TABLE cost_fits (
    kind TEXT NOT NULL,
    fit TEXT NOT NULL,
    count BIGINT NOT NULL CHECK (count >= 0),
    PRIMARY KEY (kind, fit)
  ) ${byItsKey}`.execute(db)
  await sql`CREATE TABLE cost_differences (number ${sql.raw(given)})`.execute(db)
  await createChargeTriggers(db)
  await createFitTriggers(db)
}

type Row = 'OLD' | 'NEW'
/** While the cost is unknown, its maximum counts: what the customer pays. */
const costOf = (row: Row, part: 'whole' | 'millionths') =>
  `CASE WHEN ${row}.cost_whole IS NULL THEN ${row}.pays_${part} ELSE ${row}.cost_${part} END`
const currencyOf = (row: Row) => `coalesce(${row}.cost_currency, ${row}.currency)`
const intervalOf = (row: Row) => startOf(`coalesce(${row}.confirmed_at, ${row}.opened_at)`, COST_QUARTER_MS)
const isCharged = (row: Row) => `${row}.charge IN ('certain', 'unsure')`
/** Test transactions may move money, but don't show how fast the shop sells. */
const isSold = (row: Row) => `${row}.is_paid = 1 AND ${row}.is_test = 0`

const CHARGE_COLUMNS = ['charge', 'is_paid', 'cost_currency', 'cost_whole', 'cost_millionths', 'confirmed_at']

async function createChargeTriggers(db: Kysely<unknown>): Promise<void> {
  const isChanged = CHARGE_COLUMNS.map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`).join(' OR ')
  const add = `
    INSERT INTO wallet_charges (currency) SELECT ${currencyOf('NEW')} WHERE true ON CONFLICT DO NOTHING;
    UPDATE wallet_charges SET ${addTo('certain', 'NEW')} WHERE NEW.charge = 'certain' AND currency = ${currencyOf('NEW')};
    UPDATE wallet_charges SET ${addTo('added', 'NEW')} WHERE NEW.charge = 'unsure' AND currency = ${currencyOf('NEW')};
    INSERT INTO cost_intervals SELECT ${intervalOf('NEW')}, ${currencyOf('NEW')}, 1, ${costOf('NEW', 'whole')}, ${costOf('NEW', 'millionths')}
      WHERE ${isSold('NEW')}
      ON CONFLICT (currency, from_at) DO UPDATE SET count = cost_intervals.count + 1,
        whole = cost_intervals.whole + excluded.whole, millionths = cost_intervals.millionths + excluded.millionths;`
  const remove = `
    UPDATE wallet_charges SET certain_whole = certain_whole - ${costOf('OLD', 'whole')},
      certain_millionths = certain_millionths - ${costOf('OLD', 'millionths')}
      WHERE OLD.charge = 'certain' AND currency = ${currencyOf('OLD')};
    UPDATE wallet_charges SET ${addTo('removed', 'OLD')} WHERE OLD.charge = 'unsure' AND currency = ${currencyOf('OLD')};
    UPDATE cost_intervals SET count = count - 1, whole = whole - ${costOf('OLD', 'whole')},
      millionths = millionths - ${costOf('OLD', 'millionths')}
      WHERE ${isSold('OLD')} AND from_at = ${intervalOf('OLD')} AND currency = ${currencyOf('OLD')};`
  const changing = { on: 'sales', event: `AFTER UPDATE OF ${CHARGE_COLUMNS.join(', ')}` }
  await createTrigger(db, {
    name: 'sales_charge_inserted',
    on: 'sales',
    event: 'AFTER INSERT',
    when: isCharged('NEW'),
    body: add,
  })
  await createTrigger(db, {
    ...changing,
    name: 'sales_charge_removed',
    when: `${isCharged('OLD')} AND (${isChanged})`,
    body: remove,
  })
  await createTrigger(db, {
    ...changing,
    name: 'sales_charge_added',
    when: `${isCharged('NEW')} AND (${isChanged})`,
    body: add,
  })
}

const addTo = (sum: string, row: Row) =>
  `${sum}_whole = ${sum}_whole + ${costOf(row, 'whole')}, ${sum}_millionths = ${sum}_millionths + ${costOf(row, 'millionths')}`

/** The first sales of a kind are checked again once it is known whether its commission lowers or raises the cost. */
const LEARNING_SALES = 20

async function createFitTriggers(db: Kysely<unknown>): Promise<void> {
  const count = `(SELECT coalesce(sum(count), 0) FROM cost_fits WHERE kind = NEW.kind)`
  const same = `(SELECT count FROM cost_fits WHERE kind = NEW.kind AND fit = NEW.cost_fit)`
  // Recorded, so the list of differences never reads all sales.
  const add = `
    INSERT INTO cost_fits SELECT NEW.kind, NEW.cost_fit, 1 WHERE NEW.cost_fit != ''
      ON CONFLICT (kind, fit) DO UPDATE SET count = cost_fits.count + 1;
    INSERT INTO cost_differences SELECT NEW.number WHERE NEW.cost_fit != ''
      AND (NEW.cost_fit = 'neither' OR ${count} <= ${LEARNING_SALES} OR 2 * ${same} <= ${count}) ON CONFLICT DO NOTHING;`
  const remove = `
    UPDATE cost_fits SET count = count - 1 WHERE kind = OLD.kind AND fit = OLD.cost_fit;
    DELETE FROM cost_differences WHERE number = OLD.number;`
  await createTrigger(db, {
    name: 'sales_fit_inserted',
    on: 'sales',
    event: 'AFTER INSERT',
    when: "NEW.cost_fit != ''",
    body: add,
  })
  // One trigger, because the databases run several triggers in different orders.
  await createTrigger(db, {
    name: 'sales_fit_changed',
    on: 'sales',
    event: 'AFTER UPDATE OF cost_fit',
    when: 'OLD.cost_fit IS DISTINCT FROM NEW.cost_fit',
    body: `${remove} ${add}`,
  })
}

/** `is_reconciled`: 0 if a sale moved while the balance was read. */
export type BalanceReadingsColumns = {
  id: Generated<number>
  at: number
  amount: string
  currency: string
  cause: Generated<string>
  is_reconciled: Generated<number>
}

/** Between the judged readings at `since_at` and `at`. `least` and `most` are equal once no open sale leaves any doubt. */
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
  /** An unsold sale with the same cost. */
  sale_id: string | null
  slip: string | null
  note: string | null
  explained_at: number | null
  /** A name. */
  explained_by: string | null
  /** The restore between the readings: sales after its backup are part of the change. */
  recovery_id: number | null
}

/** By currency (`Charges`). */
export type WalletChargesColumns = {
  currency: string
  certain_whole: number | bigint
  certain_millionths: number | bigint
  added_whole: number | bigint
  added_millionths: number | bigint
  removed_whole: number | bigint
  removed_millionths: number | bigint
}

/** Costs per quarter of an hour from `from_at`; if unknown, what the customer pays. */
export type CostQuartersColumns = {
  from_at: number
  currency: string
  count: number
  whole: number | bigint
  millionths: number | bigint
}
