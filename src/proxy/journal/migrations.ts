import { sql, type Kysely, type Migration } from 'kysely'

import { DEFAULT_PERMISSIONS } from '#domain/person.ts'

/** The schema of the journal. From the first release on, a migration that has landed is not edited again. */
export const migrations: Record<string, Migration> = {
  '001-schema': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('wholesaler_account')
        .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
        .addColumn('base_url', 'text', (column) => column.notNull())
        .addColumn('pos_id', 'text', (column) => column.notNull())
        .addColumn('bound_at', 'integer', (column) => column.notNull())
        .execute()
      await db.schema
        .createTable('key_marks')
        .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
        .addColumn('highest_key', 'text', (column) => column.notNull())
        .execute()
      await db.schema
        .createTable('balance_readings')
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('at', 'integer', (column) => column.notNull())
        .addColumn('amount', 'text', (column) => column.notNull())
        .addColumn('currency', 'text', (column) => column.notNull())
        .execute()
      await createSales(db)
      await createBatches(db)
      await createStaff(db)
      await createAuditLog(db)
    },
  },
}

async function createSales(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sales')
    .addColumn('number', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('sale_group', 'text', (column) => column.notNull())
    .addColumn('is_open', 'integer', (column) => column.notNull())
    .addColumn('is_paid', 'integer', (column) => column.notNull())
    .addColumn('cashier_id', 'text', (column) => column.notNull())
    .addColumn('cashier_name', 'text', (column) => column.notNull())
    .addColumn('service_id', 'text', (column) => column.notNull())
    .addColumn('service_name', 'text', (column) => column.notNull())
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('pays_whole', 'integer', (column) => column.notNull())
    .addColumn('pays_millionths', 'integer', (column) => column.notNull())
    .addColumn('opened_at', 'integer', (column) => column.notNull())
    .addColumn('confirmed_at', 'integer')
    .addColumn('next_at', 'integer')
    .addColumn('transaction_id', 'text')
    .addColumn('batch_id', 'text')
    .addColumn('approved_by', 'text')
    .addColumn('is_open_item', 'integer', (column) => column.notNull())
    .addColumn('is_undelivered', 'integer', (column) => column.notNull())
    .addColumn('is_refund_due', 'integer', (column) => column.notNull())
    .addColumn('limit_owner', 'text')
    .addColumn('limit_amount', 'text')
    .addColumn('limit_currency', 'text')
    .addColumn('limit_voucher', 'integer')
    .addColumn('limit_account', 'text')
    .addColumn('record', 'text', (column) => column.notNull())
    .execute()
  await createSalesIndexes(db)
  await createTotals(db)
  await db.schema
    .createTable('sale_events')
    // Nothing is ever deleted here, so numbers grow without a row that remembers the highest.
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('sale_id', 'text', (column) => column.notNull().references('sales.id'))
    .addColumn('at', 'integer', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('events_by_sale').on('sale_events').columns(['sale_id', 'id']).execute()
}

/** Each is written again when one of its columns changes. So what is rare is partial, and only `sales_by_day` changes with each group. */
async function createSalesIndexes(db: Kysely<unknown>): Promise<void> {
  const index = (name: string, columns: string[]) => db.schema.createIndex(name).on('sales').columns(columns)
  const isOpen = sql.ref('is_open')
  await index('sales_by_day', ['opened_at', 'cashier_id', 'service_id', 'sale_group']).execute()
  await index('sales_open', ['opened_at']).where(isOpen, '=', 1).execute()
  await index('sales_complete_due', ['next_at']).where(isOpen, '=', 0).where('next_at', 'is not', null).execute()
  await index('sales_complete_items', ['number']).where(isOpen, '=', 0).where(sql.ref('is_open_item'), '=', 1).execute()
  await index('sales_undelivered', ['number']).where(sql.ref('is_undelivered'), '=', 1).execute()
  await index('sales_by_transaction', ['transaction_id']).where('transaction_id', 'is not', null).execute()
  await index('sales_by_account', ['account', 'service_id', 'number']).where(sql.ref('account'), '!=', '').execute()
  await index('sales_by_batch', ['batch_id', 'number']).where('batch_id', 'is not', null).execute()
  await index('sales_by_limit_usage', [
    'confirmed_at',
    'limit_owner',
    'limit_amount',
    'limit_currency',
    'limit_voucher',
    'limit_account',
  ])
    .where('limit_owner', 'is not', null)
    .execute()
}

/**
 * Counts and exact sums of complete sales, kept by triggers: whatever writes a sale moves it from one total to the other in the same commit.
 * Open ones are few and are counted as they are.
 */
async function createTotals(db: Kysely<unknown>): Promise<void> {
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

/** The start of the day of a sale; nothing where it has none, and then no total takes it. */
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

async function createBatches(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('batches')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('cashier_id', 'text', (column) => column.notNull())
    .addColumn('opened_at', 'integer', (column) => column.notNull())
    .addColumn('limit_amount', 'text', (column) => column.notNull())
    .addColumn('limit_currency', 'text', (column) => column.notNull())
    .addColumn('limit_voucher', 'integer', (column) => column.notNull())
    .addColumn('limit_account', 'text', (column) => column.notNull())
    .addColumn('record', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('batches_unfinished')
    .on('batches')
    .column('opened_at')
    .where(sql.ref('state'), 'in', ['checked', 'running'])
    .execute()
  // A line is sold by a sale that is opened later, so `sale_id` refers to no row of `sales` yet.
  await db.schema
    .createTable('batch_lines')
    .addColumn('sale_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('batch_id', 'text', (column) => column.notNull().references('batches.id'))
    .addColumn('line', 'integer', (column) => column.notNull())
    .addColumn('is_current', 'integer', (column) => column.notNull())
    .addColumn('is_reserved', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('batch_lines_current')
    .unique()
    .on('batch_lines')
    .columns(['batch_id', 'line'])
    .where(sql.ref('is_current'), '=', 1)
    .execute()
  await db.schema
    .createIndex('batch_lines_reserved')
    .on('batch_lines')
    .column('batch_id')
    .where(sql.ref('is_reserved'), '=', 1)
    .execute()
}

async function createStaff(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('staff')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('pin_hash', 'text', (column) => column.notNull())
    .addColumn('permissions', 'text', (column) => column.notNull().defaultTo(JSON.stringify(DEFAULT_PERMISSIONS)))
    .addColumn('limits', 'text')
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('disabled_at', 'integer')
    .execute()
  await db.schema
    .createTable('terminals')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('is_kiosk', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('revoked_at', 'integer')
    .execute()
  await db.schema
    .createTable('enrollment_codes')
    .addColumn('code_hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('terminal_name', 'text', (column) => column.notNull())
    .addColumn('is_kiosk', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'integer', (column) => column.notNull())
    .addColumn('used_at', 'integer')
    .execute()
  await db.schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('staff_id', 'text', (column) => column.notNull().references('staff.id'))
    .addColumn('terminal_id', 'text', (column) => column.notNull().references('terminals.id'))
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'integer', (column) => column.notNull())
    .addColumn('ended_at', 'integer')
    .addColumn('last_activity_at', 'integer', (column) => column.notNull())
    .addColumn('pin_confirmed_at', 'integer', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('sessions_by_id').on('sessions').column('id').execute()
  for (const whose of ['staff_id', 'terminal_id']) {
    await db.schema
      .createIndex(`sessions_by_${whose}_activity`)
      .on('sessions')
      .columns([whose, 'last_activity_at'])
      .execute()
    await db.schema
      .createIndex(`sessions_active_by_${whose}`)
      .on('sessions')
      .column(whose)
      .where('ended_at', 'is', null)
      .execute()
  }
  await db.schema
    .createTable('pin_attempts')
    .addColumn('staff_id', 'text', (column) => column.notNull())
    .addColumn('terminal_id', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('last_attempt_at', 'integer', (column) => column.notNull())
    .addColumn('locked_until', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('pin_attempts_key', ['staff_id', 'terminal_id'])
    .execute()
  await db.schema
    .createTable('staff_pin_attempts')
    .addColumn('staff_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('last_attempt_at', 'integer', (column) => column.notNull())
    .addColumn('locked_until', 'integer', (column) => column.notNull())
    .addColumn('needs_unlock', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('settings')
    .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('record', 'text', (column) => column.notNull())
    .execute()
}

async function createAuditLog(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit_log')
    .addColumn('number', 'integer', (column) => column.primaryKey())
    .addColumn('at', 'integer', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('entry', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('audit_by_kind').on('audit_log').columns(['kind', 'number']).execute()
  for (const action of ['UPDATE', 'DELETE']) {
    await sql`CREATE TRIGGER ${sql.raw(`audit_log_no_${action.toLowerCase()}`)} BEFORE ${sql.raw(action)} ON audit_log
      BEGIN SELECT RAISE(ABORT, 'the audit log is only ever appended to'); END`.execute(db)
  }
}
