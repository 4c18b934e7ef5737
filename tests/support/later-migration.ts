import type { Kysely } from 'kysely'
import { onTestFinished } from 'vitest'

import { migrations } from '#server/database/schema/migrations.ts'

/** The migrations of this version. */
export const PRESENT: readonly string[] = Object.keys(migrations)
export const LATER = '0003-0.4.0'

/** Makes this build act as a later version until the end of the test or until the returned function is called. */
export function aLaterMigration(up: (db: Kysely<unknown>) => Promise<void> = addTable): () => void {
  migrations[LATER] = { up }
  const remove = () => {
    delete migrations[LATER]
  }
  onTestFinished(remove)
  return remove
}

/** Runs `work` as version 0.2.0, whose tables are those of the first migration alone. */
export async function asFirstVersion<T>(work: () => Promise<T>): Promise<T> {
  const later = Object.entries(migrations).slice(1)
  for (const [name] of later) delete migrations[name]
  try {
    return await work()
  } finally {
    Object.assign(migrations, Object.fromEntries(later))
  }
}

async function addTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('later_notes')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('sale_id', 'text', (column) => column.references('sales.id'))
    .execute()
  await db.schema.alterTable('sales').addColumn('later', 'text').execute()
}
