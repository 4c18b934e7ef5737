import * as v from 'valibot'

import { count, time } from '#domain/schema-parts.ts'
import { NoContent } from './input-parts.ts'

/** Why selling is stopped. A supervisor may resume it, except when the disk is full, and after a restore only by what they confirm (`recovery.ts`). */
const STOP_REASONS = [
  /** The wholesaler refused our signature three times in a row: the token is wrong, or another program uses this account with higher keys. */
  'signature',
  /** The wholesaler reports that this point of sale is not active (code 5). */
  'inactive',
  /** The wholesaler reported two different final states of one sale (rule 7). */
  'contradiction',
  /** The journal was put back from a backup, and no supervisor has confirmed how it goes on. */
  'restored',
  'disk-full',
] as const
export type StopReason = (typeof STOP_REASONS)[number]

/** Read every 5 s. */
export const Status = v.strictObject({
  service: v.picklist(['ok', 'unreachable', 'stopped']),
  /** With `stopped`. */
  reason: v.exactOptional(v.picklist(STOP_REASONS)),
  /** Supervisors only, with `signature`: the POS id that is in use, to be compared with what the wholesaler gave the shop. */
  posId: v.exactOptional(v.string()),
  since: time,
  /**
   * `low` means that the wholesaler refused a sale for lack of funds or because of a limit, and no later answer shows that it would accept one; or
   * that the balance is below the shop's own line, which cashiers hear only if the shop tells them.
   */
  wallet: v.picklist(['ok', 'low', 'unknown']),
  /** How many sales this person finds among the open items, except what is there only because it is unread. */
  openItems: count,
  /** Sales of the whole shop that wait for an answer or a person. */
  waiting: count,
  /** Those of them, and complete sales, that need a supervisor (rules 7, 8 and 15). */
  attention: count,
  /** Sales whose customer has to be refunded. */
  refundsDue: count,
  /** Sales with a notification for this person. */
  unread: count,
  /** Vouchers of the whole shop whose code is ready and undelivered (rule 12). */
  undelivered: count,
  /** How many orders of customers this person can go on with. Absent if there are none, and where orders are not taken: at a kiosk, in practice. */
  orders: v.exactOptional(count),
  /** Supervisors only: how many people are locked out after too many wrong PINs (`StaffEntry.pinLock`). Absent if there are none. */
  pinLocks: v.exactOptional(count),
  /** Supervisors only: the machine's clock is far ahead, and keys do not follow it. */
  isClockAhead: v.exactOptional(v.literal(true)),
  /** That of the session (`Session.settingsVersion`), unless the shop's settings have changed since it was read. */
  settingsVersion: v.string(),
  /** In a shop that counts its drawers: whether a shift is open at this till. Nothing is sold without one, or while it is being counted. */
  shift: v.exactOptional(v.picklist(['none', 'open', 'counting'])),
  /** A customer display is paired with this till. */
  hasDisplay: v.exactOptional(v.literal(true)),
  /** The proxy's clock. */
  serverTime: time,
  version: v.string(),
})
export type Status = v.InferOutput<typeof Status>

export const Alive = v.strictObject({ alive: v.literal(true) })
export type Alive = v.InferOutput<typeof Alive>

/** Returns 200 even if only the service is unreachable. `reason` is a sentence for the administrator. */
export const Ready = v.strictObject({
  /** Absent, as `fenced` is, where another process leads: that one knows. */
  selling: v.exactOptional(v.boolean()),
  reason: v.exactOptional(v.string()),
  fenced: v.exactOptional(v.boolean()),
  /** Whether this process sells, or passes requests on to the one that does. */
  leads: v.boolean(),
})
export type Ready = v.InferOutput<typeof Ready>

/** `GET /readyz` of a process with several shops: of all of them together, and for the administrator of each. Returns 200 if any of them is served. */
export const ReadyShops = v.strictObject({
  ...Ready.entries,
  shops: v.exactOptional(
    v.array(
      v.strictObject({
        id: v.string(),
        ...Ready.entries,
        /** Where it is led, if not here. */
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
