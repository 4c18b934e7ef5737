import { isComplete, isUndelivered, type Sale } from '#domain/sale/sale.ts'
import { groupOfSale } from '#domain/sale/group.ts'

export type SaleAction = 'resume' | 'handOver' | 'reprint' | 'details'

/** The one thing to do with a sale of the list: go on with it, hand over its code, print its paper again, or look at it. */
export function actionOfSale(sale: Sale, mayPrint = true): SaleAction {
  if (!isComplete(sale) && !sale.resolution) return 'resume'
  if (isUndelivered(sale)) return 'handOver'
  const hasPaper = sale.state === 'succeeded' && groupOfSale(sale) === 'sold'
  // What was handed over on a screen was never printed: its own screen says what can be done.
  return mayPrint && hasPaper && (sale.voucher === undefined || sale.printCount > 0) ? 'reprint' : 'details'
}
