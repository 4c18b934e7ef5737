import type { Kysely } from 'kysely'
import { onTestFinished } from 'vitest'

import { migrations } from '#server/database/schema/migrations.ts'

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

/** Makes this build act as 0.2.0 while `run` runs. */
export async function asFirstVersion<T>(run: () => Promise<T>): Promise<T> {
  const later = Object.entries(migrations).filter(([name]) => name !== '0001-0.2.0')
  for (const [name] of later) delete migrations[name]
  try {
    return await run()
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
