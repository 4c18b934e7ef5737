import * as v from 'valibot'

import { count, time } from '#domain/schema-parts.ts'
import { NoContent } from './input-parts.ts'

/** Why selling is stopped. A supervisor may resume it, except when the disk is full, and after a restore only by confirming it (`recovery.ts`). */
const STOP_REASONS = [
  /** The wholesaler rejected our signature three times in a row: the token is wrong, or another program uses this account with higher keys. */
  'signature',
  /** The wholesaler reports that the POS is not active (code 5). */
  'inactive',
  /** The wholesaler reported two different final states of one sale (rule 7). */
  'contradiction',
  /** The journal was restored from a backup, and no supervisor has confirmed it yet. */
  'restored',
  'disk-full',
] as const
export type StopReason = (typeof STOP_REASONS)[number]

/** Read every 5 s. */
export const Status = v.strictObject({
  service: v.picklist(['ok', 'unreachable', 'stopped']),
  /** With `stopped`. */
  reason: v.exactOptional(v.picklist(STOP_REASONS)),
  /** Supervisors only, with `signature`: the POS id in use, to compare with the wholesaler's. */
  posId: v.exactOptional(v.string()),
  since: time,
  /**
   * `low`: the wholesaler rejected a sale for lack of funds or because of a limit, and no later answer shows that it would accept one; or the balance
   * is below the shop's low-balance amount, which cashiers see only if the shop shows it.
   */
  wallet: v.picklist(['ok', 'low', 'unknown']),
  /** This person's open items, except those that are only unread. */
  openItems: count,
  /** Sales of the whole shop that wait for an answer or a person. */
  waiting: count,
  /** Of these and the complete sales, those that need a supervisor (rules 7, 8 and 15). */
  attention: count,
  refundsDue: count,
  unread: count,
  /** Vouchers of the whole shop whose code is ready and undelivered (rule 12). */
  undelivered: count,
  /** Orders this person can continue. Absent if there are none, at a kiosk and in practice mode. */
  orders: v.exactOptional(count),
  /** Supervisors only: the number of people locked after too many wrong PINs (`StaffEntry.pinLock`). Absent if there are none. */
  pinLocks: v.exactOptional(count),
  /** Supervisors only: the machine's clock is far ahead, and keys do not follow it. */
  isClockAhead: v.exactOptional(v.literal(true)),
  /** Differs from `Session.settingsVersion` once the shop's settings have changed. */
  settingsVersion: v.string(),
  /** In a shop that counts its drawers: whether a shift is open at this till. Nothing is sold without one, or while it is being counted. */
  shift: v.exactOptional(v.picklist(['none', 'open', 'counting'])),
  hasDisplay: v.exactOptional(v.literal(true)),
  serverTime: time,
  version: v.string(),
  /** Of the page we serve. */
  build: v.string(),
})
export type Status = v.InferOutput<typeof Status>

/** Only an administrator's program gets the version. */
export const Alive = v.strictObject({
  alive: v.literal(true),
  version: v.exactOptional(v.string()),
  build: v.exactOptional(v.string()),
})
export type Alive = v.InferOutput<typeof Alive>

/** Status 200 even if only the service is unreachable. `reason` is a message for the administrator. */
export const Ready = v.strictObject({
  /** Absent, like `fenced`, if another process leads, because only that one knows. */
  selling: v.exactOptional(v.boolean()),
  reason: v.exactOptional(v.string()),
  fenced: v.exactOptional(v.boolean()),
  /** Whether this process sells, or forwards requests to the one that does. */
  leads: v.boolean(),
})
export type Ready = v.InferOutput<typeof Ready>

/** `GET /readyz` of a process with several shops: for all of them together and, for the administrator, for each. Status 200 if any of them is served. */
export const ReadyShops = v.strictObject({
  ...Ready.entries,
  shops: v.exactOptional(
    v.array(
      v.strictObject({
        id: v.string(),
        ...Ready.entries,
        /** The server that leads the shop, if it is not this one. */
        leader: v.exactOptional(v.string()),
      }),
    ),
  ),
})
export type ReadyShops = v.InferOutput<typeof ReadyShops>

export const statusEndpoints = {
  'GET /api/status': { answer: Status },
  'POST /api/selling/resume': { body: NoContent, answer: Status },
  'GET /healthz': { answer: Alive },
  'GET /readyz': { answer: Ready },
  'GET /metrics': { answer: 'text' as const },
}
