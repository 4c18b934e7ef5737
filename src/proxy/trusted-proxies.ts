import { BlockList, isIP } from 'node:net'

/** Whether the address that is `hop` steps before us (0 is whoever is connected) is a reverse proxy whose `X-Forwarded-…` is believed. */
export type TrustedProxies = (address: string | undefined, hop: number) => boolean

const MAX_HOPS = 9
// Networks of everybody are none of proxies: neither one, nor as many small ones as it takes. The largest that is private is allowed.
const MIN_PREFIX = { ipv4: 8, ipv6: 7 }
const MAX_NETWORKS = 64
const AT_HOME = [
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
 * Reads `TRUST_PROXY`: addresses and networks with commas, or how many reverse proxies stand before us, each on this machine or in a private
 * network. Nothing when it is neither: a proxy that could be anybody is none.
 */
export function findTrustedProxies(text: string): TrustedProxies | undefined {
  if (/^\d$/.test(text)) {
    const [hops, isAtHome] = [Number(text), listOf(AT_HOME)!]
    return hops >= 1 && hops <= MAX_HOPS ? (address, hop) => hop < hops && isAtHome(address) : undefined
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
    // IPv4 in the clothes of IPv6 would be every IPv4 address once more.
    if (version === 6 && prefix < longest && canonical(address).startsWith('::ffff:')) return undefined
    list.addSubnet(address, prefix, family)
  }
  return (address) => {
    const plain = plainAddress(address ?? '')
    const version = isIP(plain)
    return version !== 0 && list.check(plain, version === 4 ? 'ipv4' : 'ipv6')
  }
}

/** In the one spelling that addresses in a URL have. */
const canonical = (address: string) =>
  URL.canParse(`http://[${address}]`) ? new URL(`http://[${address}]`).hostname.slice(1, -1) : ''

/** An IPv4 address that came in the clothes of IPv6 is that IPv4 address. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
