import { sql, type Kysely } from 'kysely'

/** Expected until it has a movement or is withdrawn. Rows are never deleted. */
export type AnnouncedDepositsColumns = {
  id: string
  amount: string
  currency: string
  slip: string | null
  paid_at: number
  announced_at: number
  /** A name. */
  announced_by: string
  movement_id: number | null
  withdrawn_at: number | null
}

export async function createDeposits(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('announced_deposits')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('amount', 'text', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('slip', 'text')
    .addColumn('paid_at', 'bigint', (column) => column.notNull())
    .addColumn('announced_at', 'bigint', (column) => column.notNull())
    .addColumn('announced_by', 'text', (column) => column.notNull())
    .addColumn('movement_id', 'bigint', (column) => column.unique().references('wallet_movements.id'))
    .addColumn('withdrawn_at', 'bigint')
    .execute()
  await db.schema
    .createIndex('deposits_expected')
    .on('announced_deposits')
    .column('paid_at')
    .where(sql.ref('movement_id'), 'is', null)
    .where(sql.ref('withdrawn_at'), 'is', null)
    .execute()
}
