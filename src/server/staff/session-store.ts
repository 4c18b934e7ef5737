import type { Kysely, Transaction } from 'kysely'

import { SESSION_LIFE_MS, type Person, type Terminal } from '#domain/person.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import { hashToken, newId, newToken } from '../lib/identifiers.ts'

type NewSession = {
  person: Pick<Person, 'id'>
  terminal: Pick<Terminal, 'id'>
  now: number
  badgeId?: string | undefined
  /** False for a badge alone: whatever needs a PIN still asks for it. */
  hasPin?: boolean
  lifeMs?: number | undefined
}

/** Call after a PIN or a badge was verified. Any other session at the terminal ends. Returns the cookie's token. */
export async function startSession(
  trx: Transaction<JournalTables>,
  { person, terminal, now, badgeId, hasPin = true, lifeMs = SESSION_LIFE_MS }: NewSession,
): Promise<string> {
  const token = newToken()
  await endSessions(trx, now, { terminal_id: terminal.id })
  await trx
    .insertInto('sessions')
    .values({
      id: newId(),
      token_hash: hashToken(token),
      staff_id: person.id,
      terminal_id: terminal.id,
      created_at: now,
      last_activity_at: now,
      pin_confirmed_at: hasPin ? now : 0,
      expires_at: now + lifeMs,
      ended_at: null,
      badge_id: badgeId ?? null,
    })
    .execute()
  return token
}

/** Returns how many sessions were active. */
export async function endSessions(
  db: Kysely<JournalTables> | Transaction<JournalTables>,
  at: number,
  of: { staff_id: string } | { terminal_id: string } | { id: string } | { badge_id: string },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('ended_at', 'is', null)
    .where((where) => where.and(of))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
