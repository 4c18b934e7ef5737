import type { Transaction } from 'kysely'

import type { Person, Terminal } from '#domain/person.ts'
import type { JournalTables } from '../journal/tables.ts'
import { endSessions } from './end-sessions.ts'
import { hashToken, newId, newToken } from './tokens.ts'

/** However busy the till is, a sign-in ends with the shift. */
export const SESSION_LIFE_MS = 12 * 60 * 60 * 1000

/** Signs a person in whose PIN was just given; whoever was signed in there is signed out. Answers the token for the cookie. */
export async function startSession(
  trx: Transaction<JournalTables>,
  { person, terminal, now }: { person: Pick<Person, 'id'>; terminal: Pick<Terminal, 'id'>; now: number },
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
      pin_confirmed_at: now,
      expires_at: now + SESSION_LIFE_MS,
      ended_at: null,
    })
    .execute()
  return token
}
