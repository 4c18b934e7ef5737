import * as v from 'valibot'

import { InternationalChoice } from '#domain/catalog/international.ts'
import { Money } from '#domain/money/money.ts'
import { SaleId } from '#domain/sale/id.ts'
import { count, time } from '#domain/schema-parts.ts'
import { boundedText, NoContent } from './input-parts.ts'

const MAX_TYPED = 40
const typed = v.pipe(boundedText(MAX_TYPED), v.minLength(3))

/** A whole number, or only its last three or four digits. Anything else finds nothing. */
export const FindKnownNumber = v.strictObject({ typed })

/** A product that was sold to the number, without the number: `masked` shows its ends. `id` is the sale's. */
export const KnownSale = v.strictObject({
  id: SaleId,
  masked: v.string(),
  kind: v.picklist(['direct', 'international']),
  serviceId: v.string(),
  serviceName: v.string(),
  brand: v.string(),
  amount: Money,
  pays: Money,
  international: v.exactOptional(InternationalChoice),
  soldAt: time,
})
export type KnownSale = v.InferOutput<typeof KnownSale>

const KnownSales = v.strictObject({ sales: v.array(KnownSale) })

/** The whole number, in the form of `Sale.account`, for the review that shows it. */
const ChosenNumber = v.strictObject({ account: v.string() })

export const EraseNumber = v.strictObject({ number: typed })
/** `sales` were erased. With `open`, the numbers of sales that have to be completed first, there may be others left. */
const ErasedNumber = v.strictObject({ sales: count, open: v.array(count) })
export type ErasedNumber = v.InferOutput<typeof ErasedNumber>

/** `find` is a POST, so that no customer's number is in an address. */
export const knownNumberEndpoints = {
  'POST /api/known-numbers': { body: FindKnownNumber, answer: KnownSales },
  'POST /api/known-numbers/:id/choose': { body: NoContent, answer: ChosenNumber },
  'POST /api/known-numbers/erase': { body: EraseNumber, answer: ErasedNumber },
}
