import * as v from 'valibot'

import { MAX_LINES, OpenSale } from '#contract/proxy/sales.ts'
import { findDecimal, type Money } from '#domain/money.ts'
import { storeSaleRequest, keyOfSaleRequest, type SaleRequest, type ShownOffer } from './begin-sale.ts'

const MoneyShape = v.object({ amount: v.string(), currency: v.string() })
const KeptMoney = v.custom<Money>((money) => v.is(MoneyShape, money) && findDecimal(money.amount) !== undefined)
const Named = { id: v.string(), name: v.string() }
const Picture = v.exactOptional(v.string())
const KeptOffer: v.GenericSchema<unknown, ShownOffer> = v.object({
  choice: v.object({
    country: v.object({
      ...Named,
      phoneCode: v.string(),
      phoneMask: v.string(),
      otherId: v.exactOptional(v.string()),
      flag: Picture,
      flagLarge: Picture,
    }),
    provider: v.object({ ...Named, logo: Picture }),
    denomination: v.object({ ...Named, description: v.string() }),
  }),
  gets: KeptMoney,
  pays: KeptMoney,
})

const KeptRequest: v.GenericSchema<unknown, SaleRequest> = v.object({
  content: OpenSale,
  count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(MAX_LINES))),
  tileId: v.optional(v.string()),
  offer: v.optional(KeptOffer),
  stage: v.picklist(['asked', 'answered', 'sent']),
  sentAt: v.optional(v.number()),
})

export function findSaleRequest(id: string): SaleRequest | undefined {
  const text = sessionStorage.getItem(keyOfSaleRequest(id))
  if (text === null) return undefined
  try {
    const read = v.safeParse(KeptRequest, JSON.parse(text))
    return read.success ? read.output : undefined
  } catch {
    return undefined
  }
}

export function setRequestStep(id: string, stage: SaleRequest['stage'], sentAt?: number): void {
  const request = findSaleRequest(id)
  if (request) storeSaleRequest(id, { ...request, stage, ...(sentAt === undefined ? {} : { sentAt }) })
}
