import type { Kysely, Transaction } from 'kysely'

import type { JournalTables } from '../journal/tables.ts'

/** Ends the sessions of a person or of a terminal, or one; answers how many there were. */
export async function endSessions(
  db: Kysely<JournalTables> | Transaction<JournalTables>,
  at: number,
  of: { staff_id: string } | { terminal_id: string } | { id: string },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('ended_at', 'is', null)
    .where((where) => where.and(of))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
