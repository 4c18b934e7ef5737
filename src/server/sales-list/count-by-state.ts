import { sql, type Kysely } from 'kysely'

import type { JournalTables } from '../database/schema/tables.ts'

/** The number of sales in each state: complete ones from their totals, and the few open ones counted directly. */
export async function countByState(db: Kysely<JournalTables>): Promise<{ state: string; count: number }[]> {
  const { rows } = await sql<{ state: string; count: number }>`SELECT state, sum(count) AS count FROM (
      SELECT state, count FROM state_totals WHERE count > 0
      UNION ALL SELECT state, 1 AS count FROM sales WHERE is_open = 1
    ) AS counted GROUP BY state ORDER BY state`.execute(db)
  return rows.map(({ state, count }) => ({ state, count: Number(count) }))
}
