import { isSettled, type Sale } from '#domain/sale.ts'
import { groupOfSale } from '#domain/sale-group.ts'

export type SaleAction = 'resume' | 'reprint' | 'details'

/** The one thing to do with a sale of the list: go on with it, print its paper again, or look at it. */
export function actionOfSale(sale: Sale): SaleAction {
  if (!isSettled(sale) && !sale.closed) return 'resume'
  return sale.state === 'succeeded' && groupOfSale(sale) === 'sold' ? 'reprint' : 'details'
}
