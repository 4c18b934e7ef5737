import type { AuditEntry } from '#domain/audit.ts'
import type { NumberQuestion } from '#domain/customer-display.ts'
import { refOf, type NamedRef, type Person, type Terminal } from '#domain/person.ts'
import type { PaymentRules, ScamStop } from '#domain/money/payment.ts'
import type { LimitsFor } from '#domain/sales-limits.ts'
import type { SaleRecord } from '#domain/sale/record.ts'

/** What the money path needs to know about people and their rules. */
export type SaleStaff = {
  /** Supervisors have no personal limits (rule 17). */
  limitsFor: (seller: Person) => Promise<LimitsFor>
  /** Throws `RequestRefused` for a wrong PIN, and for any PIN while the person is locked. */
  verifyPin: (approver: { terminalId: string; staffId: string; pin: string }) => Promise<Person>
  /** Null if the shop records no payments, or has no fraud warning. */
  payments: () => PaymentRules | null
  fraudWarning: () => ScamStop | null
  /** True if the customer confirmed the number on the till's display. The answer then belongs to this sale or quantity. */
  isNumberConfirmed: (terminalId: string, question: NumberQuestion, saleId: string) => boolean
  /** The shop requires the confirmation and a display of this till is reading. `without-display`: it has one that is not. */
  asksForNumber: (terminalId: string) => boolean | 'without-display'
  /** Outside a sale's commit. Durable when it resolves. */
  audit: (line: AuditEntry) => Promise<void>
}

export type Seller = { person: Person; terminal: Terminal }

/** Names the sale, not its content. A line of a batch that is not opened yet has no number. */
export const auditSubject = ({ id, number }: SaleRecord): { about?: NamedRef } =>
  number > 0 ? { about: { id, name: String(number) } } : {}

export const auditActor = ({ person, terminal }: Seller): { by: NamedRef; terminal: NamedRef } => ({
  by: refOf(person),
  terminal: refOf(terminal),
})
