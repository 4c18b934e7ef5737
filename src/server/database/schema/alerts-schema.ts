import { sql, type Generated, type Kysely } from 'kysely'

import { schemaDialect } from './schema-dialect.ts'

/** All are stored, so a restart neither loses nor repeats one. The triggers of sales don't use these tables. */
export async function createAlerts(db: Kysely<unknown>): Promise<void> {
  await createSettings(db)
  await createOccurrences(db)
  await createDeliveries(db)
}

async function createSettings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('alert_settings')
    .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('record', 'text', (column) => column.notNull())
    .addColumn('secrets', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('push_devices')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('staff_id', 'text', (column) => column.notNull().references('staff.id'))
    .addColumn('terminal_id', 'text', (column) => column.notNull().references('terminals.id'))
    .addColumn('added_at', 'bigint', (column) => column.notNull())
    .addColumn('subscription', 'text', (column) => column.notNull())
    .execute()
}

async function createOccurrences(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('alert_kinds')
    .addColumn('kind', 'text', (column) => column.primaryKey().notNull())
    .addColumn('active_since', 'bigint')
    .addColumn('last_alert_at', 'bigint')
    .execute()
  await db.schema
    .createTable('alert_occurrences')
    .addColumn('id', sql.raw(schemaDialect(db).counted))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('raised_at', 'bigint', (column) => column.notNull())
    .addColumn('is_open', 'bigint', (column) => column.notNull())
    .addColumn('alert_id', 'text')
    .addColumn('fact', 'text', (column) => column.notNull())
    .addUniqueConstraint('alert_occurrence_once', ['kind', 'key'])
    .execute()
  const isOpen = sql.ref('is_open')
  await db.schema
    .createIndex('alert_occurrences_open')
    .on('alert_occurrences')
    .column('kind')
    .where(isOpen, '=', 1)
    .execute()
  await db.schema
    .createIndex('alert_occurrences_untold')
    .on('alert_occurrences')
    .column('kind')
    .where(sql.ref('alert_id'), 'is', null)
    .execute()
}

async function createDeliveries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('alerts')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('made_at', 'bigint', (column) => column.notNull())
    .addColumn('is_test', 'bigint', (column) => column.notNull())
    .addColumn('facts', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('alert_deliveries')
    .addColumn('id', sql.raw(schemaDialect(db).counted))
    .addColumn('alert_id', 'text', (column) => column.notNull().references('alerts.id'))
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('tries', 'bigint', (column) => column.notNull())
    .addColumn('first_at', 'bigint', (column) => column.notNull())
    .addColumn('last_at', 'bigint')
    .addColumn('next_at', 'bigint')
    .addColumn('problem', 'text')
    .addColumn('status', 'bigint')
    .execute()
  await db.schema
    .createIndex('alert_deliveries_waiting')
    .on('alert_deliveries')
    .column('next_at')
    .where(sql.ref('state'), '=', 'waiting')
    .execute()
  await db.schema
    .createIndex('alert_deliveries_failed')
    .on('alert_deliveries')
    .column('id')
    .where(sql.ref('state'), '=', 'failed')
    .execute()
  await db.schema
    .createIndex('alert_deliveries_by_way')
    .on('alert_deliveries')
    .columns(['channel', 'last_at'])
    .execute()
}

/** One row per kind and `key`. */
export type AlertOccurrencesColumns = {
  id: Generated<number>
  kind: string
  key: string
  raised_at: number
  /** 1 while a lasting condition holds. */
  is_open: number
  /** Null until there is an alert. */
  alert_id: string | null
  fact: string
}

export type AlertDeliveriesColumns = {
  id: Generated<number>
  alert_id: string
  channel: string
  /** An email address or a device id. */
  target: string
  state: 'waiting' | 'sent' | 'failed'
  /** Attempts that were started. If the process stops before there is a result, the attempt is repeated. */
  tries: number
  first_at: number
  last_at: number | null
  next_at: number | null
  problem: string | null
  status: number | null
}
