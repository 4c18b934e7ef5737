import * as v from 'valibot'

import { Tile } from '#domain/catalog/frontview.ts'
import { DecimalText, Money } from '#domain/money/money.ts'
import { SALE_KINDS } from '#domain/sale/sale.ts'
import { count, time } from '#domain/schema-parts.ts'

/** The same for every role, without commission. */
export const CatalogService = v.strictObject({
  id: v.string(),
  isActive: v.boolean(),
  name: v.string(),
  brand: v.string(),
  category: v.string(),
  subcategory: v.string(),
  kind: v.picklist(SALE_KINDS),
  rule: v.strictObject({ min: DecimalText, max: DecimalText, step: DecimalText }),
  isAccountRequired: v.boolean(),
})
export type CatalogService = v.InferOutput<typeof CatalogService>

/** Byte-identical as long as nothing has changed. */
export const CatalogContent = v.strictObject({
  point: v.strictObject({
    posId: v.string(),
    agentName: v.string(),
    receiptName: v.string(),
    address: v.string(),
    supportEmail: v.string(),
    frontviewId: v.exactOptional(v.string()),
  }),
  /** Empty if `frontview` gives a reason, or if the wholesaler's list is empty. */
  tiles: v.array(Tile),
  frontview: v.exactOptional(v.picklist(['none', 'unreadable'])),
  services: v.array(CatalogService),
  /** The account's currency. */
  currency: v.string(),
})
export type CatalogContent = v.InferOutput<typeof CatalogContent>

/** `asOf` is the time in `CATALOG_AS_OF_HEADER`, epoch ms. */
export type Catalog = CatalogContent & { asOf: number }

/**
 * What the wallet may not cover, if the shop shows this. Empty while the balance is unknown or old. Separate from the catalog, which is the same for
 * everyone.
 */
export const Marks = v.strictObject({
  /** Services that cost more than the balance, even at their smallest amount. */
  services: v.array(v.string()),
  /** From this round price on, any sale may exceed the balance. */
  from: v.exactOptional(Money),
})
export type Marks = v.InferOutput<typeof Marks>

/** The parts of the catalog that could not be read, for supervisors. Those of international top-ups are absent until first requested. */
export const SkippedPart = v.strictObject({
  part: v.picklist(['point', 'frontview', 'services', 'currency', 'countries', 'categories', 'providers', 'amounts']),
  readAt: v.exactOptional(time),
  /** The first skipped elements, one message each. */
  skipped: v.array(v.string()),
  skippedCount: count,
  /** Why the last attempt failed, and since when attempts have failed. */
  problem: v.exactOptional(v.strictObject({ text: v.string(), since: time })),
})
export type SkippedPart = v.InferOutput<typeof SkippedPart>

export const SkippedParts = v.strictObject({ parts: v.array(SkippedPart) })
export type SkippedParts = v.InferOutput<typeof SkippedParts>

export const catalogEndpoints = {
  'GET /api/catalog': { answer: CatalogContent },
  'GET /api/catalog/affordability': { answer: Marks },
  'GET /api/catalog/skipped': { answer: SkippedParts },
}
