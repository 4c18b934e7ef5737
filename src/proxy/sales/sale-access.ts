import { batchOwnerOf } from '#domain/sale/duplicate.ts'
import { hasPermission, type Person, type NamedRef } from '#domain/person.ts'
import { isComplete, isUndelivered, moneyMoved } from '#domain/sale/sale.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { RequestRefused } from '../failures.ts'

export const refOf = ({ id, name }: NamedRef): NamedRef => ({ id, name })

export const isOwnSale = (sale: SaleRecord, person: Person): boolean =>
  person.role === 'supervisor' || sale.cashier.id === person.id

/**
 * Own sales, also those somebody took over after this person confirmed them, and those of the shop that are not settled, have a code to hand
 * over, or have money still to be given back; supervisors all (DESIGN section 3).
 */
export const mayView = (sale: SaleRecord, person: Person): boolean =>
  isOwnSale(sale, person) ||
  sale.approval?.by.id === person.id ||
  !isComplete(sale) ||
  isUndelivered(sale) ||
  (sale.refund !== undefined && !sale.refund.done)

/** A quantity is its cashier's; nobody else learns of it, supervisors aside (DESIGN rule 18). */
export const mayKnowBatch = (line: Pick<SaleRecord, 'batchOwnerId' | 'cashier'>, { role, id }: Person): boolean =>
  role === 'supervisor' || batchOwnerOf(line) === id

/** For a failure about this sale: nothing is said to be safe that is not. */
export const mayHaveStarted = (sale: SaleRecord): 'no' | 'unknown' => (moneyMoved(sale) === 'no' ? 'no' : 'unknown')

/** Throws `Refused` for a sale of another cashier. */
export function refuseOtherCashier(sale: SaleRecord, person: Person): void {
  if (isOwnSale(sale, person)) return
  throw new RequestRefused(
    403,
    'not-allowed',
    `Sale ${sale.number} belongs to ${sale.cashier.name}. Take it over first, or ask them or a supervisor.`,
    { moneyMoved: mayHaveStarted(sale) },
  )
}

/** Throws `Refused` where a sale abroad is opened or confirmed by somebody who may not. */
export function refuseInternational({ kind }: Pick<SaleRecord, 'kind'>, person: Person): void {
  if (kind !== 'international' || hasPermission(person, 'international')) return
  throw new RequestRefused(403, 'not-allowed', `${person.name} may not sell top-ups abroad. A supervisor can allow it.`)
}
