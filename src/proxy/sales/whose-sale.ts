import { batchOwnerOf } from '#domain/duplicate.ts'
import { mayDo, type Person } from '#domain/person.ts'
import { isSettled, isToHandOver, moneyMoved } from '#domain/sale.ts'
import type { SaleRecord, Who } from '#domain/sale-record.ts'
import { Refused } from '../failures.ts'

export const whoIs = ({ id, name }: Who): Who => ({ id, name })

export const isTheirs = (sale: SaleRecord, person: Person): boolean =>
  person.role === 'supervisor' || sale.cashier.id === person.id

/**
 * Own sales, also those somebody took over after this person confirmed them, and those of the shop that are not settled, have a code to hand
 * over, or have money still to be given back; supervisors all (DESIGN section 3).
 */
export const maySee = (sale: SaleRecord, person: Person): boolean =>
  isTheirs(sale, person) ||
  sale.approval?.by.id === person.id ||
  !isSettled(sale) ||
  isToHandOver(sale) ||
  (sale.giveBack !== undefined && !sale.giveBack.done)

/** A quantity is its cashier's; nobody else learns of it, supervisors aside (DESIGN rule 18). */
export const mayKnowBatch = (line: Pick<SaleRecord, 'batchOwnerId' | 'cashier'>, { role, id }: Person): boolean =>
  role === 'supervisor' || batchOwnerOf(line) === id

/** For a failure about this sale: nothing is said to be safe that is not. */
export const mayHaveMoved = (sale: SaleRecord): 'no' | 'unknown' => (moneyMoved(sale) === 'no' ? 'no' : 'unknown')

/** Throws `Refused` for a sale of another cashier. */
export function refuseOthers(sale: SaleRecord, person: Person): void {
  if (isTheirs(sale, person)) return
  throw new Refused(
    403,
    'not-allowed',
    `Sale ${sale.number} belongs to ${sale.cashier.name}. Take it over first, or ask them or a supervisor.`,
    { moneyMoved: mayHaveMoved(sale) },
  )
}

/** Throws `Refused` where a sale abroad is opened or confirmed by somebody who may not. */
export function refuseAbroad({ kind }: Pick<SaleRecord, 'kind'>, person: Person): void {
  if (kind !== 'international' || mayDo(person, 'international')) return
  throw new Refused(403, 'not-allowed', `${person.name} may not sell top-ups abroad. A supervisor can allow it.`)
}
