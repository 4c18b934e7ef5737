import type { Kysely } from 'kysely'

/** Rows are deleted after a day, and contain no customer's number once an order is over. */
export type OrdersColumns = {
  id: string
  /** `day` is the start of the shop day on which it was placed; `day_number` counts from 1. */
  day: number
  day_number: number
  terminal_id: string
  terminal_name: string
  kind: string
  service_id: string
  service_name: string
  brand: string
  /** Empty if a voucher has none. */
  account: string
  /** Decimal text. */
  amount: string
  currency: string
  /** For international top-ups, as JSON: the choice, and the price the customer was shown. */
  international: string | null
  placed_at: number
  expires_at: number
  taken_by_id: string | null
  taken_by_name: string | null
  taken_at: number | null
}

export async function createOrders(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('orders')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('day', 'bigint', (column) => column.notNull())
    .addColumn('day_number', 'bigint', (column) => column.notNull())
    .addColumn('terminal_id', 'text', (column) => column.notNull())
    .addColumn('terminal_name', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('service_id', 'text', (column) => column.notNull())
    .addColumn('service_name', 'text', (column) => column.notNull())
    .addColumn('brand', 'text', (column) => column.notNull())
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('amount', 'text', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('international', 'text')
    .addColumn('placed_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('taken_by_id', 'text')
    .addColumn('taken_by_name', 'text')
    .addColumn('taken_at', 'bigint')
    .execute()
  await db.schema.createIndex('orders_by_day').unique().on('orders').columns(['day', 'day_number']).execute()
  await db.schema.createIndex('orders_by_time').on('orders').column('placed_at').execute()
}
