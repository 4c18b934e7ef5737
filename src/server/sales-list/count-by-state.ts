import { sql, type Kysely } from 'kysely'

import type { JournalTables } from '../database/schema/tables.ts'

/** Totals of complete sales, and the few open ones. */
export async function countByState(db: Kysely<JournalTables>): Promise<{ state: string; count: number }[]> {
  const { rows } = await sql<{ state: string; count: number }>`SELECT state, sum(count) AS count FROM (
      SELECT state, count FROM state_totals WHERE count > 0
      UNION ALL SELECT state, 1 AS count FROM sales WHERE is_open = 1
    ) AS counted GROUP BY state ORDER BY state`.execute(db)
  return rows.map(({ state, count }) => ({ state, count: Number(count) }))
}
