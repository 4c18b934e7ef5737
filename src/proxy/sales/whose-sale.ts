import type { Person } from '#domain/person.ts'
import { isSettled, isToGiveBack } from '#domain/sale.ts'
import type { SaleRecord, Who } from '#domain/sale-record.ts'
import { Refused } from '../failures.ts'

export const whoIs = ({ id, name }: Who): Who => ({ id, name })

export const isTheirs = (sale: SaleRecord, person: Person): boolean =>
  person.role === 'supervisor' || sale.cashier.id === person.id

/** Own sales, and those of the shop that are not settled or have money to give back; supervisors all (DESIGN section 3). */
export const maySee = (sale: SaleRecord, person: Person): boolean =>
  isTheirs(sale, person) || !isSettled(sale) || isToGiveBack(sale)

/** Throws `Refused` for a sale of another cashier. */
export function refuseOthers(sale: SaleRecord, person: Person): void {
  if (isTheirs(sale, person)) return
  throw new Refused(
    403,
    'not-allowed',
    `Sale ${sale.number} belongs to ${sale.cashier.name}. Take it over first, or ask them or a supervisor.`,
  )
}
