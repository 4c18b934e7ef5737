import type { Person, Terminal } from '../person.ts'
import { isComplete, isUndelivered, isYoungerThan, type Sale } from './sale.ts'

/** What became of a sale stays to be seen at a kiosk for so long: on its screen, and for the receipt (ms). */
export const RESULT_VISIBLE_MS = 5 * 60_000

type AtKiosk = Pick<Sale, 'state' | 'voucher' | 'resolution' | 'refund' | 'conflicting' | 'finalAt'> & {
  cashier: Pick<Person, 'id'>
  terminal: Pick<Terminal, 'id'>
}
type Place = { person: Pick<Person, 'id'>; terminal: Pick<Terminal, 'id'> }

/** Sold by this person at this terminal: at a kiosk the only sales there are. */
export const isFromKiosk = (sale: Pick<AtKiosk, 'cashier' | 'terminal'>, { person, terminal }: Place): boolean =>
  sale.terminal.id === terminal.id && sale.cashier.id === person.id

/**
 * Whether a sale can be seen at a kiosk: this person's of this terminal, while it is not settled, its code is to hand over, or it settled less
 * than five minutes before `now` (epoch ms).
 */
export function isVisibleAtKiosk(sale: AtKiosk, place: Place, now: number): boolean {
  if (!isFromKiosk(sale, place)) return false
  const isOver = isComplete(sale) || sale.resolution !== undefined
  return !isOver || isUndelivered(sale) || isYoungerThan(RESULT_VISIBLE_MS, sale.resolution?.at ?? sale.finalAt, now)
}
