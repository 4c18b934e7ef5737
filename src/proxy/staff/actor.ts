import type { AuditEntry } from '#domain/audit.ts'

/** Who does something to people, terminals or settings, and where. */
export type Actor = Pick<AuditEntry, 'by' | 'terminal'>

/** Whoever may run commands on the machine itself. */
export const ADMINISTRATOR: Actor = {}
