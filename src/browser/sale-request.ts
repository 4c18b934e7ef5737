import * as v from 'valibot'

import { OpenSale } from '#contract/proxy/sales.ts'
import type { SaleId } from '#domain/sale-id.ts'
import { keepSaleRequest, keyOfSaleRequest, type SaleRequest } from './begin-sale.ts'

const KeptRequest: v.GenericSchema<unknown, SaleRequest> = v.object({
  content: OpenSale,
  tileId: v.optional(v.string()),
  stage: v.picklist(['asked', 'answered', 'sent']),
  sentAt: v.optional(v.number()),
})

export function findSaleRequest(id: SaleId): SaleRequest | undefined {
  const text = sessionStorage.getItem(keyOfSaleRequest(id))
  if (text === null) return undefined
  try {
    const read = v.safeParse(KeptRequest, JSON.parse(text))
    return read.success ? read.output : undefined
  } catch {
    return undefined
  }
}

export function noteStage(id: SaleId, stage: SaleRequest['stage'], sentAt?: number): void {
  const request = findSaleRequest(id)
  if (request) keepSaleRequest(id, { ...request, stage, ...(sentAt === undefined ? {} : { sentAt }) })
}
