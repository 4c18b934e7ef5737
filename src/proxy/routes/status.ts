import type { FastifyInstance } from 'fastify'

import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Status } from '#contract/proxy/status.ts'
import type { Clock } from '../clock.ts'
import type { Sales } from '../sales/sales.ts'
import { personOf } from '../staff/access.ts'
import { version } from '../version.ts'
import type { Wholesaler } from '../wholesaler/wholesaler.ts'

type Deps = { wholesaler: Wholesaler; sales: Sales; clock: Clock }

/** How things stand, for the status bar and for the operator. */
export function statusRoutes(app: FastifyInstance, { wholesaler, sales, clock }: Deps): void {
  app.get(proxyPaths.status, async (request): Promise<Status> => {
    const { service, since } = wholesaler.health()
    return { service, since, waiting: await sales.countWaiting(personOf(request)), clock: clock.now(), version }
  })

  app.get(proxyPaths.alive, async () => ({ alive: true }))

  // Alive means that the journal is open and writable: it ends the process when it is not. Without the service nothing is sold, but
  // everything else works.
  app.get(proxyPaths.ready, async () => {
    const fenced = wholesaler.isFenced()
    const isAway = wholesaler.health().service === 'away'
    const why = isAway
      ? 'the service does not answer'
      : fenced
        ? undefined
        : 'waiting for the first answer of the service'
    return { selling: why === undefined, ...(why ? { why } : {}), fenced }
  })
}
