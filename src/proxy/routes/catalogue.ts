import { createHash } from 'node:crypto'

import type { FastifyInstance } from 'fastify'

import type { Catalogue, CatalogueService } from '#contract/proxy/catalogue.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import { formatDecimal } from '#domain/money.ts'
import type { Service } from '#domain/service.ts'
import { Refused } from '../failures.ts'
import type { CatalogueCache } from '../wholesaler/cache.ts'

/** What can be sold, the same for every role: no commission, no top-up code. */
export function catalogueRoutes(app: FastifyInstance, { catalogue }: { catalogue: CatalogueCache }): void {
  app.get(proxyPaths.catalogue, async (request, reply) => {
    const current = await catalogue.current()
    if (!current) {
      throw new Refused(
        503,
        'not-ready',
        'The service has not told its products yet. We go on asking; try again in a moment.',
      )
    }
    const { point } = current
    const { asOf, ...content }: Catalogue = {
      point: {
        posId: point.posId,
        agentName: point.agentName,
        receiptName: point.receiptName,
        address: point.address,
        supportEmail: point.supportEmail ?? '',
      },
      tiles: [...current.tiles],
      services: current.services.map(serviceFor),
      currency: current.currency,
      asOf: current.asOf,
    }
    // A refresh that changed nothing is the same catalogue: a till keeps what it has.
    const etag = `"${createHash('sha256').update(JSON.stringify(content)).digest('base64url')}"`
    reply.header('etag', etag).header('cache-control', 'no-cache')
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send({ ...content, asOf })
  })
}

function serviceFor({ rule, ...service }: Service): CatalogueService {
  return {
    ...service,
    rule: { min: formatDecimal(rule.min), max: formatDecimal(rule.max), step: formatDecimal(rule.step) },
  }
}
