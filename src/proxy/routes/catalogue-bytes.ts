import { createHash } from 'node:crypto'

import type { CatalogueContent, CatalogueService } from '#contract/proxy/catalogue.ts'
import { formatDecimal } from '#domain/money.ts'
import type { Service } from '#domain/service.ts'
import { compress, type Coding } from '../wire/compression.ts'
import type { CatalogueReading } from '../wholesaler/cache.ts'

/** A catalogue as it goes out: its tag, and its bytes in one coding or plain. */
export type CatalogueBytes = { etag: string; in: (coding: Coding | undefined) => Buffer | Promise<Buffer> }

/** Writes the catalogue for everybody at once: its JSON and tag once for each reading, each coding once for each change. */
export function createCatalogueBytes(): (reading: CatalogueReading) => CatalogueBytes {
  let last: { reading: CatalogueReading; bytes: CatalogueBytes } | undefined
  return (reading) => {
    if (last && isSame(last.reading, reading)) return last.bytes
    const plain = Buffer.from(JSON.stringify(contentOf(reading)))
    // Weak: the same catalogue in every coding.
    const etag = `W/"${createHash('sha256').update(plain).digest('base64url')}"`
    // A refresh that changed nothing is the same catalogue: a till keeps what it has.
    last = { reading, bytes: last?.bytes.etag === etag ? last.bytes : { etag, in: inCodings(plain) } }
    return last.bytes
  }
}

/** What was not read anew is the very same value. */
function isSame(a: CatalogueReading, b: CatalogueReading): boolean {
  return a.point === b.point && a.tiles === b.tiles && a.services === b.services && a.currency === b.currency
}

function inCodings(plain: Buffer): CatalogueBytes['in'] {
  const made = new Map<Coding, Promise<Buffer>>()
  return (coding) => {
    if (coding === undefined) return plain
    const known = made.get(coding)
    if (known) return known
    const bytes = compress(plain, coding)
    made.set(coding, bytes)
    // Whoever asks next tries again.
    bytes.catch(() => made.delete(coding))
    return bytes
  }
}

/** Field by field: no commission, no top-up code. */
function contentOf({ point, tiles, frontview, services, currency }: CatalogueReading): CatalogueContent {
  return {
    point: {
      posId: point.posId,
      agentName: point.agentName,
      receiptName: point.receiptName,
      address: point.address,
      supportEmail: point.supportEmail ?? '',
    },
    tiles,
    ...(frontview ? { frontview } : {}),
    services: services.map(serviceFor),
    currency,
  }
}

function serviceFor({ rule, ...service }: Service): CatalogueService {
  return {
    ...service,
    rule: { min: formatDecimal(rule.min), max: formatDecimal(rule.max), step: formatDecimal(rule.step) },
  }
}
