import { compareDecimals, decimal } from '../money.ts'
import { moneyMoved, type Sale } from './sale.ts'

/** How a shop loses money by a sale: it paid the money back although it was sold, or the wholesaler charged more than the customer paid. */
export type Loss = 'refunded' | 'below-cost'

/**
 * What the shop lost by a sale, if it did. Money that was paid back before the wholesaler contradicted itself is lost until a supervisor decides
 * otherwise (rule 15).
 */
export function lossOf(
  sale: Parameters<typeof moneyMoved>[0] & Pick<Sale, 'refund' | 'pays' | 'cost'>,
): Loss | undefined {
  const { conflicting, refund, pays, cost } = sale
  const isSold = moneyMoved(sale) === 'yes'
  if (refund?.done && (isSold || conflicting)) return 'refunded'
  const isDearer = cost?.currency === pays.currency && compareDecimals(decimal(cost.amount), decimal(pays.amount)) > 0
  return isSold && isDearer ? 'below-cost' : undefined
}
