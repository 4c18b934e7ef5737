import { sql, type Kysely } from 'kysely'

import type { BatchRecord } from '#domain/sale/batch.ts'
import { readEach } from '../../lib/readable-rows.ts'
import { batchOf } from './stored-records.ts'
import type { JournalTables } from './tables.ts'

/** `checked` or `running`. An unreadable one sells nothing, so no till and no drawer waits for it; `unreadable` has its id. */
export async function readUnfinishedBatches(
  db: Kysely<JournalTables>,
): Promise<{ batches: BatchRecord[]; unreadable: string[] }> {
  // SQLite uses the partial index only if the query states its condition with literals and reads its column.
  const { rows } = await sql<{ id: string; version: number; record: string }>`
    SELECT id, version, record FROM batches WHERE state IN ('checked', 'running') AND opened_at IS NOT NULL`.execute(db)
  const batches = readEach(rows, batchOf)
  const read = new Set(batches.map(({ id }) => id))
  return { batches, unreadable: rows.map(({ id }) => id).filter((id) => !read.has(id)) }
}
