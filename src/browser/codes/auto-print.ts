import type { SaleId } from '#domain/sale/id.ts'
import { findSaleRequest } from '../sale-request.ts'

const KEY = 'printed-by-itself'
const KEEP = 20

/** Whether the receipt of this sale may print by itself: it was confirmed in this tab, and has not printed by itself before, also before a reload. */
export function claimAutoPrint(id: SaleId): boolean {
  if (findSaleRequest(id)?.stage !== 'sent') return false
  const known = sessionStorage.getItem(KEY)?.split(' ') ?? []
  if (known.includes(id)) return false
  sessionStorage.setItem(KEY, [...known, id].slice(-KEEP).join(' '))
  return true
}
