import { sql, type Kysely } from 'kysely'

import type { SessionEntry } from '#contract/proxy/session.ts'
import type { Person, Terminal } from '#domain/person.ts'
import type { Clock } from '../clock.ts'
import { fixedQuery } from '../journal/fixed-query.ts'
import { createReadCache } from '../journal/read-cache.ts'
import type { JournalTables } from '../journal/tables.ts'
import type { AuditLog } from './audit-log.ts'
import type { Doer } from './doer.ts'
import { endSessions } from './end-sessions.ts'
import { NotPossible } from './not-possible.ts'
import { readPerson } from './person-row.ts'
import type { PinGuard } from './pin-guard.ts'
import { readTerminal } from './terminal-row.ts'
import { SESSION_LIFE_MS, startSession } from './start-session.ts'
import { hashToken, newToken } from './tokens.ts'

/** What is written down of use lags behind by so much, so that a request costs no commit. */
const WRITTEN_EVERY_MS = 15_000
/** What was on its way while a PIN was given again may still read with the token before. */
const OLD_TOKEN_READS_MS = 5_000

export type Sessions = ReturnType<typeof createSessions>
/** Who is signed in. `provenAt` is when they gave their PIN last, epoch ms. */
export type SignIn = { id: string; person: Person; since: number; provenAt: number }

type SessionDeps = {
  db: Kysely<JournalTables>
  clock: Clock
  audit: AuditLog
  pinGuard: PinGuard
  /** After so long without a person's hand a session is over. */
  idleMs: () => number
}

/** Who is signed in where. A session belongs to one terminal, and a terminal has one at a time. */
export function createSessions({ db, clock, audit, pinGuard, idleMs }: SessionDeps) {
  /** By session id: when it was last used, which is newer than what is written down. */
  const used = new Map<string, { at: number; writtenAt: number }>()
  /** By its hash: the token before the last PIN. */
  const replaced = new Map<string, { id: string; until: number }>()

  const going = (from: Kysely<JournalTables> = db) =>
    from
      .selectFrom('sessions')
      .innerJoin('staff', 'staff.id', 'sessions.staff_id')
      .innerJoin('terminals', 'terminals.id', 'sessions.terminal_id')
      .select(['staff.id as staff_id', 'staff.name', 'staff.role', 'staff.may', 'sessions.id', 'sessions.created_at'])
      .select(['sessions.last_used_at', 'sessions.proven_at', 'sessions.expires_at'])
      .select(['terminals.id as terminal_id', 'terminals.name as terminal_name', 'terminals.is_kiosk'])
      .where('sessions.ended_at', 'is', null)
      .where('staff.disabled_at', 'is', null)
      .where('terminals.revoked_at', 'is', null)
  type Row = Awaited<ReturnType<ReturnType<typeof going>['execute']>>[number]
  const known = createReadCache<Row>()
  audit.onChange(known.empty)
  const byToken = fixedQuery(db, ({ hash, terminalId }: { hash: string; terminalId: string }) =>
    going().where('sessions.terminal_id', '=', terminalId).where('sessions.token_hash', '=', hash),
  )
  const byId = fixedQuery(db, ({ id, terminalId }: { id: string; terminalId: string }) =>
    going().where('sessions.terminal_id', '=', terminalId).where('sessions.id', '=', id),
  )

  /** Signs in at a terminal: a new token every time, and whoever was signed in there is signed out. Throws as the PIN guard does. */
  async function signIn(terminal: Terminal, staffId: string, pin: string): Promise<{ person: Person; token: string }> {
    const { person, holdsIn } = await pinGuard.look({ terminalId: terminal.id, staffId, pin, purpose: 'sign-in' })
    for (const [id, { at }] of used) if (clock.now() - at > SESSION_LIFE_MS) used.delete(id)
    const token = await audit.commit(async (trx, note) => {
      await holdsIn(trx)
      const there = await going(trx).where('sessions.terminal_id', '=', terminal.id).executeTakeFirst()
      const over = there && whyOver(there)
      if (there && over) await note({ kind: 'session-ended', ...whoseIs(there), detail: { reason: over } })
      const isOther = there && !over && there.staff_id !== person.id
      const started = await startSession(trx, { person, terminal, now: clock.now() })
      const detail = isOther && { detail: { instead: there.name } }
      await note({ kind: 'signed-in', ...doerOf(person, terminal), ...detail })
      return started
    })
    return { person, token }
  }

  /**
   * Who is signed in with `token` at this terminal. For reads alone the token before the last PIN is good for a moment more. `fromCache`: as it
   * was when somebody last asked, or something was changed; whether the session is over is looked at all the same.
   */
  async function find(
    token: string,
    terminalId: string,
    { isRead = false, fromCache = false } = {},
  ): Promise<SignIn | undefined> {
    const hash = hashToken(token)
    const before = isRead ? replaced.get(hash) : undefined
    const isBefore = before && before.until > clock.now()
    const row = await known.find(`${hash} ${terminalId}`, fromCache && !isBefore, async () => {
      const { rows } = await (isBefore ? byId({ id: before.id, terminalId }) : byToken({ hash, terminalId }))
      return rows[0]
    })
    if (!row) return undefined
    const over = whyOver(row)
    if (over) {
      await endWith(row, over)
      return undefined
    }
    return { id: row.id, person: personOf(row), since: row.created_at, provenAt: row.proven_at }
  }

  /** A person's hand was at the till. */
  async function touch(id: string): Promise<void> {
    const now = clock.now()
    const writtenAt = used.get(id)?.writtenAt ?? -Infinity
    const isDue = now - writtenAt >= WRITTEN_EVERY_MS
    used.set(id, { at: now, writtenAt: isDue ? now : writtenAt })
    if (isDue) await db.updateTable('sessions').set({ last_used_at: now }).where('id', '=', id).execute()
  }

  /** Gives this session a new token, because its person gives their PIN once more. Throws as the PIN guard does. */
  async function prove(
    { id, person }: Pick<SignIn, 'id' | 'person'>,
    terminal: Terminal,
    pin: string,
  ): Promise<string> {
    const { holdsIn } = await pinGuard.look({ terminalId: terminal.id, staffId: person.id, pin, purpose: 'prove' })
    const token = newToken()
    const now = clock.now()
    await audit.commit(async (trx, note) => {
      await holdsIn(trx)
      const { token_hash: before } = await trx
        .selectFrom('sessions')
        .select('token_hash')
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .executeTakeFirstOrThrow(() => new NotPossible('This session is over.'))
      await trx
        .updateTable('sessions')
        .set({ token_hash: hashToken(token), proven_at: now, last_used_at: now })
        .where('id', '=', id)
        .execute()
      await note({ kind: 'proven', ...doerOf(person, terminal) })
      for (const [hash, { until }] of replaced) if (until <= now) replaced.delete(hash)
      replaced.set(before, { id, until: now + OLD_TOKEN_READS_MS })
    })
    return token
  }

  /** Signs out whoever has `token`. */
  async function end(token: string): Promise<void> {
    const row = await going().where('sessions.token_hash', '=', hashToken(token)).executeTakeFirst()
    if (row) await endWith(row)
  }

  async function endWith(row: Row, reason?: 'idle' | 'shift'): Promise<void> {
    used.delete(row.id)
    await audit.commit(async (trx, note) => {
      if ((await endSessions(trx, clock.now(), { id: row.id })) === 0) return
      const doer = whoseIs(row)
      await note(reason ? { kind: 'session-ended', ...doer, detail: { reason } } : { kind: 'signed-out', ...doer })
    })
  }

  /** Who is signed in where, the latest first. `asking` is the session that asks. */
  async function list(asking: string): Promise<SessionEntry[]> {
    const rows = (await going().orderBy('sessions.created_at', 'desc').execute()).filter((row) => !whyOver(row))
    return rows.map((row) => {
      const { id, name, role } = personOf(row)
      return {
        id: row.id,
        person: { id, name, role },
        terminal: terminalOf(row),
        since: row.created_at,
        lastUsedAt: lastUsedAt(row),
        isThis: row.id === asking,
      }
    })
  }

  /** Ends somebody's session from afar. Throws `NotPossible` when it is over. */
  async function endOther(id: string, doer: Doer): Promise<void> {
    const row = await going().where('sessions.id', '=', id).executeTakeFirst()
    if (!row || whyOver(row)) throw new NotPossible('This session is over already.')
    used.delete(id)
    await audit.commit(async (trx, note) => {
      await endSessions(trx, clock.now(), { id })
      const { id: about, name } = personOf(row)
      const detail = { reason: 'ended from afar', at: row.terminal_name }
      await note({ kind: 'session-ended', ...doer, about: { id: about, name }, detail })
    })
  }

  /** When each person, or somebody at each terminal, was last there, epoch ms by id, give or take what is not written down yet. */
  async function lastSeen(of: 'staff' | 'terminals'): Promise<ReadonlyMap<string, number>> {
    const whose = sql.ref(of === 'staff' ? 'sessions.staff_id' : 'sessions.terminal_id')
    // One look into an index each: grouping would read every session there ever was.
    const latest = sql<number | null>`(SELECT max(last_used_at) FROM sessions WHERE ${whose} = ${sql.ref(`${of}.id`)})`
    const rows = await db
      .selectFrom(of)
      .select(['id', latest.as('at')])
      .execute()
    return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[id, at]])))
  }

  const lastUsedAt = ({ id, last_used_at }: Row) => Math.max(used.get(id)?.at ?? 0, last_used_at)

  function whyOver(row: Row): 'idle' | 'shift' | undefined {
    const now = clock.now()
    if (now >= row.expires_at) return 'shift'
    const age = now - lastUsedAt(row)
    // An age that cannot be, as after a restart under another clock, is too old.
    return age >= 0 && age < idleMs() ? undefined : 'idle'
  }

  return { signIn, find, touch, prove, end, list, lastSeen, endOther }
}

type PersonRow = { staff_id: string; name: string; role: string; may: string }
const personOf = ({ staff_id, name, role, may }: PersonRow) => readPerson({ id: staff_id, name, role, may })
const whoseIs = (row: PersonRow & TerminalRow) => doerOf(personOf(row), terminalOf(row))
type TerminalRow = { terminal_id: string; terminal_name: string; is_kiosk: number }
const terminalOf = ({ terminal_id, terminal_name, is_kiosk }: TerminalRow) =>
  readTerminal({ id: terminal_id, name: terminal_name, is_kiosk })

const doerOf = (person: Person, terminal: Terminal) => ({
  by: { id: person.id, name: person.name },
  terminal: { id: terminal.id, name: terminal.name },
})
