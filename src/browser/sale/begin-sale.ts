import { ulid } from 'ulid'

import type { OpenSale, OpenServiceSale } from '#contract/proxy/sales.ts'
import type { InternationalChoice } from '#domain/international.ts'
import type { Money } from '#domain/money.ts'
import type { SaleId } from '#domain/sale/id.ts'
import { paths } from '../paths.ts'

/** What an international sale was asked for by name and price, as the till showed it; the request itself says only ids. */
export type ShownOffer = { choice: InternationalChoice; gets: Money; pays: Money }

/** What this tab asked to be sold under the id of a sale or a quantity, kept so that a reload sends the very same request again, which is harmless (DESIGN rule 2). */
export type SaleRequest = {
  content: OpenSale
  /** Of a quantity: how many. Then the id is that of the quantity, and the proxy mints those of its lines. */
  count?: number | undefined
  /** The tile it was picked from, to go back to. */
  tileId?: string | undefined
  offer?: ShownOffer | undefined
  /**
   * How far it came as far as this tab knows: `asked` is sent again on a reload; after `answered` the journal is read; after `sent` (it
   * was confirmed here) silence means that nothing is known.
   */
  stage: 'asked' | 'answered' | 'sent'
  /** When it was confirmed here, by this machine's clock. */
  sentAt?: number | undefined
}

const KEEP = 20
const PREFIX = 'sale:'

export const newSaleId = (): SaleId => ulid() as SaleId

/** What a ticket asks for: a recharge or a voucher. */
export type ServiceRequest = Omit<OpenServiceSale, 'duplicateOf'>

/** A new sale id with the request it stands for, remembered before anything leaves. */
export function beginSale(content: OpenSale, tileId?: string, offer?: ShownOffer): SaleId {
  const id = newSaleId()
  forgetOldest(PREFIX, KEEP)
  storeSaleRequest(id, { content, stage: 'asked', tileId, offer })
  return id
}

/** One or several of the same; returns the address of its review. A new id with its request is remembered before anything leaves. */
export function beginService(content: ServiceRequest, count: number, tileId?: string): string {
  if (count === 1) return paths.sale(beginSale(content, tileId))
  const id = newSaleId()
  forgetOldest(PREFIX, KEEP)
  storeSaleRequest(id, { content, count, stage: 'asked', tileId })
  return paths.batch(id)
}

export function storeSaleRequest(id: string, request: SaleRequest): void {
  sessionStorage.setItem(keyOfSaleRequest(id), JSON.stringify(request))
}

export const keyOfSaleRequest = (id: string): string => PREFIX + id

/** What was asked for at this tab says who it was for. The journal knows it. */
export function forgetRequests(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
}

/** Makes room for one more where `keep` are kept. Ids grow with time, so the smallest are the oldest. */
function forgetOldest(prefix: string, keep: number): void {
  const ids = Object.keys(sessionStorage)
    .filter((key) => key.startsWith(prefix))
    .toSorted()
  for (const key of ids.slice(0, Math.max(0, ids.length - keep + 1))) sessionStorage.removeItem(key)
}
