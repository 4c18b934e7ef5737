import { sql, type Kysely, type Transaction } from 'kysely'

import type { Person } from '#domain/person.ts'
import { InvalidOperation } from '../../lib/failures.ts'
import { ofAllShops } from '../../database/schema/shared-tables.ts'
import type { JournalTables } from '../../database/schema/tables.ts'

type Trx = Transaction<JournalTables>

/** Consecutive wrong PINs of one person at one terminal that start a lock. Each further one starts a lock twice as long. */
const MAX_ATTEMPTS = 5
const FIRST_LOCK_MS = 30_000
const MAX_LOCK_MS = 15 * 60_000
/** Wrong PINs of one person, at all terminals together. A right PIN subtracts only those at its own terminal. */
const ATTEMPTS_EVERYWHERE = 50
const FIRST_LOCK_EVERYWHERE_MS = 30_000
const MAX_LOCK_EVERYWHERE_MS = 60 * 60_000
/** Counted from the last attempt. */
const FORGOTTEN_AFTER_MS = 24 * 60 * 60_000

/** The class of advisory locks for counting, used nowhere else. */
const CLASS = 5011

/** A lock at all terminals. `until` (epoch ms) is absent if a supervisor or the administrator has to unlock the person. */
export type PinLock = { until?: number }

type PersonAtTerminal = { staffId: string; terminalId: string }

/** A person's attempts at a terminal, and the remaining lock there (ms, or 0). Counts nothing. */
export async function readTerminalLock(
  trx: Trx,
  at: PersonAtTerminal,
  now: number,
): Promise<{ attempts: number; remainingMs: number }> {
  await trx
    .deleteFrom('pin_attempts')
    .where('last_attempt_at', '<', now - FORGOTTEN_AFTER_MS)
    .execute()
  const row = await trx
    .selectFrom('pin_attempts')
    .select(['attempts', 'last_attempt_at', 'locked_until'])
    .where('staff_id', '=', at.staffId)
    .where('terminal_id', '=', at.terminalId)
    .executeTakeFirst()
  if (!row) return { attempts: 0, remainingMs: 0 }
  if (row.locked_until <= now) return { attempts: row.attempts, remainingMs: 0 }
  if (row.last_attempt_at <= now) return { attempts: row.attempts, remainingMs: row.locked_until - now }
  // The clock was set back, so it is unknown how much of the lock has passed: the lock starts again.
  return { attempts: row.attempts, remainingMs: await writeTerminalAttempts(trx, at, row.attempts, now) }
}

/** Stores the number of attempts, the last one now. Returns the lock there (ms, or 0). */
export async function writeTerminalAttempts(
  trx: Trx,
  { staffId, terminalId }: PersonAtTerminal,
  attempts: number,
  now: number,
): Promise<number> {
  const lockMs = attempts < MAX_ATTEMPTS ? 0 : Math.min(FIRST_LOCK_MS * 2 ** (attempts - MAX_ATTEMPTS), MAX_LOCK_MS)
  const row = { attempts, last_attempt_at: now, locked_until: lockMs > 0 ? now + lockMs : 0 }
  await trx
    .insertInto('pin_attempts')
    .values({ staff_id: staffId, terminal_id: terminalId, ...row })
    .onConflict((conflict) => conflict.columns(['staff_id', 'terminal_id']).doUpdateSet(row))
    .execute()
  return lockMs
}

export type PinLocks = ReturnType<typeof createPinLocks>

/** `since` is the time of the previous attempt (epoch ms), if one is counted. */
type RightPin = { attempts: number; at: number; since: number | undefined }
type Counted = { active: PinLock } | { isBusy: true } | { attempts: number; since: number | undefined; next?: PinLock }

/** With `isShared`, all shops of the installation share one count, because a person's PIN is the same in each of their shops and could be guessed in each. */
export function createPinLocks({ isShared }: { isShared: boolean }) {
  /** People who are not in this shop are counted only here: a shop must not lock people of other shops. */
  const tableFor = (trx: Trx, person: object | undefined): Kysely<JournalTables> =>
    isShared && person ? ofAllShops(trx) : trx

  return {
    ...attemptCount(tableFor),

    /** Call after a new PIN or an unlock. Throws `InvalidOperation` while another shop is verifying the PIN, because this connection must not wait. */
    remove: async (trx: Trx, staffId: string): Promise<void> => {
      if (isShared) {
        if (!(await enter(trx, staffId)))
          throw new InvalidOperation("This person's PIN is being tried at this moment. Try again.")
        await ofAllShops(trx).deleteFrom('staff_pin_attempts').where('staff_id', '=', staffId).execute()
      }
      await trx.deleteFrom('staff_pin_attempts').where('staff_id', '=', staffId).execute()
    },

    /**
     * Subtracts the `attempts` at one terminal after a right PIN there at `at`. Those at other terminals stay until a day after the last of them, or each
     * sign-in would give a guesser elsewhere new attempts. Of two PINs tried in two shops at once, the wrong one still counts.
     */
    forget: async (trx: Trx, staffId: string, { attempts, at, since = at }: RightPin): Promise<void> => {
      if (isShared && !(await enter(trx, staffId))) return
      const table: Kysely<JournalTables> = isShared ? ofAllShops(trx) : trx
      await table
        .updateTable('staff_pin_attempts')
        .set({
          attempts: sql`attempts - ${attempts}`,
          last_attempt_at: sql`CASE WHEN last_attempt_at = ${at} THEN ${since} ELSE last_attempt_at END`,
          locked_until: 0,
          needs_unlock: 0,
        })
        .where('staff_id', '=', staffId)
        .execute()
      await table.deleteFrom('staff_pin_attempts').where('staff_id', '=', staffId).where('attempts', '<=', 0).execute()
    },

    /** Omits people who could not sign in here anyway. */
    find: async (db: Kysely<JournalTables>, now: number): Promise<Map<Person['id'], PinLock>> => {
      const people = await db.selectFrom('staff').select(['id', 'role']).where('disabled_at', 'is', null).execute()
      const roles = new Map(people.map(({ id, role }) => [id, role]))
      const rows = await (isShared ? ofAllShops(db) : db)
        .selectFrom('staff_pin_attempts')
        .selectAll()
        .where('attempts', '>=', ATTEMPTS_EVERYWHERE)
        .execute()
      return new Map(
        rows.flatMap(({ staff_id: id, needs_unlock, locked_until: until, last_attempt_at }): [string, PinLock][] => {
          const role = roles.get(id)
          if (role === undefined) return []
          if (needs_unlock && role !== 'supervisor') return [[id, {}]]
          // A right PIN ends the lock but not the count.
          return until > 0 && now - last_attempt_at < FORGOTTEN_AFTER_MS ? [[id, { until }]] : []
        }),
      )
    },
  }
}

/** Counts each attempt before its PIN is verified. */
function attemptCount(tableFor: (trx: Trx, person: object | undefined) => Kysely<JournalTables>) {
  return {
    /**
     * Counts in the same commit as the count at one terminal. Returns `active`, the lock in force, without counting; otherwise the number of attempts and, in
     * `next`, the lock that starts if this PIN is wrong too. A cashier is locked until a person unlocks them. A supervisor only has to wait: a shop whose
     * supervisors are all locked could unlock no one.
     */
    count: async (trx: Trx, staffId: string, now: number): Promise<Counted> => {
      const person = await trx
        .selectFrom('staff')
        .select('role')
        .where('id', '=', staffId)
        .where('disabled_at', 'is', null)
        .executeTakeFirst()
      const table = tableFor(trx, person)
      if (table !== trx && !(await enter(trx, staffId))) return { isBusy: true }
      await table
        .deleteFrom('staff_pin_attempts')
        .where('last_attempt_at', '<', now - FORGOTTEN_AFTER_MS)
        .where('needs_unlock', '=', 0)
        .$if(table !== trx, (old) => old.where('staff_id', '=', staffId))
        .execute()
      const before = await table
        .selectFrom('staff_pin_attempts')
        .selectAll()
        .where('staff_id', '=', staffId)
        .executeTakeFirst()
      // A cashier in one shop may be a supervisor here.
      if (before?.needs_unlock && person?.role !== 'supervisor') return { active: {} }
      const write = (attempts: number, { until = 0, needsUnlock = before?.needs_unlock === 1 } = {}) => {
        const row = { attempts, last_attempt_at: now, locked_until: until, needs_unlock: needsUnlock ? 1 : 0 }
        return table
          .insertInto('staff_pin_attempts')
          .values({ staff_id: staffId, ...row })
          .onConflict((conflict) => conflict.column('staff_id').doUpdateSet(row))
          .execute()
      }
      if (before && before.locked_until > now) {
        if (before.last_attempt_at <= now) return { active: { until: before.locked_until } }
        // The clock was set back: the lock starts again.
        const until = now + lockEverywhereMs(before.attempts)
        await write(before.attempts, { until })
        return { active: { until } }
      }
      const [attempts, since] = [(before?.attempts ?? 0) + 1, before?.last_attempt_at]
      if (attempts < ATTEMPTS_EVERYWHERE) {
        await write(attempts)
        return { attempts, since }
      }
      const until = now + lockEverywhereMs(attempts)
      if (person?.role !== 'cashier') {
        await write(attempts, { until })
        return { attempts, since, next: { until } }
      }
      await write(attempts, { until, needsUnlock: true })
      return { attempts, since, next: {} }
    },
  }
}

/** Doesn't wait, because this connection also sells. During another count the caller has to try again. */
async function enter(trx: Trx, staffId: string): Promise<boolean> {
  const { rows } = await sql<{
    entered: boolean
  }>`SELECT pg_try_advisory_xact_lock(${CLASS}, hashtext(${staffId})) AS entered`.execute(trx)
  return rows[0]?.entered === true
}

const lockEverywhereMs = (attempts: number) =>
  attempts < ATTEMPTS_EVERYWHERE
    ? 0
    : Math.min(FIRST_LOCK_EVERYWHERE_MS * 2 ** (attempts - ATTEMPTS_EVERYWHERE), MAX_LOCK_EVERYWHERE_MS)

/** Clears the attempts at one terminal, or at all. */
export async function clearPinAttempts(
  db: Kysely<JournalTables>,
  key: { staff_id: string; terminal_id?: string },
): Promise<void> {
  await db
    .deleteFrom('pin_attempts')
    .where((where) => where.and(key))
    .execute()
}
