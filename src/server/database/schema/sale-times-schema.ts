import { sql, type Kysely } from 'kysely'

import { schemaDialect } from './schema-dialect.ts'

/** How long a person needed for a sale (`SaleTimes`), in ms, as its till measured it. Null if it was not measured. */
export type SaleTimesColumns = {
  /** `sales.number`. */
  sale: number
  entry_ms: number | null
  answer_ms: number | null
  next_ms: number | null
}

export async function createSaleTimes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sale_times')
    .addColumn('sale', sql.raw(schemaDialect(db).given), (column) => column.references('sales.number'))
    .addColumn('entry_ms', 'bigint')
    .addColumn('answer_ms', 'bigint')
    .addColumn('next_ms', 'bigint')
    .execute()
}
