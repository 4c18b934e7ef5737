import { sql, type Kysely } from 'kysely'

import { schemaDialect } from './schema-dialect.ts'

/** Digests with a key outside the journal (`lib/number-digests.ts`) of the number a sale was sold to. What was sold is read from the sale. */
export type SoldNumbersColumns = {
  /** The sale's number. */
  number: number
  sold_at: number
  whole: string
  last_four: string
  last_three: string
}

export async function createNumberIndex(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sold_numbers')
    .addColumn('number', sql.raw(schemaDialect(db).given))
    .addColumn('sold_at', 'bigint', (column) => column.notNull())
    .addColumn('whole', 'text', (column) => column.notNull())
    .addColumn('last_four', 'text', (column) => column.notNull())
    .addColumn('last_three', 'text', (column) => column.notNull())
    .execute()
  const index = (name: string, columns: string[]) => db.schema.createIndex(name).on('sold_numbers').columns(columns)
  await index('sold_numbers_by_whole', ['whole', 'number']).execute()
  await index('sold_numbers_by_last_four', ['last_four', 'number']).execute()
  await index('sold_numbers_by_last_three', ['last_three', 'number']).execute()
  await index('sold_numbers_by_time', ['sold_at']).execute()
  // One row while the index is kept: for how many months, and from which number on it has earlier sales.
  await db.schema
    .createTable('number_index')
    .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('months', 'bigint', (column) => column.notNull())
    .addColumn('filled_from', 'bigint', (column) => column.notNull())
    .execute()
}
