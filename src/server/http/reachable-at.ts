import { isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'

import { isLoopback } from '../config/account-schema.ts'
import { isInLocalNetwork } from '../lib/address-guard.ts'
import type { ProcessConfig } from '../config/config.ts'

type Listening = Pick<ProcessConfig, 'host' | 'port' | 'tls' | 'publicOrigin'>

/** What containers and virtual machines on this machine call their own networks, which no other device is in. */
const VIRTUAL = /^(docker|br-|veth|virbr|vmnet|vboxnet)|^vEthernet|VirtualBox|VMware/i
/** What a machine gives itself while no network has given it an address. */
const LINK_LOCAL = /^169\.254\./
const ALL = ['0.0.0.0', '::']

/** The addresses at which other devices reach this process, as they are typed into a browser. None if it listens for this machine only. */
export function reachableAt(
  { host, port, tls, publicOrigin }: Listening,
  interfaces: () => ReturnType<typeof networkInterfaces> = networkInterfaces,
): string[] {
  if (publicOrigin !== undefined) return [publicOrigin]
  if (isLoopback(host)) return []
  const hosts = ALL.includes(host) ? addressesOf(interfaces()) : [isIPv6(host) ? `[${host}]` : host]
  return hosts.map((name) => new URL(`${tls ? 'https' : 'http'}://${name}:${port}`).origin)
}

/** The addresses of this machine in private networks; if there are none, all others. */
function addressesOf(interfaces: ReturnType<typeof networkInterfaces>): string[] {
  const outside = Object.entries(interfaces)
    .filter(([name]) => !VIRTUAL.test(name))
    .flatMap(([, addresses = []]) => addresses)
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !LINK_LOCAL.test(address))
    .map(({ address }) => address)
  const own = outside.filter(isInLocalNetwork)
  return own.length > 0 ? own : outside
}
