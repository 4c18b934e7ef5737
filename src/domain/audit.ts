import * as v from 'valibot'

import { NamedRef } from './person.ts'

export const AUDIT_KINDS = [
  'signed-in',
  'signed-out',
  'wrong-pin',
  'locked',
  'locked-at-all-tills',
  'session-ended',
  'pin-confirmed',
  'denied',
  'above-limit',
  'limit-overridden',
  'code-revealed',
  'reprinted',
  'print-answered',
  'taken-over',
  'batch-stopped',
  'refunded',
  'looked-up',
  'sale-resolved',
  'selling-retried',
  'exported',
  'shop-set-up',
  'staff-added',
  'staff-pin-changed',
  'staff-unlocked',
  'staff-disabled',
  'staff-enabled',
  'staff-role-changed',
  'staff-admitted',
  'staff-dismissed',
  'staff-permissions-changed',
  'staff-limits-changed',
  'settings-changed',
  'alerts-changed',
  'alert-tested',
  'alert-device-added',
  'alert-device-removed',
  'wallet-movement-explained',
  'enrollment-code-issued',
  'terminal-enrolled',
  'wrong-code',
  'terminal-revoked',
  'display-code-issued',
  'display-paired',
  'display-ended',
  'kiosk-enabled',
  'kiosk-disabled',
  'self-order-enabled',
  'self-order-disabled',
  'shift-opened',
  'cash-put-in',
  'cash-taken-out',
  'drawer-opened',
  'drawer-counted',
  'drawer-count-discarded',
  'shift-closed',
  'x-report-read',
  'z-note-added',
  'practice-started',
  'practice-ended',
  'journal-restored',
  'restore-confirmed',
] as const
export type AuditKind = (typeof AUDIT_KINDS)[number]

/**
 * `by` is absent for the administrator's command line and for unknown requesters. `detail` contains no PIN, token or
 * code.
 */
export const AuditEntry = v.strictObject({
  kind: v.picklist(AUDIT_KINDS),
  by: v.exactOptional(NamedRef),
  terminal: v.exactOptional(NamedRef),
  /** The person, terminal or sale that the action was about. */
  about: v.exactOptional(NamedRef),
  detail: v.exactOptional(v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]))),
})
export type AuditEntry = v.InferOutput<typeof AuditEntry>
