import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { proxyPaths } from '#contract/proxy/paths.ts'
import { NoContent } from '#contract/proxy/sales.ts'
import type { Status, StopReason } from '#contract/proxy/status.ts'
import type { Clock } from '../clock.ts'
import type { DiskGuard } from '../journal/disk-guard.ts'
import { auditActor } from '../sales/sale-staff.ts'
import type { Sales } from '../sales/sales.ts'
import { personOf, terminalOf } from '../staff/access.ts'
import type { StaffServices } from '../staff/open-staff.ts'
import type { Wholesaler } from '../wholesaler/wholesaler.ts'
import { countVisibleHere, viewerOf } from './kiosk.ts'

type Deps = {
  wholesaler: Wholesaler
  sales: Pick<Sales, 'countOpenItems' | 'openItems'>
  disk: Pick<DiskGuard, 'isFull'>
  staff: { audit: Pick<StaffServices['audit'], 'append'>; people: Pick<StaffServices['people'], 'pinLocks'> }
  clock: Clock
  version: string
}

const STOPPED: Record<StopReason, string> = {
  signature: 'the service refuses our signature',
  inactive: 'the service says that this point of sale is not active',
  contradiction: 'the service contradicted itself about a sale that was final',
  'disk-full': 'the disk is nearly full',
}

/** How things stand, for the status bar and for the operator. */
export function statusRoutes(app: FastifyInstance, { wholesaler, sales, disk, staff, clock, version }: Deps): void {
  let diskSince: number | undefined

  /** The service as it is for selling. A full disk stops it too; what the service itself said comes first. */
  function readStatus(): Pick<Status, 'service' | 'reason' | 'since'> {
    const { service, reason, since } = wholesaler.health()
    diskSince = disk.isFull() ? (diskSince ?? clock.now()) : undefined
    if (service === 'stopped') return { service, ...(reason ? { reason } : {}), since }
    return diskSince === undefined ? { service, since } : { service: 'stopped', reason: 'disk-full', since: diskSince }
  }

  async function statusFor(request: FastifyRequest): Promise<Status> {
    const { wallet, isClockAhead } = wholesaler.health()
    const isSupervisor = viewerOf(request).role === 'supervisor'
    const pinLocks = isSupervisor ? (await staff.people.pinLocks()).size : 0
    return {
      ...readStatus(),
      wallet,
      ...(await countVisibleHere(request, { sales, clock })),
      ...(pinLocks > 0 ? { pinLocks } : {}),
      ...(isClockAhead && isSupervisor ? { isClockAhead } : {}),
      serverTime: clock.now(),
      version,
    }
  }

  app.get(proxyPaths.status, (request) => statusFor(request))

  app.post(proxyPaths.resumeSelling, async (request) => {
    v.parse(NoContent, request.body)
    const seller = { person: personOf(request), terminal: terminalOf(request) }
    await staff.audit.append({ kind: 'selling-retried', ...auditActor(seller) })
    await wholesaler.tryResumeSelling()
    return statusFor(request)
  })

  app.get(proxyPaths.alive, async () => ({ alive: true }))

  // Alive means that the journal is open and writable: it ends the process when it is not. Without the service nothing is sold, but
  // everything else works.
  app.get(proxyPaths.ready, async () => {
    const fenced = wholesaler.isFenced()
    const reason = sellingProblem(readStatus(), fenced)
    return { selling: reason === undefined, ...(reason ? { reason } : {}), fenced }
  })
}

function sellingProblem(
  { service, reason }: Pick<Status, 'service' | 'reason'>,
  isFenced: boolean,
): string | undefined {
  if (reason) return STOPPED[reason]
  if (service === 'unreachable') return 'the service does not answer'
  return isFenced ? undefined : 'waiting for the first answer of the service'
}
