import type { Kysely } from 'kysely'

import type { Person, Terminal } from '#domain/person.ts'
import type { Clock } from '../clock.ts'
import type { JournalTables } from '../journal/tables.ts'
import { endSessions } from './end-sessions.ts'
import type { People } from './people.ts'
import { readPerson } from './person-row.ts'
import { hashToken, newToken } from './tokens.ts'

/** However busy the till is, a sign-in ends with the shift. */
export const SESSION_LIFE_MS = 12 * 60 * 60 * 1000

export type Sessions = ReturnType<typeof createSessions>

type SessionDeps = { db: Kysely<JournalTables>; clock: Clock; people: Pick<People, 'recognise'> }

/** Who is signed in where. A session belongs to one terminal, and a terminal has one at a time. */
export function createSessions({ db, clock, people }: SessionDeps) {
  /** Signs in at a terminal: a new token every time, and whoever was signed in there is signed out. */
  async function signIn(
    terminal: Terminal,
    staffId: string,
    pin: string,
  ): Promise<{ person: Person; token: string } | 'wrong-pin'> {
    const person = await people.recognise(staffId, pin)
    if (!person) return 'wrong-pin'
    const token = newToken()
    const now = clock.now()
    await db.transaction().execute(async (trx) => {
      await endSessions(trx, now, { terminal_id: terminal.id })
      await trx
        .insertInto('sessions')
        .values({
          token_hash: hashToken(token),
          staff_id: person.id,
          terminal_id: terminal.id,
          created_at: now,
          expires_at: now + SESSION_LIFE_MS,
          ended_at: null,
        })
        .execute()
    })
    return { person, token }
  }

  /** Who is signed in with `token` at this terminal, and since when (epoch ms). */
  async function find(token: string, terminalId: string): Promise<{ person: Person; since: number } | undefined> {
    const row = await db
      .selectFrom('sessions')
      .innerJoin('staff', 'staff.id', 'sessions.staff_id')
      .innerJoin('terminals', 'terminals.id', 'sessions.terminal_id')
      .select(['staff.id', 'staff.name', 'staff.role', 'sessions.created_at as since'])
      .where('sessions.token_hash', '=', hashToken(token))
      .where('sessions.terminal_id', '=', terminalId)
      .where('sessions.ended_at', 'is', null)
      .where('sessions.expires_at', '>', clock.now())
      .where('staff.disabled_at', 'is', null)
      .where('terminals.revoked_at', 'is', null)
      .executeTakeFirst()
    return row && { person: readPerson(row), since: row.since }
  }

  /** Signs out. */
  async function end(token: string): Promise<void> {
    await endSessions(db, clock.now(), { token_hash: hashToken(token) })
  }

  return { signIn, find, end }
}
