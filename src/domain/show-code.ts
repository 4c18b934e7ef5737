import type { Person } from './person.ts'
import { isWithheld, isYoungerThan, type Sale } from './sale.ts'

/** Its cashier may look once more for so long after the code was handed over. */
export const SHOWN_AFTER_HAND_OVER_MS = 2 * 60_000

type Shown = Pick<Sale, 'kind' | 'cashier' | 'voucher' | 'handedOver' | 'closed' | 'giveBack' | 'disputed'>

/**
 * Whether this person may see the code of a sale (DESIGN rule 12). Its cashier may until it is handed over, and two minutes longer; after that,
 * and for a colleague's, it takes the permission *show again* (a supervisor's) and a reason.
 */
export function mayShowCode(sale: Shown, { id, role }: Person, now: number): 'yes' | 'with-reason' | 'no' {
  if (sale.kind !== 'voucher') return 'no'
  const isCashier = sale.cashier.id === id && !isWithheld(sale)
  const isHandedOver = sale.voucher === 'handed-over'
  if (isCashier && !isHandedOver) return 'yes'
  if (isCashier && isYoungerThan(SHOWN_AFTER_HAND_OVER_MS, sale.handedOver?.at, now)) return 'yes'
  return role === 'supervisor' ? 'with-reason' : 'no'
}
