import { BlockList, isIP } from 'node:net'

/** `hop`: steps before us (0 is the connected peer). */
export type TrustedProxies = (address: string | undefined, hop: number) => boolean

const MAX_HOPS = 9
// The smallest prefix is that of the largest private network, so neither one network nor many small ones cover all addresses.
const MIN_PREFIX = { ipv4: 8, ipv6: 7 }
const MAX_NETWORKS = 64
const PRIVATE_NETWORKS = [
  '127.0.0.0/8',
  '::1',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  'fc00::/7',
  '169.254.0.0/16',
  'fe80::/10',
]

/**
 * Addresses and networks separated by commas, or the number of web servers in front, each on this machine or in a private network. `undefined` for anything
 * else, and for networks in which anyone could be.
 */
export function findTrustedProxies(text: string): TrustedProxies | undefined {
  if (/^\d$/.test(text)) {
    const hops = Number(text)
    return hops >= 1 && hops <= MAX_HOPS ? (address, hop) => hop < hops && isPrivateAddress(address) : undefined
  }
  return listOf(text.split(',').map((one) => one.trim()))
}

function listOf(networks: readonly string[]): ((address: string | undefined) => boolean) | undefined {
  if (networks.length > MAX_NETWORKS) return undefined
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits, ...rest] = network.split('/')
    const version = isIP(address)
    const family = version === 4 ? 'ipv4' : 'ipv6'
    const longest = version === 4 ? 32 : 128
    const prefix = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : 0
    if (version === 0 || rest.length > 0 || prefix < MIN_PREFIX[family] || prefix > longest) return undefined
    // An IPv6 network of IPv4-mapped addresses would cover every IPv4 address.
    if (version === 6 && prefix < longest && canonical(address).startsWith('::ffff:')) return undefined
    list.addSubnet(address, prefix, family)
  }
  return (address) => {
    const plain = plainAddress(address ?? '')
    const version = isIP(plain)
    return version !== 0 && list.check(plain, version === 4 ? 'ipv4' : 'ipv6')
  }
}

const canonical = (address: string) =>
  URL.canParse(`http://[${address}]`) ? new URL(`http://[${address}]`).hostname.slice(1, -1) : ''

/** Drops the port that some web servers append; IPv4-mapped addresses become IPv4. */
export const plainAddress = (address: string): string =>
  address.replace(/^\[([\da-f:.]+)\](:\d+)?$/i, '$1').replace(/^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/i, '$1')

/** Includes this machine's own addresses. */
export const isPrivateAddress = listOf(PRIVATE_NETWORKS)!
