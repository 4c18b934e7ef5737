import { sql, type Kysely, type Transaction } from 'kysely'

import type { SessionEntry } from '#api/session.ts'
import type { AuditDetail } from '#domain/audit.ts'
import { refOf, SESSION_LIFE_MS, type Person, type Terminal } from '#domain/person.ts'
import type { Clock } from '../lib/clock.ts'
import { InvalidOperation } from '../lib/failures.ts'
import { fixedQuery } from '../database/drivers/fixed-query.ts'
import { createReadCache } from '../database/drivers/read-cache.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import { hashToken, newToken } from '../lib/identifiers.ts'
import { readPerson } from './people-store.ts'
import type { PinGuard } from './pins/pin-guard.ts'
import { endSessions, startSession } from './session-store.ts'
import { readTerminal } from '../database/schema/terminal-row.ts'

/** The shortest interval between writes of activity, so not every request costs a commit. */
const WRITE_INTERVAL_MS = 15_000
/** Reads sent before a step-up may use the previous token for this time. */
const OLD_TOKEN_VALID_MS = 5_000

type Trx = Transaction<JournalTables>
export type Sessions = ReturnType<typeof createSessions>
/** Times are epoch ms; `pinConfirmedAt` is when the person last entered their PIN. */
export type SignIn = { id: string; person: Person; since: number; pinConfirmedAt: number }

type SessionDeps = {
  db: Kysely<JournalTables>
  clock: Clock
  audit: AuditLog
  pinGuard: PinGuard
  /** How long a session lasts without activity. */
  idleMs: () => number
}

/** A session belongs to one terminal, and a terminal has one at a time. */
export function createSessions(deps: SessionDeps) {
  const { db, clock, audit, idleMs } = deps
  /** The last activity by session id, newer than the stored time. */
  const activity = new Map<string, { at: number; writtenAt: number }>()
  /** Replaced tokens by their hash. */
  const replaced = new Map<string, { id: string; until: number }>()
  const active = () => activeIn(db)
  const cache = createReadCache<Row>()
  audit.onChange(cache.empty)
  const { byToken, byId } = sessionQueries(db)

  /**
   * Reads may briefly use the token before the last step-up. `fromCache`: as of the last read or change of people, terminals or sessions; whether the session
   * is over is always checked.
   */
  async function find(
    token: string,
    terminalId: string,
    { isRead = false, fromCache = false } = {},
  ): Promise<SignIn | undefined> {
    const hash = hashToken(token)
    const before = isRead ? replaced.get(hash) : undefined
    const isBefore = before && before.until > clock.now()
    const row = await cache.find(`${hash} ${terminalId}`, fromCache && !isBefore, async () => {
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

  async function recordActivity(id: string): Promise<void> {
    const now = clock.now()
    const writtenAt = activity.get(id)?.writtenAt ?? -Infinity
    const isDue = now - writtenAt >= WRITE_INTERVAL_MS
    activity.set(id, { at: now, writtenAt: isDue ? now : writtenAt })
    if (isDue) await db.updateTable('sessions').set({ last_activity_at: now }).where('id', '=', id).execute()
  }

  async function end(token: string): Promise<void> {
    const row = await active().where('sessions.token_hash', '=', hashToken(token)).executeTakeFirst()
    if (row) await endWith(row)
  }

  async function endWith(row: Row, reason?: 'idle' | 'max-age'): Promise<void> {
    activity.delete(row.id)
    await audit.commit(async (trx, note) => {
      if ((await endSessions(trx, clock.now(), { id: row.id })) === 0) return
      const actor = actorOfRow(row)
      await note(reason ? { kind: 'session-ended', ...actor, detail: { reason } } : { kind: 'signed-out', ...actor })
    })
  }

  const lastActivityAt = ({ id, last_activity_at }: Row) => Math.max(activity.get(id)?.at ?? 0, last_activity_at)

  function endReason(row: Row): 'idle' | 'max-age' | undefined {
    const now = clock.now()
    if (now >= row.expires_at) return 'max-age'
    const age = now - lastActivityAt(row)
    // A negative age (another clock after a restart) counts as too old.
    return age >= 0 && age < idleMs() ? undefined : 'idle'
  }

  return {
    ...sessionStarts(deps, { activity, replaced, endReason }),
    ...sessionLists(deps, { active, lastActivityAt, endReason, forget: (id) => void activity.delete(id) }),
    find,
    recordActivity,
    end,
  }
}

/** With a badge: its id, and whether a PIN was entered too. */
type NewSignIn = {
  assertStillValid: (trx: Trx) => Promise<unknown>
  badgeId?: string
  hasPin?: boolean
  lifeMs?: number | undefined
}
type Starts = Pick<Lists, 'endReason'> & {
  activity: Map<string, { at: number; writtenAt: number }>
  replaced: Map<string, { id: string; until: number }>
}

function sessionStarts({ clock, audit, pinGuard }: SessionDeps, { activity, replaced, endReason }: Starts) {
  /** Returns a new token; any other session at the terminal ends. Throws like the PIN guard. */
  async function signIn(
    terminal: Terminal,
    staffId: string,
    pin: string,
    lifeMs?: number,
  ): Promise<{ person: Person; token: string }> {
    const { person, assertStillValid } = await pinGuard.verify({
      terminalId: terminal.id,
      staffId,
      pin,
      purpose: 'sign-in',
    })
    return { person, token: await start(person, terminal, { assertStillValid, lifeMs }) }
  }

  /** Call after the person was identified. `assertStillValid` runs in the commit. Returns a new token; any other session at the terminal ends. */
  async function start(person: Person, terminal: Terminal, { assertStillValid, ...how }: NewSignIn): Promise<string> {
    for (const [id, { at }] of activity) if (clock.now() - at > SESSION_LIFE_MS) activity.delete(id)
    return audit.commit(async (trx, note) => {
      await assertStillValid(trx)
      const current = await activeIn(trx).where('sessions.terminal_id', '=', terminal.id).executeTakeFirst()
      const over = current && endReason(current)
      if (current && over) await note({ kind: 'session-ended', ...actorOfRow(current), detail: { reason: over } })
      const isOther = current && !over && current.staff_id !== person.id
      const token = await startSession(trx, { person, terminal, now: clock.now(), ...how })
      const by = how.badgeId === undefined ? {} : { with: how.hasPin === false ? 'badge-alone' : 'badge' }
      const detail = { ...by, ...(isOther && { instead: current.name }) }
      await note({
        kind: 'signed-in',
        ...actorOf(person, terminal),
        ...(Object.keys(detail).length > 0 && { detail }),
      })
      return token
    })
  }

  /** The session gets a new token. Throws like the PIN guard. */
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
      replaced.set(before, { id, until: now + OLD_TOKEN_VALID_MS })
    })
    return token
  }

  return { signIn, start, stepUp }
}

type Row = Awaited<ReturnType<ReturnType<typeof activeIn>['execute']>>[number]

const activeIn = (from: Kysely<JournalTables>) =>
  from
    .selectFrom('sessions')
    .innerJoin('staff', 'staff.id', 'sessions.staff_id')
    .innerJoin('terminals', 'terminals.id', 'sessions.terminal_id')
    .select([
      'staff.id as staff_id',
      'staff.name',
      'staff.role',
      'staff.permissions',
      'staff.is_owner',
      'staff.language',
      'sessions.id',
      'sessions.created_at',
    ])
    .select(['sessions.last_activity_at', 'sessions.pin_confirmed_at', 'sessions.expires_at'])
    .select(['terminals.id as terminal_id', 'terminals.name as terminal_name'])
    .select(['terminals.is_kiosk', 'terminals.is_self_order', 'terminals.is_practice'])
    .where('sessions.ended_at', 'is', null)
    .where('staff.disabled_at', 'is', null)
    .where('terminals.revoked_at', 'is', null)

function sessionQueries(db: Kysely<JournalTables>) {
  const active = () => activeIn(db)
  const byToken = fixedQuery(db, ({ hash, terminalId }: { hash: string; terminalId: string }) =>
    active().where('sessions.terminal_id', '=', terminalId).where('sessions.token_hash', '=', hash),
  )
  const byId = fixedQuery(db, ({ id, terminalId }: { id: string; terminalId: string }) =>
    active().where('sessions.terminal_id', '=', terminalId).where('sessions.id', '=', id),
  )
  return { byToken, byId }
}

type Lists = {
  active: () => ReturnType<typeof activeIn>
  lastActivityAt: (row: Row) => number
  endReason: (row: Row) => 'idle' | 'max-age' | undefined
  forget: (id: string) => void
}

function sessionLists({ db, clock, audit }: SessionDeps, { active, lastActivityAt, endReason, forget }: Lists) {
  /** Newest first. `requestedBy` is a session's id. */
  async function list(requestedBy: string): Promise<SessionEntry[]> {
    const rows = (await active().orderBy('sessions.created_at', 'desc').execute()).filter((row) => !endReason(row))
    return rows.map((row) => {
      const { id, name, role } = personOf(row)
      return {
        id: row.id,
        person: { id, name, role },
        terminal: terminalOf(row),
        since: row.created_at,
        lastActivityAt: lastActivityAt(row),
        isThis: row.id === requestedBy,
      }
    })
  }

  /** Throws `InvalidOperation` if the session is over. */
  async function endRemotely(id: string, actor: Actor): Promise<void> {
    const row = await active().where('sessions.id', '=', id).executeTakeFirst()
    if (!row || endReason(row)) throw new InvalidOperation('This session has already ended.')
    forget(id)
    await audit.commit(async (trx, note) => {
      await endSessions(trx, clock.now(), { id })
      const { id: about, name } = personOf(row)
      const detail: AuditDetail = { reason: 'ended-remotely', at: row.terminal_name }
      await note({ kind: 'session-ended', ...actor, about: { id: about, name }, detail })
    })
  }

  /** The last activity as stored, by person or terminal. */
  async function lastSeen(of: 'staff' | 'terminals'): Promise<ReadonlyMap<string, number>> {
    const whose = sql.ref(of === 'staff' ? 'sessions.staff_id' : 'sessions.terminal_id')
    // One index lookup each, because grouping would read every session there ever was.
    const latest = sql<
      number | null
    >`(SELECT max(last_activity_at) FROM sessions WHERE ${whose} = ${sql.ref(`${of}.id`)})`
    const rows = await db
      .selectFrom(of)
      .select(['id', latest.as('at')])
      .execute()
    return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[id, at]])))
  }

  return { list, endRemotely, lastSeen }
}

type PersonRow = Omit<Parameters<typeof readPerson>[0], 'id'> & { staff_id: string }
const personOf = ({ staff_id, ...row }: PersonRow) => readPerson({ ...row, id: staff_id })
const actorOfRow = (row: PersonRow & TerminalRow) => actorOf(personOf(row), terminalOf(row))
type TerminalRow = Omit<Parameters<typeof readTerminal>[0], 'id' | 'name'> & {
  terminal_id: string
  terminal_name: string
}
const terminalOf = ({ terminal_id, terminal_name, ...kind }: TerminalRow) =>
  readTerminal({ ...kind, id: terminal_id, name: terminal_name })

const actorOf = (person: Person, terminal: Terminal) => ({ by: refOf(person), terminal: refOf(terminal) })
