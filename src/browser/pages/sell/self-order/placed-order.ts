import type { PlacedOrder } from '#api/orders.ts'
import { isRecord, recall, remember } from '../../../lib/storage.ts'

/** Survives a reload, until the customer leaves it or it expires. */
export const keepPlacedOrder = (placed: PlacedOrder): void => void remember('placed-order', placed)

export function findPlacedOrder(): PlacedOrder | undefined {
  const placed = recall('placed-order', read)
  return placed && Date.now() < placed.expiresAt ? placed : undefined
}

function read(stored: unknown): PlacedOrder | undefined {
  if (!isRecord(stored)) return undefined
  const { id, label, expiresAt } = stored
  const isWhole = typeof id === 'string' && typeof label === 'string' && typeof expiresAt === 'number'
  return isWhole ? { id, label, expiresAt } : undefined
}
