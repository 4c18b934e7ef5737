import { networkInterfaces } from 'node:os'

import type { FastifyRequest } from 'fastify'

import { isLoopback } from './config.ts'
import { Refused } from './failures.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Turns a writing request away that our own page did not make: another Origin, or none, or a body that is not declared as JSON (DESIGN
 * section 3). Our own origin is `publicOrigin`, else the request's scheme and Host where that is this machine.
 */
export function refuseForeignWrites(request: FastifyRequest, publicOrigin: string | undefined): void {
  if (READS.has(request.method)) return
  if (request.headers.origin === undefined || !isOwnOrigin(request, publicOrigin)) {
    throw new Refused(403, 'origin', 'This request did not come from our own page. Open the till at its own address.')
  }
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw new Refused(400, 'unreadable', 'The body has to be declared as application/json.')
  }
}

function isOwnOrigin(request: FastifyRequest, publicOrigin: string | undefined): boolean {
  const { origin } = request.headers
  if (publicOrigin !== undefined) return origin === publicOrigin
  return origin === `${request.protocol}://${request.host}` && isThisMachine(request.hostname)
}

export function isThisMachine(host: string): boolean {
  if (isLoopback(host)) return true
  const bare = host.replace(/^\[|\]$/g, '')
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === bare))
}
