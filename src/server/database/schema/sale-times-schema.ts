import { sql, type Kysely } from 'kysely'

import { schemaDialect } from './schema-dialect.ts'

/** `SaleTimes` in ms, as the till measured them. Null if it was not measured. */
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
