import { sql, type Kysely } from 'kysely'

export async function createBatches(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('batches')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('cashier_id', 'text', (column) => column.notNull())
    .addColumn('opened_at', 'bigint', (column) => column.notNull())
    .addColumn('limit_amount', 'text', (column) => column.notNull())
    .addColumn('limit_currency', 'text', (column) => column.notNull())
    .addColumn('limit_voucher', 'bigint', (column) => column.notNull())
    .addColumn('limit_account', 'text', (column) => column.notNull())
    .addColumn('record', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('batches_unfinished')
    .on('batches')
    .column('opened_at')
    .where(sql.ref('state'), 'in', ['checked', 'running'])
    .execute()
  // The sale of a line is opened later, so `sale_id` has no row in `sales` yet.
  await db.schema
    .createTable('batch_lines')
    .addColumn('sale_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('batch_id', 'text', (column) => column.notNull().references('batches.id'))
    .addColumn('line', 'bigint', (column) => column.notNull())
    .addColumn('is_current', 'bigint', (column) => column.notNull())
    .addColumn('is_reserved', 'bigint', (column) => column.notNull())
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
