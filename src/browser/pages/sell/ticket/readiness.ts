import type { MessageId } from '../../../i18n/locale.ts'
import type { AmountEntry } from './amount-entry.ts'
import type { NumberEntry } from './number-entry.ts'

/** The first thing that keeps a ticket from its review, and the field to mend it in. */
export type Hindrance = { field: 'number' | 'amount'; message: MessageId }

export function findHindrance({ number }: NumberEntry, amount: AmountEntry): Hindrance | undefined {
  if (number.status === 'refused') return { field: 'number', message: 'ticket.fixNumber' }
  if (number.status === 'incomplete') {
    return { field: 'number', message: number.national === '' ? 'ticket.enterNumber' : 'ticket.finishNumber' }
  }
  return findAmountBlockReason(amount)
}

export function findAmountBlockReason({ status }: AmountEntry): (Hindrance & { field: 'amount' }) | undefined {
  switch (status) {
    case 'legal':
      return undefined
    case 'empty':
      return { field: 'amount', message: 'ticket.enterAmount' }
    case 'partial':
      return { field: 'amount', message: 'ticket.finishAmount' }
    case 'wrong':
    case 'unreadable':
      return { field: 'amount', message: 'ticket.fixAmount' }
  }
}
