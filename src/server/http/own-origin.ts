import { networkInterfaces } from 'node:os'

import type { FastifyRequest } from 'fastify'

import { isLoopback } from '../config/account-schema.ts'
import { RequestRefused } from '../lib/failures.ts'
import { isApi } from './request-shape.ts'

const READS = new Set(['GET', 'HEAD'])

/**
 * A write needs our Origin, a JSON body and, if the browser names the site, the same site. A read of the API must not come from another page or use another
 * host name, as it would after DNS rebinding. Pages can be opened from links. Our origin is `publicOrigin` or else the request's scheme and Host if that is
 * this machine.
 */
export function refuseForeignOrigin(request: FastifyRequest, publicOrigin: string | undefined): void {
  const { method, headers } = request
  const site = headers['sec-fetch-site']
  if (READS.has(method)) {
    const isOfApi = isApi(request)
    if (!isOfApi && request.routeOptions.url !== '/metrics') return
    // `none`: a person typed the URL.
    if (site !== undefined && site !== 'same-origin' && site !== 'none') throw foreignOrigin()
    if (headers.origin !== undefined && !isOwnOrigin(request, publicOrigin)) throw foreignOrigin()
    if (isOfApi && publicOrigin === undefined && !isThisMachine(request.hostname)) throw foreignOrigin()
    return
  }
  if (headers.origin === undefined || !isOwnOrigin(request, publicOrigin)) throw foreignOrigin()
  if (site !== undefined && site !== 'same-origin') throw foreignOrigin()
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
    throw new RequestRefused(400, 'invalid-request', 'The body has to be declared as application/json.')
  }
}

const foreignOrigin = () =>
  new RequestRefused(
    403,
    'foreign-origin',
    'This request did not come from our own page. Open the till at its own address.',
  )

function isOwnOrigin(request: FastifyRequest, publicOrigin: string | undefined): boolean {
  const { origin } = request.headers
  if (publicOrigin !== undefined) return origin === publicOrigin
  return origin === `${request.protocol}://${request.host}` && isThisMachine(request.hostname)
}

/** Own addresses that requests have used, because looking them up takes longer than most requests. */
const ownAddresses = new Set<string>()

function isThisMachine(host: string): boolean {
  if (isLoopback(host)) return true
  const bare = host.replace(/^\[|\]$/g, '')
  if (ownAddresses.has(bare)) return true
  const isOwn = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === bare))
  if (isOwn) ownAddresses.add(bare)
  return isOwn
}
