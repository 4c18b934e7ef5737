import type { Person, Terminal } from '../person.ts'
import { isComplete, isUndelivered, isYoungerThan, type Sale } from './sale.ts'

export const RESULT_VISIBLE_MS = 5 * 60_000

type AtKiosk = Pick<Sale, 'state' | 'voucher' | 'resolution' | 'refund' | 'conflicting' | 'finalAt'> & {
  cashier: Pick<Person, 'id'>
  terminal: Pick<Terminal, 'id'>
}
type Place = { person: Pick<Person, 'id'>; terminal: Pick<Terminal, 'id'> }

export const isFromKiosk = (sale: Pick<AtKiosk, 'cashier' | 'terminal'>, { person, terminal }: Place): boolean =>
  sale.terminal.id === terminal.id && sale.cashier.id === person.id

/** A kiosk shows only this person's sales at this terminal: open ones, undelivered codes, and results of the last `RESULT_VISIBLE_MS`. */
export function isVisibleAtKiosk(sale: AtKiosk, place: Place, now: number): boolean {
  if (!isFromKiosk(sale, place)) return false
  const isOver = isComplete(sale) || sale.resolution !== undefined
  return !isOver || isUndelivered(sale) || isYoungerThan(RESULT_VISIBLE_MS, sale.resolution?.at ?? sale.finalAt, now)
}
