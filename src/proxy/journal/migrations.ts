import { sql, type Kysely, type Migration } from 'kysely'

/** Every change of the journal's tables, in order; one that has landed is never edited. */
export const migrations: Record<string, Migration> = {
  '001-first-tables': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('account')
        .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
        .addColumn('base_url', 'text', (column) => column.notNull())
        .addColumn('pos_id', 'text', (column) => column.notNull())
        .addColumn('bound_at', 'integer', (column) => column.notNull())
        .execute()
      await db.schema
        .createTable('key_mark')
        .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
        .addColumn('mark', 'text', (column) => column.notNull())
        .execute()
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
        .addColumn('next_at', 'integer')
        .addColumn('transaction_id', 'text')
        .addColumn('record', 'text', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('sales_by_day').on('sales').columns(['opened_at', 'cashier_id']).execute()
      await db.schema
        .createIndex('sales_by_next')
        .on('sales')
        .column('next_at')
        .where('next_at', 'is not', null)
        .execute()
      await db.schema.createIndex('sales_by_transaction').on('sales').column('transaction_id').execute()
      await db.schema.createIndex('sales_by_state').on('sales').column('state').execute()
      await db.schema
        .createTable('sale_events')
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('sale_id', 'text', (column) => column.notNull().references('sales.id'))
        .addColumn('at', 'integer', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('detail', 'text', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('events_by_sale').on('sale_events').columns(['sale_id', 'id']).execute()
      await db.schema
        .createTable('balance_readings')
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('at', 'integer', (column) => column.notNull())
        .addColumn('amount', 'text', (column) => column.notNull())
        .addColumn('currency', 'text', (column) => column.notNull())
        .execute()
      await db.schema
        .createTable('staff')
        .addColumn('id', 'text', (column) => column.primaryKey().notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('role', 'text', (column) => column.notNull())
        .addColumn('pin_hash', 'text', (column) => column.notNull())
        .addColumn('created_at', 'integer', (column) => column.notNull())
        .addColumn('disabled_at', 'integer')
        .execute()
      await db.schema
        .createTable('terminals')
        .addColumn('id', 'text', (column) => column.primaryKey().notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('token_hash', 'text', (column) => column.notNull().unique())
        .addColumn('created_at', 'integer', (column) => column.notNull())
        .addColumn('revoked_at', 'integer')
        .execute()
      await db.schema
        .createTable('enrol_codes')
        .addColumn('code_hash', 'text', (column) => column.primaryKey().notNull())
        .addColumn('terminal_name', 'text', (column) => column.notNull())
        .addColumn('created_at', 'integer', (column) => column.notNull())
        .addColumn('expires_at', 'integer', (column) => column.notNull())
        .addColumn('used_at', 'integer')
        .execute()
      await db.schema
        .createTable('sessions')
        .addColumn('token_hash', 'text', (column) => column.primaryKey().notNull())
        .addColumn('staff_id', 'text', (column) => column.notNull().references('staff.id'))
        .addColumn('terminal_id', 'text', (column) => column.notNull().references('terminals.id'))
        .addColumn('created_at', 'integer', (column) => column.notNull())
        .addColumn('expires_at', 'integer', (column) => column.notNull())
        .addColumn('ended_at', 'integer')
        .execute()
    },
  },
  '002-desk-and-duplicates': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('sales')
        .addColumn('on_desk', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
      // What waited when the column came; the rest of the desk did not exist before it.
      await sql`UPDATE sales SET on_desk = 1 WHERE state IN ('confirming', 'unknown', 'pending', 'not-executed', 'cancelled', 'replaced')
        OR json_extract(record, '$.disputed') = 1`.execute(db)
      await db.schema
        .createIndex('sales_on_desk')
        .on('sales')
        .column('number')
        .where(sql.ref('on_desk'), '=', 1)
        .execute()
      await db.schema.createIndex('sales_by_account').on('sales').columns(['account', 'service_id', 'number']).execute()
    },
  },
  '003-vouchers-and-quantities': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('sales').addColumn('batch_id', 'text').execute()
      await db.schema
        .alterTable('sales')
        .addColumn('to_hand_over', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
      await db.schema
        .createIndex('sales_to_hand_over')
        .on('sales')
        .column('number')
        .where(sql.ref('to_hand_over'), '=', 1)
        .execute()
      await db.schema
        .createIndex('sales_by_batch')
        .on('sales')
        .columns(['batch_id', 'number'])
        .where('batch_id', 'is not', null)
        .execute()
    },
  },
  '004-people-and-doors': {
    async up(db: Kysely<unknown>) {
      const may = JSON.stringify(['international', 'reprint'])
      await db.schema
        .alterTable('staff')
        .addColumn('may', 'text', (column) => column.notNull().defaultTo(may))
        .execute()
      await db.schema.alterTable('staff').addColumn('limits', 'text').execute()
      for (const table of ['terminals', 'enrol_codes']) {
        await db.schema
          .alterTable(table)
          .addColumn('is_kiosk', 'integer', (column) => column.notNull().defaultTo(0))
          .execute()
      }
      // Who is signed in with an older version signs in once more: what says who was here lately is not known of them.
      await sql`UPDATE sessions SET ended_at = created_at WHERE ended_at IS NULL`.execute(db)
      for (const column of ['last_used_at', 'proven_at']) {
        await db.schema
          .alterTable('sessions')
          .addColumn(column, 'integer', (added) => added.notNull().defaultTo(0))
          .execute()
      }
      await db.schema
        .alterTable('sessions')
        .addColumn('id', 'text', (column) => column.notNull().defaultTo(''))
        .execute()
      // Sessions are kept for ever, and each is looked at while the shop sells: never are all of them read.
      await db.schema.createIndex('sessions_by_id').on('sessions').column('id').execute()
      for (const whose of ['staff_id', 'terminal_id']) {
        await db.schema
          .createIndex(`sessions_seen_by_${whose}`)
          .on('sessions')
          .columns([whose, 'last_used_at'])
          .execute()
        await db.schema
          .createIndex(`sessions_going_by_${whose}`)
          .on('sessions')
          .column(whose)
          .where('ended_at', 'is', null)
          .execute()
      }
      await db.schema
        .createTable('pin_tries')
        .addColumn('staff_id', 'text', (column) => column.notNull())
        .addColumn('terminal_id', 'text', (column) => column.notNull())
        .addColumn('tries', 'integer', (column) => column.notNull())
        .addColumn('last_at', 'integer', (column) => column.notNull())
        .addColumn('locked_until', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('pin_tries_key', ['staff_id', 'terminal_id'])
        .execute()
      await db.schema
        .createTable('settings')
        .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
        .addColumn('record', 'text', (column) => column.notNull())
        .execute()
      await db.schema
        .createTable('audit_log')
        .addColumn('number', 'integer', (column) => column.primaryKey())
        .addColumn('at', 'integer', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('entry', 'text', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('audit_by_kind').on('audit_log').columns(['kind', 'number']).execute()
      for (const deed of ['UPDATE', 'DELETE']) {
        await sql`CREATE TRIGGER ${sql.raw(`audit_log_no_${deed.toLowerCase()}`)} BEFORE ${sql.raw(deed)} ON audit_log
          BEGIN SELECT RAISE(ABORT, 'the audit log is only ever appended to'); END`.execute(db)
      }
      await db.schema.alterTable('sales').addColumn('confirmed_at', 'integer').execute()
      await sql`UPDATE sales SET confirmed_at = json_extract(record, '$.confirmedAt')`.execute(db)
      // What was sold before there were limits uses none.
      for (const column of ['used_by', 'used_amount', 'used_currency', 'used_account']) {
        await db.schema.alterTable('sales').addColumn(column, 'text').execute()
      }
      await db.schema.alterTable('sales').addColumn('used_voucher', 'integer').execute()
      // All that limits read is in it: a day of sales is not read from the table.
      await db.schema
        .createIndex('sales_by_use')
        .on('sales')
        .columns(['confirmed_at', 'used_by', 'used_amount', 'used_currency', 'used_voucher', 'used_account'])
        .where('used_by', 'is not', null)
        .execute()
    },
  },
  '005-pin-attempts-of-a-person': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('staff_pin_attempts')
        .addColumn('staff_id', 'text', (column) => column.primaryKey().notNull())
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .addColumn('last_attempt_at', 'integer', (column) => column.notNull())
        .addColumn('locked_until', 'integer', (column) => column.notNull())
        .addColumn('needs_unlock', 'integer', (column) => column.notNull())
        .execute()
    },
  },
}
