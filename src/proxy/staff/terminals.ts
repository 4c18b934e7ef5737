import type { Kysely, Transaction } from 'kysely'

import type { Terminal } from '#domain/person.ts'
import type { Clock } from '../clock.ts'
import type { JournalTables } from '../journal/tables.ts'
import { isSameName, readName } from './names.ts'
import { NotPossible } from './not-possible.ts'
import { endSessions } from './end-sessions.ts'
import { hashToken, newCode, newId, newToken, plainCode } from './tokens.ts'

/** Long enough to walk to the new terminal, too short to be found later on a note. */
export const ENROL_CODE_LIFE_MS = 15 * 60 * 1000

export type Terminals = ReturnType<typeof createTerminals>
/** A terminal with what only the operator sees. */
export type TerminalEntry = Terminal & { createdAt: number; revokedAt: number | null }
/** `token` is for the cookie of that browser; it is not stored here and cannot be read again. */
export type Enrolled = { terminal: Terminal; token: string }

type TerminalDeps = { db: Kysely<JournalTables>; clock: Clock }

/** The browsers that may be a till. Each holds its own secret in a cookie. */
export function createTerminals({ db, clock }: TerminalDeps) {
  /** A code that makes one browser a terminal of this name, once, within 15 minutes. */
  async function issueEnrolCode(name: string): Promise<string> {
    const code = newCode()
    const now = clock.now()
    await db
      .insertInto('enrol_codes')
      .values({
        code_hash: hashToken(plainCode(code)),
        terminal_name: readName(name),
        created_at: now,
        expires_at: now + ENROL_CODE_LIFE_MS,
        used_at: null,
      })
      .execute()
    return code
  }

  /** Makes the browser that sent `code` a terminal; nothing when the code is wrong, used or too old. */
  function enrol(code: string): Promise<Enrolled | undefined> {
    return db.transaction().execute(async (trx) => {
      const used = await trx
        .updateTable('enrol_codes')
        .set({ used_at: clock.now() })
        .where('code_hash', '=', hashToken(plainCode(code)))
        .where('used_at', 'is', null)
        .where('expires_at', '>', clock.now())
        .returning('terminal_name')
        .executeTakeFirst()
      return used && insert(trx, used.terminal_name)
    })
  }

  /** Makes a browser a terminal without a code: practice on the same machine only. */
  const enrolItself = (name: string): Promise<Enrolled> => insert(db, readName(name))

  async function insert(into: Kysely<JournalTables> | Transaction<JournalTables>, name: string): Promise<Enrolled> {
    const terminal: Terminal = { id: newId(), name }
    const token = newToken()
    await into
      .insertInto('terminals')
      .values({ ...terminal, token_hash: hashToken(token), created_at: clock.now(), revoked_at: null })
      .execute()
    return { terminal, token }
  }

  /** Every terminal, also the revoked. */
  async function listAll(): Promise<TerminalEntry[]> {
    const rows = await db.selectFrom('terminals').selectAll().orderBy('created_at').orderBy('id').execute()
    return rows.map(({ id, name, created_at, revoked_at }) => ({
      id,
      name,
      createdAt: created_at,
      revokedAt: revoked_at,
    }))
  }

  /** Those in use with this name, in any case: names of terminals need not differ. */
  async function findByName(name: string): Promise<Terminal[]> {
    const inUse = (await listAll()).filter((terminal) => terminal.revokedAt === null)
    return inUse.filter((terminal) => isSameName(terminal.name, name)).map(({ id, name }) => ({ id, name }))
  }

  async function findByToken(token: string): Promise<Terminal | undefined> {
    return db
      .selectFrom('terminals')
      .select(['id', 'name'])
      .where('token_hash', '=', hashToken(token))
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
  }

  /** Makes a terminal an ordinary browser again and signs out whoever works there. */
  async function revoke(id: string): Promise<Terminal> {
    return db.transaction().execute(async (trx) => {
      const terminal = await trx
        .updateTable('terminals')
        .set({ revoked_at: clock.now() })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .returning(['id', 'name'])
        .executeTakeFirst()
      if (!terminal) throw new NotPossible('No terminal in use has this id.')
      await endSessions(trx, clock.now(), { terminal_id: id })
      return terminal
    })
  }

  return { issueEnrolCode, enrol, enrolItself, listAll, findByName, findByToken, revoke }
}
