import { createHash } from 'node:crypto'

import type { CatalogContent, CatalogService } from '#api/catalog.ts'
import { formatDecimal } from '#domain/money/money.ts'
import type { Service } from '#domain/catalog/service.ts'
import { inTurns, type Chunks } from '../lib/cooperative.ts'
import { compress, type Coding } from '../http/compression.ts'
import { eachAs, jsonInPieces, type InWriting } from '../http/json-in-pieces.ts'
import type { CatalogReading } from './catalog-cache.ts'

export type CatalogBytes = { etag: string; in: (coding: Coding | undefined) => Buffer | Promise<Buffer> }

/** One digest per reading, each encoding once per change. The catalog may be large, so it is written in turns. */
export function createCatalogBytes(): (reading: CatalogReading) => Promise<CatalogBytes> {
  let last: { reading: CatalogReading; bytes: Promise<CatalogBytes> } | undefined
  return (reading) => {
    if (last && isSame(last.reading, reading)) return last.bytes
    const before = last?.bytes
    last = { reading, bytes: write(reading, before) }
    return last.bytes
  }
}

async function write(reading: CatalogReading, before: Promise<CatalogBytes> | undefined): Promise<CatalogBytes> {
  const { plain, digest } = await inTurns(jsonOf(reading))
  // A weak tag, because all encodings share it.
  const etag = `W/"${digest}"`
  const known = await before
  // Terminals need no new copy of an unchanged catalog.
  return known?.etag === etag ? known : { etag, in: inCodings(plain) }
}

function* jsonOf(reading: CatalogReading): Chunks<{ plain: Buffer; digest: string }> {
  const hash = createHash('sha256')
  const written: Buffer[] = []
  yield* jsonInPieces(contentOf(reading), (bytes) => {
    hash.update(bytes)
    written.push(bytes)
  })
  return { plain: Buffer.concat(written), digest: hash.digest('base64url') }
}

/** A part that was not read again is the same object. */
function isSame(a: CatalogReading, b: CatalogReading): boolean {
  return a.point === b.point && a.tiles === b.tiles && a.services === b.services && a.currency === b.currency
}

function inCodings(plain: Buffer): CatalogBytes['in'] {
  const made = new Map<Coding, Promise<Buffer>>()
  return (coding) => {
    if (coding === undefined) return plain
    const known = made.get(coding)
    if (known) return known
    const bytes = compress(plain, coding)
    made.set(coding, bytes)
    bytes.catch(() => made.delete(coding))
    return bytes
  }
}

/** Field by field, so no commission and no top-up code leaves the server. */
function contentOf({ point, tiles, frontview, services, currency }: CatalogReading): InWriting<CatalogContent> {
  return {
    point: {
      posId: point.posId,
      agentName: point.agentName,
      receiptName: point.receiptName,
      address: point.address,
      supportEmail: point.supportEmail ?? '',
      ...(point.frontviewId === undefined ? {} : { frontviewId: point.frontviewId }),
    },
    tiles,
    ...(frontview ? { frontview } : {}),
    services: eachAs(services, serviceFor),
    currency,
  }
}

function serviceFor(service: Service): CatalogService {
  const { id, isActive, name, brand, category, subcategory, kind, rule, isAccountRequired } = service
  return {
    id,
    isActive,
    name,
    brand,
    category,
    subcategory,
    kind,
    isAccountRequired,
    rule: { min: formatDecimal(rule.min), max: formatDecimal(rule.max), step: formatDecimal(rule.step) },
  }
}
