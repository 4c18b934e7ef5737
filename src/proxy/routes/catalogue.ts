import type { FastifyInstance } from 'fastify'

import { CATALOGUE_AS_OF_HEADER, type SkippedParts } from '#contract/proxy/catalogue.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import { findCoding } from '../http/compression.ts'
import { RequestRefused } from '../failures.ts'
import type { CatalogueCache } from '../wholesaler/catalogue-cache.ts'
import { createCatalogueBytes } from './catalogue-bytes.ts'

/** What can be sold, the same for every role; and what of it could not be read, for supervisors. */
export function catalogueRoutes(app: FastifyInstance, { catalogue }: { catalogue: CatalogueCache }): void {
  const bytesOf = createCatalogueBytes()

  app.get(proxyPaths.catalogue, async (request, reply) => {
    const current = await catalogue.current()
    if (!current) {
      throw new RequestRefused(
        503,
        'not-ready',
        'The service has not told its products yet. We go on asking; try again in a moment.',
      )
    }
    const bytes = await bytesOf(current)
    // Our own cache knows how old it is; with a 304 the till's stored answer learns it, too.
    reply.headers({
      etag: bytes.etag,
      'cache-control': 'private, no-cache',
      vary: 'accept-encoding',
      [CATALOGUE_AS_OF_HEADER]: String(current.asOf),
    })
    if (isKnown(request.headers['if-none-match'], bytes.etag)) return reply.code(304).send()
    const coding = findCoding(request.headers['accept-encoding'])
    if (coding) reply.header('content-encoding', coding)
    return reply.type('application/json; charset=utf-8').send(await bytes.in(coding))
  })

  app.get(proxyPaths.skipped, async (): Promise<SkippedParts> => {
    return { parts: catalogue.report().map(({ part, report }) => ({ part, ...report })) }
  })
}

/** The tags a till has; a reverse proxy between may have made them weak or strong. */
function isKnown(given: string | undefined, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return given?.split(',').some((tag) => opaque(tag) === opaque(etag)) ?? false
}
