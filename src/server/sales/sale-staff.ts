import type { AuditEntry } from '#domain/audit.ts'
import type { NumberQuestion } from '#domain/customer-display.ts'
import { refOf, type NamedRef, type Person, type Terminal } from '#domain/person.ts'
import type { PaymentRules, ScamStop } from '#domain/payment.ts'
import type { LimitsFor } from '#domain/sales-limits.ts'
import type { SaleRecord } from '#domain/sale/record.ts'

/** What the money path needs to know about the shop's people and their rules. */
export type SaleStaff = {
  /** The shop's limits, and a cashier's own. Supervisors have none of their own (rule 17). */
  limitsFor: (seller: Person) => Promise<LimitsFor>
  /** Returns the person whose PIN it is. Throws `RequestRefused` for a wrong PIN, and for any PIN while they are locked out. */
  verifyPin: (approver: { terminalId: string; staffId: string; pin: string }) => Promise<Person>
  /** How customers pay here, and when they are asked the three questions against gift-card scams; null where the shop notes or asks nothing. */
  payments: () => PaymentRules | null
  scamStop: () => ScamStop | null
  /** Whether the customer has said on the display of this till that the number is right. Their answer then belongs to this sale or quantity. */
  isNumberConfirmed: (terminalId: string, question: NumberQuestion, saleId: string) => boolean
  /** Whether the shop waits for that: it is set so, and a display of this till reads. `without-display`: it has one, which does not. */
  asksForNumber: (terminalId: string) => boolean | 'without-display'
  /** Writes an audit log entry that is not part of a sale's commit. Durable when it resolves. */
  audit: (line: AuditEntry) => Promise<void>
}

export type Seller = { person: Person; terminal: Terminal }

/** A sale in the audit log: only its number, none of its content. */
export const auditSubject = ({ id, number }: SaleRecord): { about: NamedRef } => ({
  about: { id, name: String(number) },
})

export const auditActor = ({ person, terminal }: Seller): { by: NamedRef; terminal: NamedRef } => ({
  by: refOf(person),
  terminal: refOf(terminal),
})
