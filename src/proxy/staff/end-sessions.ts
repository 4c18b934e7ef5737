import type { Kysely, Transaction } from 'kysely'

import type { JournalTables } from '../journal/tables.ts'

/** Ends the sessions of a person, of a terminal, or the one of a token. */
export async function endSessions(
  db: Kysely<JournalTables> | Transaction<JournalTables>,
  at: number,
  of: { staff_id: string } | { terminal_id: string } | { token_hash: string },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('ended_at', 'is', null)
    .where((where) => where.and(of))
    .execute()
}
