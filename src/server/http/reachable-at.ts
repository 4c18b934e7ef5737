import { isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'

import { isLoopback } from '../config/account-schema.ts'
import { isInLocalNetwork } from '../lib/address-guard.ts'
import type { ProcessConfig } from '../config/config.ts'

type Listening = Pick<ProcessConfig, 'host' | 'port' | 'tls' | 'publicOrigin'>

/** Network interfaces of containers and virtual machines on this machine, which no other device can reach. */
const VIRTUAL = /^(docker|br-|veth|virbr|vmnet|vboxnet)|^vEthernet|VirtualBox|VMware/i
/** Self-assigned while no network has given an address. */
const LINK_LOCAL = /^169\.254\./
const ALL = ['0.0.0.0', '::']

/** Addresses to type into other devices' browsers; none if the server listens only for this machine. */
export function reachableAt(
  { host, port, tls, publicOrigin }: Listening,
  interfaces: () => ReturnType<typeof networkInterfaces> = networkInterfaces,
): string[] {
  if (publicOrigin !== undefined) return [publicOrigin]
  if (isLoopback(host)) return []
  const hosts = ALL.includes(host) ? addressesOf(interfaces()) : [isIPv6(host) ? `[${host}]` : host]
  return hosts.map((name) => new URL(`${tls ? 'https' : 'http'}://${name}:${port}`).origin)
}

/** Prefers private networks. */
function addressesOf(interfaces: ReturnType<typeof networkInterfaces>): string[] {
  const outside = Object.entries(interfaces)
    .filter(([name]) => !VIRTUAL.test(name))
    .flatMap(([, addresses = []]) => addresses)
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !LINK_LOCAL.test(address))
    .map(({ address }) => address)
  const own = outside.filter(isInLocalNetwork)
  return own.length > 0 ? own : outside
}
