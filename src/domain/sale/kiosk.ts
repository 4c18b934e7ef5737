import type { Person, Terminal } from '../person.ts'
import { isComplete, isUndelivered, isYoungerThan, type Sale } from './sale.ts'

/** How long (ms) a kiosk shows the result of a sale and its receipt. */
export const RESULT_VISIBLE_MS = 5 * 60_000

type AtKiosk = Pick<Sale, 'state' | 'voucher' | 'resolution' | 'refund' | 'conflicting' | 'finalAt'> & {
  cashier: Pick<Person, 'id'>
  terminal: Pick<Terminal, 'id'>
}
type Place = { person: Pick<Person, 'id'>; terminal: Pick<Terminal, 'id'> }

/** A kiosk shows only sales of this person at this terminal. */
export const isFromKiosk = (sale: Pick<AtKiosk, 'cashier' | 'terminal'>, { person, terminal }: Place): boolean =>
  sale.terminal.id === terminal.id && sale.cashier.id === person.id

/**
 * Whether a kiosk shows a sale: it is this person's at this terminal, and it is open, its code is undelivered, or it
 * ended less than `RESULT_VISIBLE_MS` before `now` (epoch ms).
 */
export function isVisibleAtKiosk(sale: AtKiosk, place: Place, now: number): boolean {
  if (!isFromKiosk(sale, place)) return false
  const isOver = isComplete(sale) || sale.resolution !== undefined
  return !isOver || isUndelivered(sale) || isYoungerThan(RESULT_VISIBLE_MS, sale.resolution?.at ?? sale.finalAt, now)
}
