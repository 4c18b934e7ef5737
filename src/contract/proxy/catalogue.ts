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

/** The body of `GET /api/catalogue`: the same bytes as long as nothing changed. */
export type CatalogueContent = {
  point: {
    posId: string
    agentName: string
    receiptName: string
    address: string
    supportEmail: string
    /** Absent where the POS has none. */
    frontviewId?: string
  }
  /** Empty where `frontview` says why, or where the wholesaler's list is. */
  tiles: Tile[]
  /** Why the tiles are not from a frontview: the POS has `none`, or it has one of which none could be read so far. Absent when they are. */
  frontview?: 'none' | 'unreadable'
  services: CatalogueService[]
  /** The account's currency. */
  currency: string
}

/** The catalogue as a screen has it. */
export type Catalogue = CatalogueContent & {
  /** As of when it stands, epoch ms: by `CATALOGUE_AS_OF_HEADER`. */
  asOf: number
}

/**
 * Epoch ms, with 200 and with 304: when the catalogue was last read, or, as soon as a part of it is older than its own rule allows, when
 * that part was.
 */
export const CATALOGUE_AS_OF_HEADER = 'toptill-as-of'

export type CataloguePart = 'point' | 'frontview' | 'services' | 'currency'

/** What of one part could not be read, for supervisors. */
export type SkippedPart = {
  part: CataloguePart
  /** When it was last read, epoch ms; absent when it never was. */
  readAt?: number
  /** The first of them, a sentence each. */
  skipped: string[]
  /** How many there are in all. */
  skippedCount: number
  /** Why the last attempt to read it failed, and since when attempts do, epoch ms. */
  problem?: { text: string; since: number }
}

/** `GET /api/catalogue/left-out`. */
export type SkippedParts = { parts: SkippedPart[] }
