import { compareDecimals, decimal } from '../money/money.ts'
import { moneyMoved, type Sale } from './sale.ts'

/** `refunded`: the customer was refunded although the sale was sold. `below-cost`: the wholesaler charged more than the customer paid. */
export type Loss = 'refunded' | 'below-cost'

/** A refund paid before the wholesaler contradicted itself is a loss until a supervisor decides otherwise (rule 15). */
export function lossOf(
  sale: Parameters<typeof moneyMoved>[0] & Pick<Sale, 'refund' | 'pays' | 'cost'>,
): Loss | undefined {
  const { conflicting, refund, pays, cost } = sale
  const isSold = moneyMoved(sale) === 'yes'
  if (refund?.done && (isSold || conflicting)) return 'refunded'
  const isDearer = cost?.currency === pays.currency && compareDecimals(decimal(cost.amount), decimal(pays.amount)) > 0
  return isSold && isDearer ? 'below-cost' : undefined
}
