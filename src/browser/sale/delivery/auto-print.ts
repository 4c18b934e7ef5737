import type { Sale } from '#domain/sale/sale.ts'
import { findSaleRequest } from '../sale-request.ts'

const KEY = 'printed-by-itself'
const KEEP = 20

/** Whether the receipt of this sale may print by itself: it or its quantity was confirmed in this tab, and has not printed by itself before, also before a reload. */
export function claimAutoPrint({ id, batch }: Pick<Sale, 'id' | 'batch'>): boolean {
  const isSentHere = (request: string) => findSaleRequest(request)?.stage === 'sent'
  if (!isSentHere(id) && !(batch && isSentHere(batch.id))) return false
  const known = sessionStorage.getItem(KEY)?.split(' ') ?? []
  if (known.includes(id)) return false
  sessionStorage.setItem(KEY, [...known, id].slice(-KEEP).join(' '))
  return true
}
