import type { Sale } from '#domain/sale/sale.ts'
import { problemClass, type ProblemClass } from '../../problem-class.ts'

/** A way on from a sale that is not sold. Each one begins a new sale or asks a person; none touches this one. */
export type SaleOption =
  /** Back to the ticket, for another number, account or amount. */
  | 'change'
  /** Another operator, or another product of the same shelf. */
  | 'other'
  /** Another amount; of international sales only. */
  | 'amount'
  /** The country that the number belongs to; of international sales only. */
  | 'country'
  /** The same once more, at once. */
  | 'same'
  /** Back to the ticket, to send it when the reason is gone. */
  | 'later'
  /** Whatever else the shop sells. */
  | 'elsewhere'
  | 'supervisor'

/** What can help, and nothing else: the one table of it. */
export const OPTIONS: Record<ProblemClass, readonly SaleOption[]> = {
  'no-answer': ['same'],
  offline: ['same', 'supervisor'],
  busy: ['same'],
  unclear: ['same', 'supervisor'],
  'look-up': ['same', 'elsewhere'],
  expired: ['same', 'change'],
  abandoned: ['change', 'other', 'same'],
  service: ['change', 'other', 'same'],
  number: ['change', 'other'],
  input: ['change', 'other'],
  product: ['other', 'amount'],
  customer: ['change', 'supervisor'],
  access: ['later', 'supervisor', 'elsewhere'],
  funds: ['later', 'supervisor', 'elsewhere'],
  'answer-differs': ['supervisor', 'elsewhere'],
  'country-differs': ['change', 'country'],
}

type Optional = Pick<Sale, 'kind' | 'state' | 'problem' | 'batch' | 'confirmedAt'>

/** The ways on from this sale, in the order of the table. `standsForAll`: the first line of a quantity that was never approved. */
export function optionsOf(sale: Optional, standsForAll = false): SaleOption[] {
  const { kind, state, problem, batch, confirmedAt } = sale
  // The other lines of a quantity are what they are: only before the first is sold may all be changed.
  if (batch && batch.line > 1) return []
  // Given up after a confirm it is still watched (DESIGN rule 5).
  const mayRepeat = (!batch || standsForAll) && !(state === 'abandoned' && confirmedAt !== undefined)
  const isAbroad = kind === 'international'
  // A lost check abroad is tried again by the button of the tray.
  const isInTray = isAbroad && state === 'refused' && problem?.code === 'no-answer'
  return OPTIONS[problem ? problemClass(problem.code) : 'service'].filter((option) => {
    if (option === 'same') return mayRepeat && !isInTray
    if (option === 'amount' || option === 'country') return isAbroad
    return true
  })
}
