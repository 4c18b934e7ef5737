import { createHmac, hkdfSync } from 'node:crypto'

import type { Kysely, Selectable, Transaction } from 'kysely'

import { findBadgeCode } from '#domain/badge.ts'
import { refOf, type Person } from '#domain/person.ts'
import type { Clock } from '../lib/clock.ts'
import { InvalidOperation, RequestRefused } from '../lib/failures.ts'
import { newId } from '../lib/identifiers.ts'
import type { BadgesColumns } from '../database/schema/badge-schema.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import { about, type Actor, type AuditLog } from '../audit/audit-log.ts'
import { findActiveRow, readPerson } from './people-store.ts'
import type { People } from './people.ts'
import { readTerminalLock, writeTerminalAttempts } from './pins/pin-attempts.ts'
import type { AttemptsOfMinute } from './pins/pin-guard.ts'
import type { PinQueue } from './pins/pins.ts'
import { endSessions } from './session-store.ts'

type Trx = Transaction<JournalTables>
type Db = Kysely<JournalTables>

export type Badges = ReturnType<typeof createBadges>
/** `assertStillValid` throws `RequestRefused` 401 if the badge was blocked or its person disabled since. */
export type FoundBadge = { id: string; person: Person; assertStillValid: (trx: Trx) => Promise<Person> }

/** A badge, or how long badges are not accepted at this terminal: from now on after this wrong one, or still. */
type Found = { badge: Selectable<BadgesColumns>; person: Person } | { lockMs: number } | { remainingMs: number }

type Deps = {
  db: Db
  clock: Clock
  audit: AuditLog
  pepper: Buffer
  people: Pick<People, 'change'>
  turns: PinQueue
  minute: AttemptsOfMinute
}

/** Replaces a person in the counts of `pin_attempts`, because an unknown badge belongs to no one. No person's id has a space. */
const ANY_BADGE = 'any badge'

/**
 * Only a keyed digest of a card's code is stored, with a key derived from the pepper, because a code has 24 to 56 bits and could be guessed from a plain
 * digest. Badges belong to one shop.
 */
export function createBadges({ db, clock, audit, pepper, people, turns, minute }: Deps) {
  const key = Buffer.from(hkdfSync('sha256', pepper, '', 'toptill badges', 32))
  const digestOf = (text: string): string => {
    const code = findBadgeCode(text)
    if (code === undefined) throw new InvalidOperation('This is not the code of a card.')
    return createHmac('sha256', key).update(code).digest('base64url')
  }

  /** Throws `InvalidOperation` if the person has a badge, or the card is someone's. A card that was blocked can be added again. */
  function add(id: string, code: string, actor: Actor): Promise<Person> {
    const digest = digestOf(code)
    return people.change(id, actor, async (trx, { name }) => {
      const active = await activeBadges(trx)
        .where((either) => either.or([either('staff_id', '=', id), either('digest', '=', digest)]))
        .execute()
      if (active.some(({ staff_id }) => staff_id === id))
        throw new InvalidOperation(`${name} already has a badge. Block it first.`)
      if (active.length > 0) throw new InvalidOperation('This card is already the badge of someone here.')
      const row = { id: newId(), staff_id: id, digest, created_at: clock.now(), blocked_at: null }
      await trx.insertInto('badges').values(row).execute()
      return { kind: 'badge-added' }
    })
  }

  /** Ends the sessions that the badge began. Every supervisor may block every badge, because a lost one cannot wait. */
  function block(id: string, actor: Actor): Promise<Person> {
    return audit.commit(async (trx, note) => {
      const person = await trx.selectFrom('staff').selectAll().where('id', '=', id).executeTakeFirst()
      const badge = await activeBadges(trx).where('staff_id', '=', id).executeTakeFirst()
      if (!person || !badge) throw new InvalidOperation('This person has no badge.')
      const now = clock.now()
      await trx.updateTable('badges').set({ blocked_at: now }).where('id', '=', badge.id).execute()
      await endSessions(trx, now, { badge_id: badge.id })
      await note({ kind: 'badge-blocked', ...actor, ...about(person) })
      return readPerson(person)
    })
  }

  return {
    add,
    block,
    identify: badgeGuard({ db, clock, audit, turns, minute }, digestOf),
    /** Since when each person has had their badge (epoch ms). */
    since: async (): Promise<ReadonlyMap<Person['id'], number>> => {
      const rows = await activeBadges(db).execute()
      return new Map(rows.map(({ staff_id, created_at }) => [staff_id, created_at]))
    },
    hasAny: async (): Promise<boolean> => (await activeBadges(db).limit(1).executeTakeFirst()) !== undefined,
  }
}

/**
 * Throws `RequestRefused`: 401 `wrong-badge` if the badge is unknown, blocked or of a disabled person, 429 `badge-locked` after too many of them. Each is
 * counted in the commit that finds it, and a right badge does not reset the count, or the owner of any badge could.
 */
const badgeGuard =
  (deps: Omit<Deps, 'pepper' | 'people'>, digestOf: (code: string) => string) =>
  async (terminalId: string, code: string): Promise<FoundBadge> => {
    const { db, clock, turns, minute } = deps
    const digest = digestOf(code)
    const found = await turns.run<Found>(terminalId, () =>
      db.transaction().execute(async (trx) => {
        const now = clock.now()
        const at = { staffId: ANY_BADGE, terminalId }
        const { attempts, remainingMs } = await readTerminalLock(trx, at, now)
        if (remainingMs > 0) return { remainingMs }
        minute.refuseTooMany(terminalId, now)
        const badge = await activeBadges(trx).where('digest', '=', digest).executeTakeFirst()
        const person = badge && (await findActiveRow(trx, badge.staff_id))
        if (badge && person) return { badge, person: readPerson(person) }
        minute.addAttempt(terminalId, now)
        return { lockMs: await writeTerminalAttempts(trx, at, attempts + 1, now) }
      }),
    )
    if ('remainingMs' in found) throw tooMany(found.remainingMs)
    if ('badge' in found) {
      const { badge, person } = found
      return { id: badge.id, person, assertStillValid: (trx) => readAgain(trx, badge) }
    }
    await recordWrong(deps, digest, terminalId, found.lockMs)
    throw wrongBadge(found.lockMs)
  }

/** Names the person of a blocked badge, which only supervisors read. */
async function recordWrong(
  { audit }: Pick<Deps, 'audit'>,
  digest: string,
  terminalId: string,
  lockMs: number,
): Promise<void> {
  await audit.commit(async (trx, note) => {
    const terminal = await trx
      .selectFrom('terminals')
      .select(['id', 'name'])
      .where('id', '=', terminalId)
      .executeTakeFirst()
    const person = await trx
      .selectFrom('badges')
      .innerJoin('staff', 'staff.id', 'badges.staff_id')
      .select(['staff.id', 'staff.name'])
      .where('badges.digest', '=', digest)
      .orderBy('badges.created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    await note({
      kind: 'wrong-badge',
      ...(terminal && { terminal }),
      ...(person && { about: refOf(person) }),
      ...(lockMs > 0 && { detail: { seconds: lockMs / 1000 } }),
    })
  })
}

const activeBadges = (db: Db) => db.selectFrom('badges').selectAll().where('blocked_at', 'is', null)

async function readAgain(trx: Trx, { id, staff_id }: Selectable<BadgesColumns>): Promise<Person> {
  const badge = await activeBadges(trx).where('id', '=', id).executeTakeFirst()
  const person = badge && (await findActiveRow(trx, staff_id))
  if (!person) throw wrongBadge()
  return readPerson(person)
}

export const wrongBadge = (lockMs = 0) =>
  new RequestRefused(401, 'wrong-badge', 'This badge does not sign anyone in here.', waitFor(lockMs))
const tooMany = (lockMs: number) =>
  new RequestRefused(429, 'badge-locked', 'Too many wrong badges here. Wait a while, or enter a PIN.', waitFor(lockMs))
const waitFor = (lockMs: number) => (lockMs > 0 ? { retryAfterMs: lockMs } : {})
