import type { ServiceKind } from '#domain/service.ts'
import type { Tile } from '#domain/frontview.ts'
import type { DecimalText } from '#domain/money.ts'

/** A service as a till gets it: the same for every role, without commission. Amounts are decimal text. */
export type CatalogueService = {
  id: string
  isActive: boolean
  name: string
  brand: string
  category: string
  subcategory: string
  kind: ServiceKind
  rule: { min: DecimalText; max: DecimalText; step: DecimalText }
  isAccountRequired: boolean
}

/** `GET /api/catalogue`. */
export type Catalogue = {
  point: { posId: string; agentName: string; receiptName: string; address: string; supportEmail: string }
  /** Empty when the POS has no frontview. */
  tiles: Tile[]
  services: CatalogueService[]
  /** The account's currency, once the wholesaler has named it. */
  currency: string
  /** When the oldest part of it was read, epoch ms. */
  asOf: number
}
