import { ulid } from 'ulid'

import type { OpenSale } from '#contract/proxy/sales.ts'
import type { SaleId } from '#domain/sale-id.ts'

/** What this tab asked to be sold under an id, kept so that a reload sends the very same request again, which is harmless (DESIGN rule 2). */
export type SaleRequest = {
  content: OpenSale
  /** The tile it was picked from, to go back to. */
  tileId?: string | undefined
  /**
   * How far it came as far as this tab knows: `asked` is sent again on a reload; after `answered` the journal is read; after `sent` (the
   * top-up was confirmed here) silence means that nothing is known.
   */
  stage: 'asked' | 'answered' | 'sent'
  /** When it was confirmed here, by this machine's clock. */
  sentAt?: number | undefined
}

const KEEP = 20
const PREFIX = 'sale:'

/** A new sale id with the request it stands for, remembered before anything leaves. */
export function beginSale(content: OpenSale, tileId?: string): SaleId {
  const id = ulid() as SaleId
  forgetOldest()
  keepSaleRequest(id, { content, stage: 'asked', tileId })
  return id
}

export function keepSaleRequest(id: SaleId, request: SaleRequest): void {
  sessionStorage.setItem(keyOfSaleRequest(id), JSON.stringify(request))
}

export const keyOfSaleRequest = (id: SaleId): string => PREFIX + id

/** Ids grow with time, so the smallest are the oldest. */
function forgetOldest(): void {
  const ids = Object.keys(sessionStorage)
    .filter((key) => key.startsWith(PREFIX))
    .toSorted()
  for (const key of ids.slice(0, Math.max(0, ids.length - KEEP + 1))) sessionStorage.removeItem(key)
}
