import type { AuditEntry, Named } from '#domain/audit.ts'
import type { LimitsFor } from '#domain/limits.ts'
import type { Person, Terminal } from '#domain/person.ts'
import type { SaleRecord } from '#domain/sale-record.ts'
import { whoIs } from './whose-sale.ts'

/** What the money path asks of those who know the shop's people. */
export type SalePeople = {
  /** The shop's limits, and of a cashier their own: a supervisor has none of their own (DESIGN rule 17). */
  limitsFor: (seller: Person) => Promise<LimitsFor>
  /** Whose PIN it is. Throws `Refused` for a wrong one, and for every one while too many were wrong. */
  recognise: (approver: { terminalId: string; staffId: string; pin: string }) => Promise<Person>
  /** Writes a line of the audit log that belongs to no commit of a sale. Durable when it resolves. */
  note: (line: AuditEntry) => Promise<void>
}

export type Seller = { person: Person; terminal: Terminal }

/** A sale in the audit log: its number, and nothing of what is in it. */
export const aboutSale = ({ id, number }: SaleRecord): { about: Named } => ({ about: { id, name: String(number) } })

/** Who did it, and where. */
export const doneBy = ({ person, terminal }: Seller): { by: Named; terminal: Named } => ({
  by: whoIs(person),
  terminal: whoIs(terminal),
})
