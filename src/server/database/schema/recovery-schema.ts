import { sql, type Generated, type Kysely } from 'kysely'

import { createTrigger, schemaDialect } from './schema-dialect.ts'

/**
 * How it was noticed that a journal was put back from a backup: by the command that did it, because another server or database holds it than the one
 * that wrote it, or because it has forgotten keys that were used.
 */
export type RecoveryCause = 'command' | 'server' | 'keys'

/** One row for each time the journal was put back from a backup. Until a supervisor has confirmed the last one, nothing is sold (decision 126). */
export type RecoveriesColumns = {
  id: Generated<number>
  cause: string
  found_at: number
  /** The newest time in the backup (epoch ms); null if nothing had happened in it. */
  backup_at: number | null
  last_sale_number: number
  last_z_number: number
  /** The last reading of the balance that the backup holds; 0 if it holds none. Later ones were taken after the restore, whatever their times say. */
  last_reading_id: number
  /** When every sale that may have gone on after the backup had its first step. */
  resumed_at: number | null
  confirmed_at: number | null
  confirmed_by_id: string | null
  confirmed_by_name: string | null
  /** No sale, and no Z report, that is written after the confirmation has a smaller number. */
  first_sale_number: number | null
  first_z_number: number | null
}

export async function createRecoveries(db: Kysely<unknown>): Promise<void> {
  const { countedOnce, refuse } = schemaDialect(db)
  await sql`CREATE TABLE recoveries (
    id ${sql.raw(countedOnce)},
    cause TEXT NOT NULL,
    found_at BIGINT NOT NULL,
    backup_at BIGINT,
    last_sale_number BIGINT NOT NULL,
    last_z_number BIGINT NOT NULL,
    last_reading_id BIGINT NOT NULL,
    resumed_at BIGINT,
    confirmed_at BIGINT,
    confirmed_by_id TEXT,
    confirmed_by_name TEXT,
    first_sale_number BIGINT CHECK (first_sale_number > last_sale_number),
    first_z_number BIGINT CHECK (first_z_number > last_z_number)
  )`.execute(db)
  const stays = refuse('that a journal was put back stays written')
  const confirmed = { name: 'recoveries_confirmed', event: 'BEFORE UPDATE', when: 'OLD.confirmed_at IS NOT NULL' }
  await createTrigger(db, { ...confirmed, on: 'recoveries', body: stays })
  await createTrigger(db, { name: 'recoveries_no_delete', event: 'BEFORE DELETE', on: 'recoveries', body: stays })
}

/**
 * The number after the highest one in `table`, or the first that a supervisor confirmed after a restore, whichever is greater. The one is at the end of
 * an index, the other in one of a few rows.
 */
export function nextNumber(table: 'sales' | 'z_reports'): string {
  const written = `(SELECT coalesce(max(number), 0) + 1 FROM ${table})`
  const confirmed = `(SELECT coalesce(max(${table === 'sales' ? 'first_sale_number' : 'first_z_number'}), 1) FROM recoveries)`
  return `(CASE WHEN ${written} >= ${confirmed} THEN ${written} ELSE ${confirmed} END)`
}
