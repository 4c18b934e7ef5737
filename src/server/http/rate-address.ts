import { isIPv6 } from 'node:net'

import { plainAddress } from '../config/trusted-proxies.ts'

const GROUPS = 8
const GROUPS_OF_A_NETWORK = 4

/** One client is an IPv4 address, or an IPv6 /64, in which one machine can have any number of addresses. */
export function networkOf(address: string | undefined): string {
  const plain = plainAddress(address ?? '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.replace(/%.*$/, '').split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? 0 : GROUPS - groups.length - rest.length
  return [...groups, ...Array.from({ length: Math.max(0, gap) }, () => '0'), ...rest]
    .slice(0, GROUPS_OF_A_NETWORK)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
