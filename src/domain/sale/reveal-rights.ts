import { hasPermission, type Person } from '../person.ts'
import { isWithheld, isYoungerThan, type Sale } from './sale.ts'

/** Its cashier may look once more for so long after the code was handed over, and print once more after a paper. */
export const REVEAL_AFTER_DELIVERY_MS = 2 * 60_000

/** A voucher; or an international sale that something came with, or may come with against its state (DESIGN rule 12). */
export const carriesCode = ({ kind, voucher, state }: Pick<Sale, 'kind' | 'voucher' | 'state'>): boolean =>
  kind === 'voucher' || (kind === 'international' && (voucher !== undefined || state !== 'succeeded'))

type Revealable = Pick<
  Sale,
  'kind' | 'state' | 'cashier' | 'voucher' | 'delivered' | 'resolution' | 'refund' | 'conflicting'
>

/**
 * Whether this person may see the code of a sale (DESIGN rule 12). Its cashier may until it is handed over, and two minutes longer; after that,
 * and for a colleague's, it takes the permission *show again* and a reason; what is withheld from cashiers, a supervisor.
 */
export function mayReveal(sale: Revealable, person: Person, now: number): 'yes' | 'with-reason' | 'no' {
  if (!carriesCode(sale)) return 'no'
  const isCashier = sale.cashier.id === person.id && !isWithheld(sale)
  const isDelivered = sale.voucher === 'delivered'
  if (isCashier && !isDelivered) return 'yes'
  if (isCashier && isYoungerThan(REVEAL_AFTER_DELIVERY_MS, sale.delivered?.at, now)) return 'yes'
  const mayRevealAgain = person.role === 'supervisor' || (hasPermission(person, 'reveal-again') && !isWithheld(sale))
  return mayRevealAgain ? 'with-reason' : 'no'
}

/**
 * Whether this person may have the paper of a sale printed now: the first one, another while the first may have failed, and later copies only
 * with the permission *reprint*. What was printed is what the till said was: nobody else can tell.
 */
export const mayPrint = (sale: Pick<Sale, 'printCount' | 'printedAt'>, person: Person, now: number): boolean =>
  sale.printCount === 0 ||
  isYoungerThan(REVEAL_AFTER_DELIVERY_MS, sale.printedAt, now) ||
  hasPermission(person, 'reprint')
