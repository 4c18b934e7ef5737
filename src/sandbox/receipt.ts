import type { BookedTransaction } from './books.ts'
import { findService } from './catalogue.ts'

/** The receipt of a sold top-up (spec 2.12). */
export function receiptFor({ id, serviceId, account, amount, time }: BookedTransaction) {
  const service = findService(serviceId)
  return {
    header: service?.biller ?? '',
    subheader: `${service?.name ?? serviceId}, paid`,
    info: `Number: ${account}\nAmount: ${amount} AED\nTransaction: ${id}\nTime: ${time}`,
    instruction: 'The amount is on the number now. Dial *100# to see it.',
    promo: 'Ask for the data packs of the weekend.',
    footer: 'Practice receipt, no money moved.\nThank you',
  }
}
