import type { Kysely, Transaction } from 'kysely'

import type { AuditKind } from '#domain/audit.ts'
import type { Person } from '#domain/person.ts'
import type { Clock } from '../clock.ts'
import { RequestRefused } from '../failures.ts'
import type { JournalTables } from '../journal/tables.ts'
import type { AuditLog } from './audit-log.ts'
import type { People } from './people.ts'
import { clearPinAttempts, clearPinLock, countEverywhere } from './pin-locks.ts'
import type { PinQueue } from './pin-queue.ts'

/** So many wrong PINs in a row are mistakes; after them each costs a wait that doubles. */
export const MAX_ATTEMPTS = 5
export const FIRST_LOCK_MS = 30_000
export const MAX_LOCK_MS = 15 * 60_000
/** A person who comes back the next day begins anew. */
const FORGOTTEN_AFTER_MS = 24 * 60 * 60_000
/** As often may be signed in at one terminal, or a wrong PIN be given there, by whomever and for whatever. */
export const MAX_ATTEMPTS_PER_MINUTE = 5
const MINUTE_MS = 60_000

export type PinPurpose = 'sign-in' | 'step-up' | 'override' | 'leave-kiosk'
export type PinGuard = ReturnType<typeof createPinGuard>

type Deps = {
  db: Kysely<JournalTables>
  clock: Clock
  people: Pick<People, 'verifyPin' | 'find'>
  audit: AuditLog
  turns: PinQueue
}
type Trx = Transaction<JournalTables>
/** Whose PIN it is. `assertStillValid` throws `Refused` 401 when that is so no more; call it in the commit in which a session begins. */
export type VerifiedPerson = { person: Person; assertStillValid: (trx: Trx) => Promise<void> }
/**
 * What a try costs if it is wrong. `everywhere` is the lock at all terminals, where it was one try too many there: its `lockMs` is absent
 * where the person has to be unlocked. `lockMs` is how long they wait at this terminal, whichever lock it is for.
 */
type Counted = { at: number; lockMs: number; everywhere?: { attempts: number; lockMs?: number } }
type PinAttempt = { terminalId: string; staffId: string; pin: string; purpose?: PinPurpose }

/** The one place where a PIN is looked at, whatever it is asked for. */
export function createPinGuard({ db, clock, people, audit, turns }: Deps) {
  /** When the last attempts at each terminal were, epoch ms. */
  const lately = new Map<string, number[]>()

  /** The person `staffId` when `pin` is theirs. Throws `Refused`: 401 `wrong-pin`, 429 `locked` or `rate-limited`, with the time to wait, 403 `unlock-needed`. */
  async function identify(tried: PinAttempt): Promise<Person> {
    return (await verify(tried)).person
  }

  /** As `recognise`, with what has to hold still when something begins that lasts. */
  async function verify({ terminalId, staffId, pin, purpose = 'override' }: PinAttempt): Promise<VerifiedPerson> {
    return turns.run(terminalId, async () => {
      const { at, lockMs, everywhere } = await count(staffId, terminalId)
      const verified = await people.verifyPin(staffId, pin)
      if (!verified) {
        const kind = everywhere ? 'locked-at-all-tills' : lockMs > 0 ? 'locked' : 'wrong-pin'
        const told = everywhere ? { ...inSeconds(everywhere.lockMs), attempts: everywhere.attempts } : inSeconds(lockMs)
        await recordFailure(kind, staffId, terminalId, { for: purpose, ...told })
        throw everywhere && everywhere.lockMs === undefined ? unlockNeeded() : wrongPin(lockMs)
      }
      const { person, pinHash } = verified
      const assertStillValid = (trx: Trx) => assertUnchanged(trx, { staffId, pinHash, terminalId })
      await db.transaction().execute(async (trx) => {
        await assertStillValid(trx)
        await clearPinAttempts(trx, { staff_id: staffId, terminal_id: terminalId })
        await clearPinLock(trx, staffId)
      })
      if (purpose !== 'sign-in') releaseAttempt(terminalId, at)
      return { person, assertStillValid }
    })
  }

  /** Counted before it is looked at, durably: many at once are as many attempts, and a restart forgets none. */
  async function count(staffId: string, terminalId: string): Promise<Counted> {
    const { remainingMs, ...counted } = await db.transaction().execute(async (trx) => {
      const now = clock.now()
      await trx
        .deleteFrom('pin_attempts')
        .where('last_attempt_at', '<', now - FORGOTTEN_AFTER_MS)
        .execute()
      const before = await trx
        .selectFrom('pin_attempts')
        .select(['attempts', 'last_attempt_at', 'locked_until'])
        .where('staff_id', '=', staffId)
        .where('terminal_id', '=', terminalId)
        .executeTakeFirst()
      const write = (row: { attempts: number; last_attempt_at: number; locked_until: number }) =>
        trx
          .insertInto('pin_attempts')
          .values({ staff_id: staffId, terminal_id: terminalId, ...row })
          .onConflict((conflict) => conflict.columns(['staff_id', 'terminal_id']).doUpdateSet(row))
          .execute()
      if (before && before.locked_until > now) {
        if (before.last_attempt_at <= now) return { at: now, lockMs: 0, remainingMs: before.locked_until - now }
        // The clock was set back, so how much of the lock has passed is not known: all of it, from now on.
        const lockMs = lockOf(before.attempts)
        await write({ attempts: before.attempts, last_attempt_at: now, locked_until: now + lockMs })
        return { at: now, lockMs: 0, remainingMs: lockMs }
      }
      refuseTooMany(terminalId, now)
      const everywhere = await countEverywhere(trx, staffId, now)
      if ('holds' in everywhere) return { at: now, lockMs: 0, remainingMs: (everywhere.holds.until ?? Infinity) - now }
      addAttempt(terminalId, now)
      const attemptsHere = (before?.attempts ?? 0) + 1
      const lockMs = lockOf(attemptsHere)
      await write({ attempts: attemptsHere, last_attempt_at: now, locked_until: lockMs > 0 ? now + lockMs : 0 })
      const { attempts, begins } = everywhere
      if (!begins) return { at: now, lockMs, remainingMs: 0 }
      if (begins.until === undefined) return { at: now, lockMs, remainingMs: 0, everywhere: { attempts } }
      const everywhereMs = begins.until - now
      const longerMs = Math.max(lockMs, everywhereMs)
      return { at: now, lockMs: longerMs, remainingMs: 0, everywhere: { attempts, lockMs: everywhereMs } }
    })
    if (remainingMs === Infinity) throw unlockNeeded()
    if (remainingMs > 0) {
      throw new RequestRefused(429, 'pin-locked', 'Too many wrong PINs. Wait a while, then try again.', {
        retryAfterMs: remainingMs,
      })
    }
    return counted
  }

  const timesOf = (terminalId: string, now: number) =>
    (lately.get(terminalId) ?? []).filter((at) => at + MINUTE_MS > now)

  function refuseTooMany(terminalId: string, now: number): void {
    for (const [id, attempts] of lately) if (attempts.every((at) => at + MINUTE_MS <= now)) lately.delete(id)
    const attempts = timesOf(terminalId, now)
    const [first = now] = attempts
    if (attempts.length >= MAX_ATTEMPTS_PER_MINUTE) {
      throw new RequestRefused(429, 'rate-limited', 'Too many PINs in a minute here. Wait a moment, then try again.', {
        retryAfterMs: first + MINUTE_MS - now,
      })
    }
  }

  const addAttempt = (terminalId: string, now: number) => lately.set(terminalId, [...timesOf(terminalId, now), now])

  function releaseAttempt(terminalId: string, at: number): void {
    const times = lately.get(terminalId) ?? []
    const index = times.indexOf(at)
    if (index >= 0) lately.set(terminalId, times.toSpliced(index, 1))
  }

  async function recordFailure(
    kind: AuditKind,
    staffId: string,
    terminalId: string,
    detail: Record<string, string | number>,
  ): Promise<void> {
    const person = await people.find(staffId)
    await audit.commit(async (trx, note) => {
      const terminal = await trx
        .selectFrom('terminals')
        .select(['id', 'name'])
        .where('id', '=', terminalId)
        .executeTakeFirst()
      await note({
        kind,
        ...(terminal && { terminal }),
        ...(person && { about: { id: person.id, name: person.name } }),
        detail,
      })
    })
  }

  return { identify, verify }
}

const lockOf = (attempts: number) =>
  attempts < MAX_ATTEMPTS ? 0 : Math.min(FIRST_LOCK_MS * 2 ** (attempts - MAX_ATTEMPTS), MAX_LOCK_MS)
const wrongPin = (lockMs = 0) =>
  new RequestRefused(401, 'wrong-pin', 'This is not the PIN of this person.', waitFor(lockMs))
const unlockNeeded = () =>
  new RequestRefused(
    403,
    'unlock-needed',
    'Too many wrong PINs. A supervisor has to unlock this person or give them a new PIN, or the operator by "npm run staff -- set-pin".',
  )
const inSeconds = (lockMs = 0) => (lockMs > 0 ? { seconds: lockMs / 1000 } : {})
const waitFor = (lockMs: number) => (lockMs > 0 ? { retryAfterMs: lockMs } : {})

/** Throws `Refused` 401 when the PIN was changed, its person blocked or the terminal revoked while it was looked at. */
async function assertUnchanged(
  trx: Trx,
  { staffId, pinHash, terminalId }: { staffId: string; pinHash: string; terminalId: string },
): Promise<void> {
  const person = await trx
    .selectFrom('staff')
    .select('id')
    .where('id', '=', staffId)
    .where('pin_hash', '=', pinHash)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (!person) throw wrongPin()
  const terminal = await trx
    .selectFrom('terminals')
    .select('revoked_at')
    .where('id', '=', terminalId)
    .executeTakeFirst()
  // A terminal that never was is nobody's to revoke.
  if (terminal && terminal.revoked_at !== null)
    throw new RequestRefused(401, 'not-enrolled', 'This browser is no terminal any more.')
}
