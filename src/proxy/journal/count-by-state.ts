import type { Kysely } from 'kysely'

import type { JournalTables } from './tables.ts'

/** How many sales the journal holds in each state. */
export async function countByState(db: Kysely<JournalTables>): Promise<{ state: string; count: number }[]> {
  const rows = await db
    .selectFrom('sales')
    .select((select) => ['state', select.fn.countAll<number>().as('count')])
    .groupBy('state')
    .orderBy('state')
    .execute()
  return rows.map(({ state, count }) => ({ state, count: Number(count) }))
}
