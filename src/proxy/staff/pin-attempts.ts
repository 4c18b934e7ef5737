import type { Kysely, Transaction } from 'kysely'

import type { Person } from '#domain/person.ts'
import type { JournalTables } from '../journal/tables.ts'

type Trx = Transaction<JournalTables>

/** Wrong PINs of one person at one terminal in a row that cost nothing. From the last of them on, each costs a lock that doubles. */
const MAX_ATTEMPTS = 5
const FIRST_LOCK_MS = 30_000
const MAX_LOCK_MS = 15 * 60_000
/** Wrong PINs of one person at all terminals, with no right one between them, that lock the person everywhere. */
export const ATTEMPTS_EVERYWHERE = 50
const FIRST_LOCK_EVERYWHERE_MS = 30_000
const MAX_LOCK_EVERYWHERE_MS = 60 * 60_000
/** Attempts are forgotten a day after the last of them. */
const FORGOTTEN_AFTER_MS = 24 * 60 * 60_000

/** A lock of one person at all terminals. `until` (epoch ms) is absent if a supervisor or the administrator has to unlock them. */
export type PinLock = { until?: number }

/** One person at one terminal. */
type PersonAtTerminal = { staffId: string; terminalId: string }

/** The attempts of a person at a terminal so far, and how long the lock there still lasts (ms, 0 without a lock). Counts nothing. */
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
  // The clock was set back, so it is not known how much of the lock has passed: it starts again.
  return { attempts: row.attempts, remainingMs: await writeTerminalAttempts(trx, at, row.attempts, now) }
}

/** Stores how many attempts there were at a terminal, the last of them now. Returns how long the person is locked there (ms, 0 without a lock). */
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

/**
 * Counts an attempt of a person over all terminals, in the same commit as the count at one terminal. Returns `active`, the lock in force,
 * without counting; otherwise the number of attempts and, in `next`, the lock that starts if this PIN is wrong too. A cashier is locked until
 * somebody unlocks them. A supervisor only has to wait, because a shop whose supervisors are all locked could not unlock anybody.
 */
export async function countEverywhere(
  trx: Trx,
  staffId: string,
  now: number,
): Promise<{ active: PinLock } | { attempts: number; next?: PinLock }> {
  await trx
    .deleteFrom('staff_pin_attempts')
    .where('last_attempt_at', '<', now - FORGOTTEN_AFTER_MS)
    .where('needs_unlock', '=', 0)
    .execute()
  const before = await trx
    .selectFrom('staff_pin_attempts')
    .selectAll()
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
  if (before?.needs_unlock) return { active: {} }
  const write = (row: { attempts: number; last_attempt_at: number; locked_until: number; needs_unlock: number }) =>
    trx
      .insertInto('staff_pin_attempts')
      .values({ staff_id: staffId, ...row })
      .onConflict((conflict) => conflict.column('staff_id').doUpdateSet(row))
      .execute()
  if (before && before.locked_until > now) {
    if (before.last_attempt_at <= now) return { active: { until: before.locked_until } }
    // The clock was set back: the lock starts again.
    const until = now + lockEverywhereMs(before.attempts)
    await write({ attempts: before.attempts, last_attempt_at: now, locked_until: until, needs_unlock: 0 })
    return { active: { until } }
  }
  const attempts = (before?.attempts ?? 0) + 1
  const person = await trx
    .selectFrom('staff')
    .select('role')
    .where('id', '=', staffId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  const isTooMany = attempts >= ATTEMPTS_EVERYWHERE
  const needsUnlock = isTooMany && person?.role === 'cashier'
  const until = isTooMany && !needsUnlock ? now + lockEverywhereMs(attempts) : 0
  await write({ attempts, last_attempt_at: now, locked_until: until, needs_unlock: needsUnlock ? 1 : 0 })
  return { attempts, ...(isTooMany && { next: needsUnlock ? {} : { until } }) }
}

const lockEverywhereMs = (attempts: number) =>
  attempts < ATTEMPTS_EVERYWHERE
    ? 0
    : Math.min(FIRST_LOCK_EVERYWHERE_MS * 2 ** (attempts - ATTEMPTS_EVERYWHERE), MAX_LOCK_EVERYWHERE_MS)

/** Removes the count and the lock over all terminals: after a right PIN, a new PIN or an unlock. */
export async function clearPinLock(trx: Trx, staffId: string): Promise<void> {
  await trx.deleteFrom('staff_pin_attempts').where('staff_id', '=', staffId).execute()
}

/** The people who could sign in without their lock over all terminals. */
export async function findPinLocks(db: Kysely<JournalTables>, now: number): Promise<Map<Person['id'], PinLock>> {
  const rows = await db
    .selectFrom('staff_pin_attempts')
    .innerJoin('staff', 'staff.id', 'staff_id')
    .select(['staff_id', 'needs_unlock', 'locked_until', 'last_attempt_at'])
    .where('attempts', '>=', ATTEMPTS_EVERYWHERE)
    .where('disabled_at', 'is', null)
    .execute()
  return new Map(
    rows.flatMap(({ staff_id, needs_unlock, locked_until, last_attempt_at }): [string, PinLock][] => {
      if (needs_unlock) return [[staff_id, {}]]
      return now - last_attempt_at < FORGOTTEN_AFTER_MS ? [[staff_id, { until: locked_until }]] : []
    }),
  )
}

/** Removes the counts and locks of a person at one terminal, or at each terminal. */
export async function clearPinAttempts(
  db: Kysely<JournalTables>,
  key: { staff_id: string; terminal_id?: string },
): Promise<void> {
  await db
    .deleteFrom('pin_attempts')
    .where((where) => where.and(key))
    .execute()
}
