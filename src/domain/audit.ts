/** What the audit log tells of (issue order: doors, power, people, devices, shop). */
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
  'taken-over',
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
  'staff-permissions-changed',
  'staff-limits-changed',
  'settings-changed',
  'enrollment-code-issued',
  'terminal-enrolled',
  'wrong-code',
  'terminal-revoked',
  'kiosk-enabled',
  'kiosk-disabled',
] as const
export type AuditKind = (typeof AUDIT_KINDS)[number]

/** A person or a terminal by id and name, as they were called then. */
export type NamedRef = { id: string; name: string }

/** One thing that happened at a door. `by` is absent for the operator's command line and for strangers. No PIN, token or code in `detail`. */
export type AuditEntry = {
  kind: AuditKind
  by?: NamedRef
  terminal?: NamedRef
  /** Whom or what it was done to: a person, a terminal, a sale. */
  about?: NamedRef
  /** What else a reader wants: plain words or numbers, short. */
  detail?: Record<string, string | number | boolean>
}
