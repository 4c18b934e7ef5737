import type { Kysely, Transaction } from 'kysely'

import type { Person } from '#domain/person.ts'
import type { JournalTables } from '../journal/tables.ts'

type Trx = Transaction<JournalTables>

/** So many wrong PINs of one person at all terminals, with no right one between them, are not mistakes any more. */
export const ATTEMPTS_EVERYWHERE = 50
const FIRST_WAIT_MS = 30_000
const MAX_WAIT_MS = 60 * 60_000
/** They are forgotten a day after the last of them. */
const FORGOTTEN_AFTER_MS = 24 * 60 * 60_000

/** Somebody at whose PIN was guessed too often. `until` (epoch ms) is absent where they have to be unlocked. */
export type PinLock = { until?: number }

/**
 * Counts one more PIN of a person over all terminals, in the commit of the count at one. Answers the lock that holds already, and then counts
 * nothing; else how many there are now and the lock that begins if this one is wrong, too. A cashier is locked until a supervisor or the
 * operator unlocks them; anybody else only waits, since a shop without its supervisors could let nobody in again.
 */
export async function countEverywhere(
  trx: Trx,
  staffId: string,
  now: number,
): Promise<{ holds: PinLock } | { attempts: number; begins?: PinLock }> {
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
  if (before?.needs_unlock) return { holds: {} }
  const write = (row: { attempts: number; last_attempt_at: number; locked_until: number; needs_unlock: number }) =>
    trx
      .insertInto('staff_pin_attempts')
      .values({ staff_id: staffId, ...row })
      .onConflict((conflict) => conflict.column('staff_id').doUpdateSet(row))
      .execute()
  if (before && before.locked_until > now) {
    if (before.last_attempt_at <= now) return { holds: { until: before.locked_until } }
    // The clock was set back: all of the wait, from now on.
    const until = now + waitOf(before.attempts)
    await write({ attempts: before.attempts, last_attempt_at: now, locked_until: until, needs_unlock: 0 })
    return { holds: { until } }
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
  const until = isTooMany && !needsUnlock ? now + waitOf(attempts) : 0
  await write({ attempts, last_attempt_at: now, locked_until: until, needs_unlock: needsUnlock ? 1 : 0 })
  return { attempts, ...(isTooMany && { begins: needsUnlock ? {} : { until } }) }
}

const waitOf = (attempts: number) =>
  attempts < ATTEMPTS_EVERYWHERE ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (attempts - ATTEMPTS_EVERYWHERE), MAX_WAIT_MS)

/** A right PIN, a new one, or a supervisor's word: none of what was wrong counts any more. */
export async function clearPinLock(trx: Trx, staffId: string): Promise<void> {
  await trx.deleteFrom('staff_pin_attempts').where('staff_id', '=', staffId).execute()
}

/** Those who may sign in but for too many wrong PINs over all terminals. */
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

/** Forgets the wrong PINs of a person: at one terminal, or everywhere. */
export async function clearPinAttempts(
  db: Kysely<JournalTables> | Transaction<JournalTables>,
  key: { staff_id: string; terminal_id?: string },
): Promise<void> {
  await db
    .deleteFrom('pin_attempts')
    .where((where) => where.and(key))
    .execute()
}
