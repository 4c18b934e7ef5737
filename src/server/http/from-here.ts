import type { FastifyRequest } from 'fastify'

import { isLoopback } from '../config/account-schema.ts'
import type { Config } from '../config/config.ts'
import { plainAddress } from '../config/trusted-proxies.ts'

/** Headers in which a web server or network names its client. Many names for its address end in `ip`. */
const OF_A_PROXY = /^(via|forwarded|cdn-loop|(cf|x-forwarded|x-original|x-envoy)(-.*)?)$|(-|client)ip$/

/**
 * Not of a page whose name was bound to this machine, or of a web server here for someone else. Such a server may be invisible, even with a Host of this
 * machine, so nothing counts as local if `PUBLIC_ORIGIN` or `TRUST_PROXY` is set.
 */
export function isFromHere(
  { socket, headers, hostname }: FastifyRequest,
  { publicOrigin, trustProxy }: Pick<Config, 'publicOrigin' | 'trustProxy'>,
): boolean {
  if (publicOrigin !== undefined || trustProxy !== undefined) return false
  return (
    !Object.keys(headers).some((name) => OF_A_PROXY.test(name)) &&
    isLoopback(plainAddress(socket.remoteAddress ?? '')) &&
    isLoopback(hostname)
  )
}
