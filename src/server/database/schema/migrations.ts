import { DEFAULT_MIGRATION_TABLE, sql, type Kysely, type Migration } from 'kysely'

import { createRecoveries } from './recovery-schema.ts'
import { createShifts } from './shift-schema.ts'
import { createAlerts } from './alerts-schema.ts'
import { createBadges } from './badge-schema.ts'
import { createBatches } from './batch-schema.ts'
import { addLineContents } from './line-content-schema.ts'
import { createRetentionTable } from '../maintenance/retention.ts'
import { createDeposits } from './deposit-schema.ts'
import { createLeaseTables } from '../leases.ts'
import { createNumberIndex } from './number-index-schema.ts'
import { createOrders } from './order-schema.ts'
import { createSaleTimes } from './sale-times-schema.ts'
import { isPostgres, keepRows, schemaDialect } from './schema-dialect.ts'
import { addSplitPayments, createLimitTotals, createSaleTotals } from './totals-schema.ts'
import { createWalletTables } from './wallet-schema.ts'

/** Named by number and the first version of Toptill that has it. Neither a released migration nor what it calls is ever edited: a test compares the SQL. */
export const migrations: Record<string, Migration> = {
  '0001-0.2.0': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('wholesaler_account')
        .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
        .addColumn('base_url', 'text', (column) => column.notNull())
        .addColumn('pos_id', 'text', (column) => column.notNull())
        .addColumn('bound_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema
        .createTable('key_marks')
        .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
        .addColumn('highest_key', 'text', (column) => column.notNull())
        .execute()
      if (isPostgres(db)) await createLeaseTables(db)
      await createRecoveries(db)
      await createSales(db)
      await createShifts(db)
      await createWalletTables(db)
      await createBatches(db)
      await createOrders(db)
      await createStaff(db)
      await createAuditLog(db)
      await createRetentionTable(db)
      await createAlerts(db)
    },
  },
  '0002-0.3.0': {
    async up(db: Kysely<unknown>) {
      await createNumberIndex(db)
      await createBadges(db)
      await createSaleTimes(db)
      await addLineContents(db)
      await createDeposits(db)
      await addSplitPayments(db)
    },
  },
}

/** The last name of the first migration in builds before 0.2.0. Several of them had other tables under the same name. */
export const DEVELOPMENT_NAME = '2026-11-26-schema-e'

export const presentName = (name: string): string => (name === DEVELOPMENT_NAME ? '0001-0.2.0' : name)

export const newestMigration = (names: readonly string[] = Object.keys(migrations)): string =>
  names.toSorted().at(-1) ?? ''

/** The first version of Toptill that has the migration. A build before 0.2.0 has none. */
export const versionOfMigration = (name: string): string | undefined => /^\d{4}-(\d+\.\d+\.\d+)$/.exec(name)?.[1]

/** The first version of Toptill that has these tables, or the name of the schema of a build before 0.2.0. */
export const versionOfSchema = (names?: readonly string[]): string => {
  const newest = newestMigration(names)
  return versionOfMigration(newest) ?? newest
}

/** As recorded in the journal. */
export async function readMigrations(db: Pick<Kysely<unknown>, 'getExecutor'>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db)
  return rows.map(({ name }) => name)
}

async function createSales(db: Kysely<unknown>): Promise<void> {
  const { counted, given } = schemaDialect(db)
  await db.schema
    .createTable('sales')
    .addColumn('number', sql.raw(given))
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('sale_group', 'text', (column) => column.notNull())
    .addColumn('is_open', 'bigint', (column) => column.notNull())
    .addColumn('is_paid', 'bigint', (column) => column.notNull())
    .addColumn('cashier_id', 'text', (column) => column.notNull())
    .addColumn('cashier_name', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('is_voucher', 'bigint', (column) => column.notNull())
    .addColumn('service_id', 'text', (column) => column.notNull())
    .addColumn('service_name', 'text', (column) => column.notNull())
    .addColumn('brand', 'text', (column) => column.notNull())
    .addColumn('is_test', 'bigint', (column) => column.notNull())
    .addColumn('terminal_id', 'text', (column) => column.notNull())
    .addColumn('terminal_name', 'text', (column) => column.notNull())
    .addColumn('payment_method', 'text', (column) => column.notNull())
    .addColumn('payment_state', 'text', (column) => column.notNull().defaultTo('none'))
    .addColumn('refund_by', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('refund_terminal_id', 'text')
    .addColumn('shift_id', 'bigint')
    .addColumn('refund_shift_id', 'bigint')
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('pays_whole', 'bigint', (column) => column.notNull())
    .addColumn('pays_millionths', 'bigint', (column) => column.notNull())
    .addColumn('cost_currency', 'text')
    .addColumn('cost_whole', 'bigint')
    .addColumn('cost_millionths', 'bigint')
    .addColumn('charge', 'text', (column) => column.notNull())
    .addColumn('cost_fit', 'text', (column) => column.notNull())
    .addColumn('opened_at', 'bigint', (column) => column.notNull())
    .addColumn('confirmed_at', 'bigint')
    .addColumn('final_at', 'bigint')
    .addColumn('next_at', 'bigint')
    .addColumn('transaction_id', 'text')
    .addColumn('batch_id', 'text')
    .addColumn('order_id', 'text')
    .addColumn('approved_by', 'text')
    .addColumn('is_open_item', 'bigint', (column) => column.notNull())
    .addColumn('is_undelivered', 'bigint', (column) => column.notNull())
    .addColumn('is_refund_due', 'bigint', (column) => column.notNull())
    .addColumn('loss', 'text', (column) => column.notNull())
    .addColumn('limit_owner', 'text')
    .addColumn('record', 'text', (column) => column.notNull())
    .execute()
  await createSalesIndexes(db)
  await createSaleTotals(db)
  await createLimitTotals(db)
  await db.schema
    .createTable('sale_events')
    // Rows are never deleted, so no number is reused.
    .addColumn('id', sql.raw(counted))
    .addColumn('sale_id', 'text', (column) => column.notNull().references('sales.id'))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('events_by_sale').on('sale_events').columns(['sale_id', 'id']).execute()
}

/** An index entry is rewritten with each change of its columns, so indexes of rare values are partial, and only `sales_by_day` changes with each group. */
async function createSalesIndexes(db: Kysely<unknown>): Promise<void> {
  const index = (name: string, columns: string[]) => db.schema.createIndex(name).on('sales').columns(columns)
  const isOpen = sql.ref('is_open')
  await index('sales_by_day', ['opened_at', 'cashier_id', 'service_id', 'kind', 'sale_group']).execute()
  await index('sales_open', ['opened_at']).where(isOpen, '=', 1).execute()
  await index('sales_complete_due', ['next_at']).where(isOpen, '=', 0).where('next_at', 'is not', null).execute()
  await index('sales_complete_items', ['number']).where(isOpen, '=', 0).where(sql.ref('is_open_item'), '=', 1).execute()
  await index('sales_undelivered', ['number']).where(sql.ref('is_undelivered'), '=', 1).execute()
  await index('sales_lost', ['opened_at']).where(sql.ref('loss'), '!=', '').execute()
  await index('sales_by_transaction', ['transaction_id']).where('transaction_id', 'is not', null).execute()
  await index('sales_by_account', ['account', 'service_id', 'number']).where(sql.ref('account'), '!=', '').execute()
  await index('sales_by_batch', ['batch_id', 'number']).where('batch_id', 'is not', null).execute()
  await index('sales_by_order', ['order_id']).where('order_id', 'is not', null).execute()
  await index('sales_not_paid_by_cost', ['cost_currency', 'cost_whole', 'cost_millionths', 'final_at'])
    .where(isOpen, '=', 0)
    .where(sql.ref('is_paid'), '=', 0)
    .where('confirmed_at', 'is not', null)
    .where('cost_whole', 'is not', null)
    .execute()
  const used = ['limit_owner', 'currency', 'is_voucher', 'pays_whole', 'pays_millionths']
  const isCounted = sql.ref('limit_owner')
  await index('sales_by_limit_usage', ['confirmed_at', ...used])
    .where(isCounted, 'is not', null)
    .execute()
  await index('sales_by_limit_account', ['account', 'confirmed_at', ...used])
    .where(isCounted, 'is not', null)
    .where(sql.ref('account'), '!=', '')
    .execute()
}

async function createStaff(db: Kysely<unknown>): Promise<void> {
  await createPeople(db)
  await createTerminals(db)
  await createSessions(db)
  await createPinAttempts(db)
  await db.schema
    .createTable('settings')
    .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('record', 'text', (column) => column.notNull())
    .execute()
}

async function createPeople(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('staff')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('pin_hash', 'text', (column) => column.notNull())
    .addColumn('pin_rule', 'text', (column) => column.notNull().defaultTo('cashier'))
    .addColumn('pin_set_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('permissions', 'text', (column) => column.notNull().defaultTo('["international","reprint"]'))
    .addColumn('limits', 'text')
    .addColumn('is_owner', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('language', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('disabled_at', 'bigint')
    .execute()
}

async function createTerminals(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('terminals')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('is_kiosk', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('is_self_order', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('is_practice', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('revoked_at', 'bigint')
    .execute()
  await db.schema
    .createTable('enrollment_codes')
    .addColumn('code_hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('terminal_name', 'text', (column) => column.notNull())
    .addColumn('is_kiosk', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('is_self_order', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .execute()
  await db.schema
    .createTable('displays')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('terminal_id', 'text', (column) => column.notNull().references('terminals.id'))
    .addColumn('code_hash', 'text', (column) => column.notNull().unique())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('paired_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute()
  await db.schema.createIndex('displays_by_terminal').on('displays').column('terminal_id').execute()
}

async function createSessions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('staff_id', 'text', (column) => column.notNull().references('staff.id'))
    .addColumn('terminal_id', 'text', (column) => column.notNull().references('terminals.id'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('last_activity_at', 'bigint', (column) => column.notNull())
    .addColumn('pin_confirmed_at', 'bigint', (column) => column.notNull())
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
}

/** Counts wrong PINs per terminal, and at all terminals together. */
async function createPinAttempts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('pin_attempts')
    .addColumn('staff_id', 'text', (column) => column.notNull())
    .addColumn('terminal_id', 'text', (column) => column.notNull())
    .addColumn('attempts', 'bigint', (column) => column.notNull())
    .addColumn('last_attempt_at', 'bigint', (column) => column.notNull())
    .addColumn('locked_until', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('pin_attempts_key', ['staff_id', 'terminal_id'])
    .execute()
  await db.schema
    .createTable('staff_pin_attempts')
    .addColumn('staff_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('attempts', 'bigint', (column) => column.notNull())
    .addColumn('last_attempt_at', 'bigint', (column) => column.notNull())
    .addColumn('locked_until', 'bigint', (column) => column.notNull())
    .addColumn('needs_unlock', 'bigint', (column) => column.notNull())
    .execute()
}

async function createAuditLog(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit_log')
    .addColumn('number', sql.raw(schemaDialect(db).given))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('entry', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('audit_by_kind').on('audit_log').columns(['kind', 'number']).execute()
  await keepRows(db, 'audit_log', 'the audit log is only ever appended to')
}
