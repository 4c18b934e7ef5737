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
    .addColumn('cashier_id', 'text', (column) => column.notNull())
    .addColumn('service_id', 'text', (column) => column.notNull())
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('opened_at', 'integer', (column) => column.notNull())
    .addColumn('confirmed_at', 'integer')
    .addColumn('next_at', 'integer')
    .addColumn('transaction_id', 'text')
    .addColumn('batch_id', 'text')
    .addColumn('is_open_item', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('is_undelivered', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('limit_owner', 'text')
    .addColumn('limit_amount', 'text')
    .addColumn('limit_currency', 'text')
    .addColumn('limit_voucher', 'integer')
    .addColumn('limit_account', 'text')
    .addColumn('record', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('sales_by_day').on('sales').columns(['opened_at', 'cashier_id']).execute()
  await db.schema.createIndex('sales_by_next').on('sales').column('next_at').where('next_at', 'is not', null).execute()
  await db.schema.createIndex('sales_by_transaction').on('sales').column('transaction_id').execute()
  await db.schema.createIndex('sales_by_state').on('sales').column('state').execute()
  await db.schema.createIndex('sales_by_account').on('sales').columns(['account', 'service_id', 'number']).execute()
  await db.schema
    .createIndex('sales_by_batch')
    .on('sales')
    .columns(['batch_id', 'number'])
    .where('batch_id', 'is not', null)
    .execute()
  await db.schema
    .createIndex('sales_open_items')
    .on('sales')
    .column('number')
    .where(sql.ref('is_open_item'), '=', 1)
    .execute()
  await db.schema
    .createIndex('sales_undelivered')
    .on('sales')
    .column('number')
    .where(sql.ref('is_undelivered'), '=', 1)
    .execute()
  await db.schema
    .createIndex('sales_by_limit_usage')
    .on('sales')
    .columns(['confirmed_at', 'limit_owner', 'limit_amount', 'limit_currency', 'limit_voucher', 'limit_account'])
    .where('limit_owner', 'is not', null)
    .execute()
  await db.schema
    .createTable('sale_events')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('sale_id', 'text', (column) => column.notNull().references('sales.id'))
    .addColumn('at', 'integer', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('events_by_sale').on('sale_events').columns(['sale_id', 'id']).execute()
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
