import { sql, type Kysely } from 'kysely'

import { approvalOf } from '#domain/sale/batch.ts'
import { maySellLines } from '#domain/sale/steps/batch-step.ts'
import { RECORD_COLUMNS, recordsOf } from '../../database/schema/sale-row.ts'
import type { JournalTables } from '../../database/schema/tables.ts'
import { readUnfinishedBatches } from '../../database/schema/unfinished-batches.ts'

/**
 * An open sale, or a batch that waits for its approval or may still sell lines. Unreadable ones do not count: no one can finish them at the till, and open
 * items names them to a supervisor.
 */
export async function hasOpenWork(db: Kysely<JournalTables>, terminalId: string, now: number): Promise<boolean> {
  const sales = await db
    .selectFrom('sales')
    .select(RECORD_COLUMNS)
    // SQLite's partial index needs the literal condition.
    .where('is_open', '=', sql.lit(1))
    .where('terminal_id', '=', terminalId)
    .execute()
  if (recordsOf(sales).length > 0) return true
  const { batches } = await readUnfinishedBatches(db)
  return batches
    .filter((batch) => batch.state === 'checked' || maySellLines(batch, now))
    .some((batch) => [batch, approvalOf(batch)].some((of) => of?.terminal.id === terminalId))
}
