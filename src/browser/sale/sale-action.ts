import { Info, Play, Printer, Ticket, type LucideIcon } from 'lucide-react'

import { groupOfSale } from '#domain/sale/group.ts'
import { isComplete, isUndelivered, type Sale } from '#domain/sale/sale.ts'

export type SaleAction = 'resume' | 'handOver' | 'reprint' | 'details'

export const SALE_ACTION_ICONS: Record<SaleAction, LucideIcon> = {
  resume: Play,
  handOver: Ticket,
  reprint: Printer,
  details: Info,
}

/** The one thing to do with a sale in a list: continue it, hand over its code, print its receipt again, or see its details. */
export function actionOfSale(sale: Sale, mayPrint = true): SaleAction {
  if (!isComplete(sale) && !sale.resolution) return 'resume'
  if (isUndelivered(sale)) return 'handOver'
  const hasReceipt = sale.state === 'succeeded' && groupOfSale(sale) === 'sold'
  // A code that was delivered on a screen was never printed: the page of the sale says what can be done.
  return mayPrint && hasReceipt && (sale.voucher === undefined || sale.printCount > 0) ? 'reprint' : 'details'
}
