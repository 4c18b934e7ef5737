import { sql, type Kysely } from 'kysely'

import { approvalOf } from '#domain/sale/batch.ts'
import { batchOf } from '../../database/schema/stored-records.ts'
import type { JournalTables } from '../../database/schema/tables.ts'

/** True if the till has an open sale or batch. */
export async function hasOpenWork(db: Kysely<JournalTables>, terminalId: string): Promise<boolean> {
  const sale = await db
    .selectFrom('sales')
    .select('number')
    // SQLite uses the partial index only if the query states its condition with a literal.
    .where('is_open', '=', sql.lit(1))
    .where('terminal_id', '=', terminalId)
    .limit(1)
    .executeTakeFirst()
  if (sale) return true
  const batches = await db.selectFrom('batches').selectAll().where('state', 'in', ['checked', 'running']).execute()
  return batches.map(batchOf).some((batch) => [batch, approvalOf(batch)].some((of) => of?.terminal.id === terminalId))
}
