import type { Kysely, Transaction } from 'kysely'

import type { AuditDetail, AuditKind } from '#domain/audit.ts'
import { refOf, type Person } from '#domain/person.ts'
import type { Clock } from '../../lib/clock.ts'
import { RequestRefused } from '../../lib/failures.ts'
import type { JournalTables } from '../../database/schema/tables.ts'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { People } from '../people.ts'
import { clearPinAttempts, readTerminalLock, writeTerminalAttempts, type PinLocks } from './pin-attempts.ts'
import type { PinQueue } from './pins.ts'

/** Sign-ins and wrong PINs at one terminal, for all people and purposes. */
export const MAX_ATTEMPTS_PER_MINUTE = 5
const MINUTE_MS = 60_000
/** The retry delay while the same person's PIN is being verified elsewhere. */
const BUSY_MS = 1_000

export type PinPurpose = 'sign-in' | 'step-up' | 'override' | 'leave-kiosk' | 'practice'
export type PinGuard = ReturnType<typeof createPinGuard>

type Deps = {
  db: Kysely<JournalTables>
  clock: Clock
  people: Pick<People, 'verifyPin' | 'find'>
  audit: AuditLog
  turns: PinQueue
  locks: Pick<PinLocks, 'count' | 'forget'>
  /** Shared with the guard of badges. */
  minute?: AttemptsOfMinute
}
type Trx = Transaction<JournalTables>
/** `assertStillValid` throws `RequestRefused` 401 if the PIN, person or terminal has changed since. Call it in the commit that starts a session. */
export type VerifiedPerson = { person: Person; assertStillValid: (trx: Trx) => Promise<void> }
/**
 * If the counted PIN is wrong. `lockMs`: the person's wait at this terminal because of either lock. `everywhere`: a new lock at all terminals; its `lockMs` is
 * absent if the person has to be unlocked. `attempts` are those at this terminal; `since` is the time of the previous one at any (epoch ms).
 */
type CountedAttempt = {
  at: number
  since?: number | undefined
  attempts: number
  lockMs: number
  everywhere?: { attempts: number; lockMs?: number }
}
type PinAttempt = { terminalId: string; staffId: string; pin: string; purpose?: PinPurpose }

/** Verifies every PIN, for every purpose, and limits how often a PIN can be guessed. */
export function createPinGuard(deps: Deps) {
  const { db, clock, people, turns, locks, minute = attemptsOfMinute() } = deps
  const { refuseTooMany, waitOfMinute, addAttempt, releaseAttempt } = minute

  /** Throws `RequestRefused`: 401 `wrong-pin`, 429 `pin-locked` or `rate-limited` with the time to wait, 403 `unlock-needed`. */
  async function identify(attempt: PinAttempt): Promise<Person> {
    return (await verify(attempt)).person
  }

  /** Like `identify`, with a check to repeat in the commit that starts a session. */
  async function verify({ terminalId, staffId, pin, purpose = 'override' }: PinAttempt): Promise<VerifiedPerson> {
    return turns.run(terminalId, async () => {
      const { at, since, attempts, lockMs, everywhere } = await count(staffId, terminalId)
      const verified = await people.verifyPin(staffId, pin)
      if (!verified) {
        const kind = everywhere ? 'locked-at-all-tills' : lockMs > 0 ? 'locked' : 'wrong-pin'
        const lock = everywhere ? { ...inSeconds(everywhere.lockMs), attempts: everywhere.attempts } : inSeconds(lockMs)
        await recordFailure(deps, kind, staffId, terminalId, { for: purpose, ...lock })
        if (everywhere && everywhere.lockMs === undefined) throw unlockNeeded()
        // The longer wait counts, because the page counts down once.
        throw wrongPin(lockMs > 0 ? Math.max(lockMs, waitOfMinute(terminalId, at)) : 0)
      }
      const { person, pinHash } = verified
      const assertStillValid = (trx: Trx) => assertUnchanged(trx, { staffId, pinHash, terminalId })
      await db.transaction().execute(async (trx) => {
        await assertStillValid(trx)
        await clearPinAttempts(trx, { staff_id: staffId, terminal_id: terminalId })
        await locks.forget(trx, staffId, { attempts, at, since })
      })
      if (purpose !== 'sign-in') releaseAttempt(terminalId, at)
      return { person, assertStillValid }
    })
  }

  /** Durable before the PIN is verified, so parallel attempts all count and a restart forgets none. */
  async function count(staffId: string, terminalId: string): Promise<CountedAttempt> {
    const { remainingMs, ...counted } = await db.transaction().execute(async (trx) => {
      const now = clock.now()
      const key = { staffId, terminalId }
      const here = await readTerminalLock(trx, key, now)
      const counted = { at: now, attempts: here.attempts + 1 }
      if (here.remainingMs > 0) return { ...counted, lockMs: 0, remainingMs: here.remainingMs }
      refuseTooMany(terminalId, now)
      const everywhere = await locks.count(trx, staffId, now)
      if ('isBusy' in everywhere) throw busy()
      if ('active' in everywhere)
        return { ...counted, lockMs: 0, remainingMs: (everywhere.active.until ?? Infinity) - now }
      addAttempt(terminalId, now)
      const lockMs = await writeTerminalAttempts(trx, key, counted.attempts, now)
      const { attempts, since, next } = everywhere
      if (!next) return { ...counted, since, lockMs, remainingMs: 0 }
      if (next.until === undefined) return { ...counted, since, lockMs, remainingMs: 0, everywhere: { attempts } }
      const everywhereMs = next.until - now
      const longerMs = Math.max(lockMs, everywhereMs)
      return { ...counted, since, lockMs: longerMs, remainingMs: 0, everywhere: { attempts, lockMs: everywhereMs } }
    })
    if (remainingMs === Infinity) throw unlockNeeded()
    if (remainingMs > 0) {
      throw new RequestRefused(429, 'pin-locked', 'Too many wrong PINs. Wait a while, then try again.', {
        retryAfterMs: Math.max(remainingMs, waitOfMinute(terminalId, counted.at)),
      })
    }
    return counted
  }

  return { identify, verify }
}

export type AttemptsOfMinute = ReturnType<typeof attemptsOfMinute>

/** In memory, by terminal. */
export function attemptsOfMinute() {
  /** Epoch ms, by terminal id. */
  const recentAttempts = new Map<string, number[]>()

  const timesOf = (terminalId: string, now: number) =>
    (recentAttempts.get(terminalId) ?? []).filter((at) => at + MINUTE_MS > now)

  function refuseTooMany(terminalId: string, now: number): void {
    for (const [id, attempts] of recentAttempts)
      if (attempts.every((at) => at + MINUTE_MS <= now)) recentAttempts.delete(id)
    const retryAfterMs = waitOfMinute(terminalId, now)
    if (retryAfterMs > 0) {
      throw new RequestRefused(429, 'rate-limited', 'Too many PINs in a minute here. Wait a moment, then try again.', {
        retryAfterMs,
      })
    }
  }

  /** How long a terminal accepts no further PIN because of the last minute's attempts (ms, or 0). */
  function waitOfMinute(terminalId: string, now: number): number {
    const attempts = timesOf(terminalId, now)
    const [first = now] = attempts
    return attempts.length >= MAX_ATTEMPTS_PER_MINUTE ? first + MINUTE_MS - now : 0
  }

  const addAttempt = (terminalId: string, now: number) =>
    recentAttempts.set(terminalId, [...timesOf(terminalId, now), now])

  function releaseAttempt(terminalId: string, at: number): void {
    const times = recentAttempts.get(terminalId) ?? []
    const index = times.indexOf(at)
    if (index >= 0) recentAttempts.set(terminalId, times.toSpliced(index, 1))
  }

  return { refuseTooMany, waitOfMinute, addAttempt, releaseAttempt }
}

async function recordFailure(
  { people, audit }: Deps,
  kind: AuditKind,
  staffId: string,
  terminalId: string,
  detail: AuditDetail,
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
      ...(person && { about: refOf(person) }),
      detail,
    })
  })
}

/** The same person's PIN is being verified in another shop. */
const busy = () =>
  new RequestRefused(429, 'rate-limited', 'Too many PINs at once. Wait a moment, then try again.', {
    retryAfterMs: BUSY_MS,
  })
const wrongPin = (lockMs = 0) =>
  new RequestRefused(401, 'wrong-pin', 'This is not the PIN of this person.', waitFor(lockMs))
const unlockNeeded = () =>
  new RequestRefused(
    403,
    'unlock-needed',
    'Too many wrong PINs. A supervisor has to unlock this person or give them a new PIN, or the administrator with "toptill staff set-pin".',
  )
const inSeconds = (lockMs = 0) => (lockMs > 0 ? { seconds: lockMs / 1000 } : {})
const waitFor = (lockMs: number) => (lockMs > 0 ? { retryAfterMs: lockMs } : {})

/** Throws `RequestRefused` 401 if, since the PIN was verified, the PIN was changed, its person disabled or the terminal revoked. */
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
  await assertEnrolled(trx, terminalId)
}

/** Throws `RequestRefused` 401 if the terminal was revoked. */
export async function assertEnrolled(trx: Trx, terminalId: string): Promise<void> {
  const terminal = await trx
    .selectFrom('terminals')
    .select('revoked_at')
    .where('id', '=', terminalId)
    .executeTakeFirst()
  // A terminal without a row was never enrolled, so it cannot have been revoked.
  if (terminal && terminal.revoked_at !== null)
    throw new RequestRefused(401, 'not-enrolled', 'This browser is no longer a till.')
}
