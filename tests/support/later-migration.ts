import type { Kysely } from 'kysely'
import { onTestFinished } from 'vitest'

import { migrations } from '#server/database/schema/migrations.ts'

export const LATER = '0002-0.3.0'

/** Makes this build act as a later version until the end of the test or until the returned function is called. */
export function aLaterMigration(up: (db: Kysely<unknown>) => Promise<void> = addTable): () => void {
  migrations[LATER] = { up }
  const remove = () => {
    delete migrations[LATER]
  }
  onTestFinished(remove)
  return remove
}

async function addTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('later_notes')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('sale_id', 'text', (column) => column.references('sales.id'))
    .execute()
  await db.schema.alterTable('sales').addColumn('later', 'text').execute()
}
