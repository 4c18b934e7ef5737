import { batchOwnerOf } from '#domain/sale/duplicate.ts'
import { hasPermission, type Person } from '#domain/person.ts'
import { isComplete, isUndelivered, moneyMoved } from '#domain/sale/sale.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { RequestRefused } from '../lib/failures.ts'

export const isOwnSale = (sale: SaleRecord, person: Person): boolean =>
  person.role === 'supervisor' || sale.cashier.id === person.id

/** Their own sales, those they approved before a colleague took over, and any sale that is open, undelivered or has a refund due. Supervisors see all. */
export const mayView = (sale: SaleRecord, person: Person): boolean =>
  isOwnSale(sale, person) ||
  sale.approval?.by.id === person.id ||
  !isComplete(sale) ||
  isUndelivered(sale) ||
  (sale.refund !== undefined && !sale.refund.done)

/** Only the owner of the batch and supervisors may know about it (rule 18). */
export const mayKnowBatch = (line: Pick<SaleRecord, 'batchOwnerId' | 'cashier'>, { role, id }: Person): boolean =>
  role === 'supervisor' || batchOwnerOf(line) === id

/**
 * What is not visible looks as if it were missing, except that the failure doesn't claim that no money moved, nor does it for what a restored journal may lack
 * (`mayBeLost`). Throws `RequestRefused` 404.
 */
export function requireVisible<T>(
  what: 'sale' | 'quantity',
  found: T | undefined,
  isVisible: (found: T) => boolean,
  mayBeLost = false,
): T {
  if (found !== undefined && isVisible(found)) return found
  const isMissing = found === undefined
  throw new RequestRefused(404, 'not-found', `There is no such ${what} here.`, {
    moneyMoved: isMissing && !mayBeLost ? 'no' : 'unknown',
    mayBeLost: isMissing && mayBeLost,
  })
}

/** `no` only if that is certain. */
export const moneyMovedForFailure = (sale: SaleRecord): 'no' | 'unknown' =>
  moneyMoved(sale) === 'no' ? 'no' : 'unknown'

export function refuseOtherCashier(sale: SaleRecord, person: Person): void {
  if (isOwnSale(sale, person)) return
  throw new RequestRefused(
    403,
    'not-allowed',
    `Sale ${sale.number} belongs to ${sale.cashier.name}. Take it over first, or ask them or a supervisor.`,
    { moneyMoved: moneyMovedForFailure(sale) },
  )
}

/** Throws `RequestRefused` if this person may not sell international top-ups. */
export function refuseInternational({ kind }: Pick<SaleRecord, 'kind'>, person: Person): void {
  if (kind !== 'international' || hasPermission(person, 'international')) return
  throw new RequestRefused(
    403,
    'not-allowed',
    `${person.name} can't sell international top-ups. A supervisor can allow it.`,
  )
}
