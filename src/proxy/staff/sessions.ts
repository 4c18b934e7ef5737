import { sql, type Kysely } from 'kysely'

import type { SessionEntry } from '#contract/proxy/session.ts'
import type { Person, Terminal } from '#domain/person.ts'
import type { Clock } from '../clock.ts'
import { fixedQuery } from '../journal/fixed-query.ts'
import { createReadCache } from '../journal/read-cache.ts'
import type { JournalTables } from '../journal/tables.ts'
import type { AuditLog } from './audit-log.ts'
import type { Actor } from './actor.ts'
import { endSessions } from './end-sessions.ts'
import { InvalidOperation } from './invalid-operation.ts'
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
/** Who is signed in. `pinConfirmedAt` is when they gave their PIN last, epoch ms. */
export type SignIn = { id: string; person: Person; since: number; pinConfirmedAt: number }

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

  const active = (from: Kysely<JournalTables> = db) =>
    from
      .selectFrom('sessions')
      .innerJoin('staff', 'staff.id', 'sessions.staff_id')
      .innerJoin('terminals', 'terminals.id', 'sessions.terminal_id')
      .select([
        'staff.id as staff_id',
        'staff.name',
        'staff.role',
        'staff.permissions',
        'sessions.id',
        'sessions.created_at',
      ])
      .select(['sessions.last_activity_at', 'sessions.pin_confirmed_at', 'sessions.expires_at'])
      .select(['terminals.id as terminal_id', 'terminals.name as terminal_name', 'terminals.is_kiosk'])
      .where('sessions.ended_at', 'is', null)
      .where('staff.disabled_at', 'is', null)
      .where('terminals.revoked_at', 'is', null)
  type Row = Awaited<ReturnType<ReturnType<typeof active>['execute']>>[number]
  const known = createReadCache<Row>()
  audit.onChange(known.empty)
  const byToken = fixedQuery(db, ({ hash, terminalId }: { hash: string; terminalId: string }) =>
    active().where('sessions.terminal_id', '=', terminalId).where('sessions.token_hash', '=', hash),
  )
  const byId = fixedQuery(db, ({ id, terminalId }: { id: string; terminalId: string }) =>
    active().where('sessions.terminal_id', '=', terminalId).where('sessions.id', '=', id),
  )

  /** Signs in at a terminal: a new token every time, and whoever was signed in there is signed out. Throws as the PIN guard does. */
  async function signIn(terminal: Terminal, staffId: string, pin: string): Promise<{ person: Person; token: string }> {
    const { person, assertStillValid } = await pinGuard.verify({
      terminalId: terminal.id,
      staffId,
      pin,
      purpose: 'sign-in',
    })
    for (const [id, { at }] of used) if (clock.now() - at > SESSION_LIFE_MS) used.delete(id)
    const token = await audit.commit(async (trx, note) => {
      await assertStillValid(trx)
      const there = await active(trx).where('sessions.terminal_id', '=', terminal.id).executeTakeFirst()
      const over = there && endReason(there)
      if (there && over) await note({ kind: 'session-ended', ...whoseIs(there), detail: { reason: over } })
      const isOther = there && !over && there.staff_id !== person.id
      const started = await startSession(trx, { person, terminal, now: clock.now() })
      const detail = isOther && { detail: { instead: there.name } }
      await note({ kind: 'signed-in', ...actorOf(person, terminal), ...detail })
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
    const over = endReason(row)
    if (over) {
      await endWith(row, over)
      return undefined
    }
    return { id: row.id, person: personOf(row), since: row.created_at, pinConfirmedAt: row.pin_confirmed_at }
  }

  /** A person's hand was at the till. */
  async function recordActivity(id: string): Promise<void> {
    const now = clock.now()
    const writtenAt = used.get(id)?.writtenAt ?? -Infinity
    const isDue = now - writtenAt >= WRITTEN_EVERY_MS
    used.set(id, { at: now, writtenAt: isDue ? now : writtenAt })
    if (isDue) await db.updateTable('sessions').set({ last_activity_at: now }).where('id', '=', id).execute()
  }

  /** Gives this session a new token, because its person gives their PIN once more. Throws as the PIN guard does. */
  async function stepUp(
    { id, person }: Pick<SignIn, 'id' | 'person'>,
    terminal: Terminal,
    pin: string,
  ): Promise<string> {
    const { assertStillValid } = await pinGuard.verify({
      terminalId: terminal.id,
      staffId: person.id,
      pin,
      purpose: 'step-up',
    })
    const token = newToken()
    const now = clock.now()
    await audit.commit(async (trx, note) => {
      await assertStillValid(trx)
      const { token_hash: before } = await trx
        .selectFrom('sessions')
        .select('token_hash')
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .executeTakeFirstOrThrow(() => new InvalidOperation('This session is over.'))
      await trx
        .updateTable('sessions')
        .set({ token_hash: hashToken(token), pin_confirmed_at: now, last_activity_at: now })
        .where('id', '=', id)
        .execute()
      await note({ kind: 'pin-confirmed', ...actorOf(person, terminal) })
      for (const [hash, { until }] of replaced) if (until <= now) replaced.delete(hash)
      replaced.set(before, { id, until: now + OLD_TOKEN_READS_MS })
    })
    return token
  }

  /** Signs out whoever has `token`. */
  async function end(token: string): Promise<void> {
    const row = await active().where('sessions.token_hash', '=', hashToken(token)).executeTakeFirst()
    if (row) await endWith(row)
  }

  async function endWith(row: Row, reason?: 'idle' | 'max-age'): Promise<void> {
    used.delete(row.id)
    await audit.commit(async (trx, note) => {
      if ((await endSessions(trx, clock.now(), { id: row.id })) === 0) return
      const actor = whoseIs(row)
      await note(reason ? { kind: 'session-ended', ...actor, detail: { reason } } : { kind: 'signed-out', ...actor })
    })
  }

  /** Who is signed in where, the latest first. `asking` is the session that asks. */
  async function list(asking: string): Promise<SessionEntry[]> {
    const rows = (await active().orderBy('sessions.created_at', 'desc').execute()).filter((row) => !endReason(row))
    return rows.map((row) => {
      const { id, name, role } = personOf(row)
      return {
        id: row.id,
        person: { id, name, role },
        terminal: terminalOf(row),
        since: row.created_at,
        lastActivityAt: lastActivityAt(row),
        isThis: row.id === asking,
      }
    })
  }

  /** Ends somebody's session from afar. Throws `InvalidOperation` when it is over. */
  async function endRemotely(id: string, actor: Actor): Promise<void> {
    const row = await active().where('sessions.id', '=', id).executeTakeFirst()
    if (!row || endReason(row)) throw new InvalidOperation('This session is over already.')
    used.delete(id)
    await audit.commit(async (trx, note) => {
      await endSessions(trx, clock.now(), { id })
      const { id: about, name } = personOf(row)
      const detail = { reason: 'ended-remotely', at: row.terminal_name }
      await note({ kind: 'session-ended', ...actor, about: { id: about, name }, detail })
    })
  }

  /** When each person, or somebody at each terminal, was last there, epoch ms by id, give or take what is not written down yet. */
  async function lastSeen(of: 'staff' | 'terminals'): Promise<ReadonlyMap<string, number>> {
    const whose = sql.ref(of === 'staff' ? 'sessions.staff_id' : 'sessions.terminal_id')
    // One look into an index each: grouping would read every session there ever was.
    const latest = sql<
      number | null
    >`(SELECT max(last_activity_at) FROM sessions WHERE ${whose} = ${sql.ref(`${of}.id`)})`
    const rows = await db
      .selectFrom(of)
      .select(['id', latest.as('at')])
      .execute()
    return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[id, at]])))
  }

  const lastActivityAt = ({ id, last_activity_at }: Row) => Math.max(used.get(id)?.at ?? 0, last_activity_at)

  function endReason(row: Row): 'idle' | 'max-age' | undefined {
    const now = clock.now()
    if (now >= row.expires_at) return 'max-age'
    const age = now - lastActivityAt(row)
    // An age that cannot be, as after a restart under another clock, is too old.
    return age >= 0 && age < idleMs() ? undefined : 'idle'
  }

  return { signIn, find, recordActivity, stepUp, end, list, lastSeen, endRemotely }
}

type PersonRow = { staff_id: string; name: string; role: string; permissions: string }
const personOf = ({ staff_id, name, role, permissions }: PersonRow) =>
  readPerson({ id: staff_id, name, role, permissions })
const whoseIs = (row: PersonRow & TerminalRow) => actorOf(personOf(row), terminalOf(row))
type TerminalRow = { terminal_id: string; terminal_name: string; is_kiosk: number }
const terminalOf = ({ terminal_id, terminal_name, is_kiosk }: TerminalRow) =>
  readTerminal({ id: terminal_id, name: terminal_name, is_kiosk })

const actorOf = (person: Person, terminal: Terminal) => ({
  by: { id: person.id, name: person.name },
  terminal: { id: terminal.id, name: terminal.name },
})
