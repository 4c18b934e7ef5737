import type { Sale } from '#domain/sale/sale.ts'
import { recall, remember } from '../../storage.ts'
import { findSaleRequest } from '../sale-request.ts'

const MAX_STORED = 20

/** Returns whether the receipt of this sale may print automatically: it or its quantity was confirmed in this tab, and has not printed automatically before, also before a reload. */
export function claimAutoPrint({ id, batch }: Pick<Sale, 'id' | 'batch'>): boolean {
  const isSentHere = (request: string) => findSaleRequest(request)?.stage === 'sent'
  if (!isSentHere(id) && !(batch && isSentHere(batch.id))) return false
  const known = recall('auto-printed', readIds) ?? []
  if (known.includes(id)) return false
  remember('auto-printed', [...known, id].slice(-MAX_STORED))
  return true
}

const readIds = (stored: unknown) =>
  Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : undefined
