import type { AuditEntry } from '#domain/audit.ts'
import type { NamedRef, Person, Terminal } from '#domain/person.ts'
import type { LimitsFor } from '#domain/sales-limits.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { refOf } from './sale-access.ts'

/** What the money path asks of those who know the shop's people. */
export type SaleStaff = {
  /** The shop's limits, and of a cashier their own: a supervisor has none of their own (DESIGN rule 17). */
  limitsFor: (seller: Person) => Promise<LimitsFor>
  /** Whose PIN it is. Throws `Refused` for a wrong one, and for every one while too many were wrong. */
  verifyPin: (approver: { terminalId: string; staffId: string; pin: string }) => Promise<Person>
  /** Writes a line of the audit log that belongs to no commit of a sale. Durable when it resolves. */
  audit: (line: AuditEntry) => Promise<void>
}

export type Seller = { person: Person; terminal: Terminal }

/** A sale in the audit log: its number, and nothing of what is in it. */
export const auditSubject = ({ id, number }: SaleRecord): { about: NamedRef } => ({
  about: { id, name: String(number) },
})

/** Who did it, and where. */
export const auditActor = ({ person, terminal }: Seller): { by: NamedRef; terminal: NamedRef } => ({
  by: refOf(person),
  terminal: refOf(terminal),
})
