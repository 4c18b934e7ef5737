/** What the audit log tells of (issue order: doors, power, people, devices, shop). */
export const AUDIT_KINDS = [
  'signed-in',
  'signed-out',
  'wrong-pin',
  'locked',
  'locked-at-all-tills',
  'session-ended',
  'proven',
  'denied',
  'over-limit',
  'override',
  'code-shown',
  'reprinted',
  'taken-over',
  'refunded',
  'looked-up',
  'closed-sale',
  'selling-tried-again',
  'exported',
  'setup',
  'staff-added',
  'staff-pin',
  'staff-unlocked',
  'staff-disabled',
  'staff-enabled',
  'staff-permissions',
  'staff-limits',
  'settings',
  'enrol-code',
  'enrolled',
  'wrong-code',
  'terminal-revoked',
  'kiosk-on',
  'kiosk-off',
] as const
export type AuditKind = (typeof AUDIT_KINDS)[number]

/** A person or a terminal by id and name, as they were called then. */
export type Named = { id: string; name: string }

/** One thing that happened at a door. `by` is absent for the operator's command line and for strangers. No PIN, token or code in `detail`. */
export type AuditEntry = {
  kind: AuditKind
  by?: Named
  terminal?: Named
  /** Whom or what it was done to: a person, a terminal, a sale. */
  about?: Named
  /** What else a reader wants: plain words or numbers, short. */
  detail?: Record<string, string | number | boolean>
}
