import { hasPermission, type Person } from '../person.ts'
import { isWithheld, isYoungerThan, type Sale } from './sale.ts'

/** How long (ms) a code may be revealed again after delivery, or printed again after a print. */
const REVEAL_AFTER_DELIVERY_MS = 2 * 60_000

/** For every voucher, and for an international sale that has or may still get a code (rule 12). Before a sale is opened, its kind is enough. */
export const carriesCode = ({ kind, voucher, state }: MaybeWithCode): boolean =>
  kind === 'voucher' || (kind === 'international' && (voucher !== undefined || state !== 'succeeded'))

export type MaybeWithCode = Pick<Sale, 'kind'> & Partial<Pick<Sale, 'voucher' | 'state'>>

type Revealable = Pick<
  Sale,
  'kind' | 'state' | 'cashier' | 'voucher' | 'delivered' | 'mayBeDelivered' | 'resolution' | 'refund' | 'conflicting'
>

/**
 * The cashier may see the code until two minutes after delivery (rule 12). Later, for a colleague's sale, or if it may have been delivered after the restored
 * backup, `reveal-again` and a reason are required. Withheld codes are for supervisors only.
 */
export function mayReveal(sale: Revealable, person: Person, now: number): 'yes' | 'with-reason' | 'no' {
  if (!carriesCode(sale)) return 'no'
  const isCashier = sale.cashier.id === person.id && !isWithheld(sale)
  const isDelivered = sale.voucher === 'delivered' || sale.mayBeDelivered === true
  if (isCashier && !isDelivered) return 'yes'
  if (isCashier && isYoungerThan(REVEAL_AFTER_DELIVERY_MS, sale.delivered?.at, now)) return 'yes'
  const mayRevealAgain = person.role === 'supervisor' || (hasPermission(person, 'reveal-again') && !isWithheld(sale))
  return mayRevealAgain ? 'with-reason' : 'no'
}

/**
 * The first copy, another one while the first may have failed, and later copies with the permission `reprint`. Relies on the terminals' reports, because only
 * they know whether they printed.
 */
export const mayPrint = (sale: Pick<Sale, 'printCount' | 'printedAt'>, person: Person, now: number): boolean =>
  sale.printCount === 0 ||
  isYoungerThan(REVEAL_AFTER_DELIVERY_MS, sale.printedAt, now) ||
  hasPermission(person, 'reprint')
