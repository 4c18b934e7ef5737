import type { AuditEntry } from '#domain/audit.ts'

/** Who does something to people, terminals or settings, and where. */
export type Doer = Pick<AuditEntry, 'by' | 'terminal'>

/** Whoever may run commands on the machine itself. */
export const OPERATOR: Doer = {}
