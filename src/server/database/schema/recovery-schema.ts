import { sql, type Generated, type Kysely } from 'kysely'

import { createTrigger, schemaDialect } from './schema-dialect.ts'

/** The command recorded it, the server or database is not the one that wrote the journal, or the journal lacks used keys. */
export type RecoveryCause = 'command' | 'server' | 'keys'

/** One row per restore. Until a supervisor has confirmed the last one, nothing is sold (decision 126). */
export type RecoveriesColumns = {
  id: Generated<number>
  cause: string
  found_at: number
  /** The backup's newest time; null if it is empty. */
  backup_at: number | null
  last_sale_number: number
  last_z_number: number
  /** The backup's last balance reading, or 0. Later ones were taken after the restore, whatever their times say. */
  last_reading_id: number
  /** When every open sale of the backup had taken its first step. */
  resumed_at: number | null
  confirmed_at: number | null
  confirmed_by_id: string | null
  confirmed_by_name: string | null
  /** Sales and Z reports after the confirmation have no smaller number. */
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

/** The highest number plus 1, or the first one confirmed after a restore if that is greater. Both are fast lookups. */
export function nextNumber(table: 'sales' | 'z_reports'): string {
  const written = `(SELECT coalesce(max(number), 0) + 1 FROM ${table})`
  const confirmed = `(SELECT coalesce(max(${table === 'sales' ? 'first_sale_number' : 'first_z_number'}), 1) FROM recoveries)`
  return `(CASE WHEN ${written} >= ${confirmed} THEN ${written} ELSE ${confirmed} END)`
}
