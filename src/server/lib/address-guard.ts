import { lookup as lookUpName } from 'node:dns'
import { BlockList, connect, isIP, Socket, type LookupFunction } from 'node:net'

import { lookUpInTurn, type LookUp } from './dns-queue.ts'

/** For alerts and printers. Supervisors enter these addresses; they are trusted with the shop, but not with the machine and its network. */
export type AddressGuard = {
  allowsPrivate: boolean
  /** Forbids everything outside private networks. */
  withoutTls: AddressGuard
  /** Checks only IP addresses. A name is checked when it is resolved. */
  forbids: (host: string) => boolean
  /** For the connection itself, so the checked address is the one it connects to. Fails if any address is forbidden. */
  lookup: LookupFunction
  /** Fails with `AddressForbidden`. */
  connect: (host: string, port: number) => Socket
}

class AddressForbidden extends Error {
  readonly code = 'EADDRFORBIDDEN'
}

/** Cloud metadata addresses that are not link-local: Azure, Alibaba, Oracle, Scaleway, AWS and Google. */
const METADATA: Network[] = [
  ['168.63.129.16', 32],
  ['100.100.100.200', 32],
  ['fd00:c1::', 32],
  ['fd00:42::', 32],
  ['fd00:ec2::', 32],
  ['fd20:ce::', 32],
]

/** This network, link-local, multicast, reserved, ranges that embed other addresses, and known cloud metadata. */
const NEVER = listOf(
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['192.88.99.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['64:ff9b::', 32],
  ['100::', 64],
  ['2001::', 32],
  ['2002::', 16],
  ['fe80::', 10],
  ['ff00::', 8],
  ...METADATA,
)
const THIS_MACHINE: Network[] = [
  ['127.0.0.0', 8],
  ['::1', 128],
]
/** RFC 1918 and RFC 4193. */
const LOCAL: Network[] = [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['fc00::', 7],
]
/** Alerts may be sent there only if the administrator allows it. */
const PRIVATE = listOf(...THIS_MACHINE, ...LOCAL, ['100.64.0.0', 10], ['198.18.0.0', 15], ['fec0::', 10])

const IN_SHOP = listOf(...LOCAL)
export const isInLocalNetwork = (address: string): boolean => IN_SHOP.check(address, 'ipv4')

export function createAddressGuard(allowsPrivate: boolean, lookUp?: LookUp): AddressGuard {
  const isPrivate = (address: string, family: 'ipv4' | 'ipv6') => PRIVATE.check(address, family)
  const withoutTls = guardBy((address, family) => allowsPrivate && isPrivate(address, family), {
    allowsPrivate,
    lookUp,
  })
  return guardBy((address, family) => allowsPrivate || !isPrivate(address, family), {
    allowsPrivate,
    withoutTls,
    lookUp,
  })
}

/** Allows only local networks, and this machine if the administrator allows it. Only tests replace `lookUp`. */
export function createPrinterGuard({ allowsLoopback, lookUp }: { allowsLoopback: boolean; lookUp?: LookUp }) {
  const allowed = listOf(...LOCAL, ...(allowsLoopback ? THIS_MACHINE : []))
  return guardBy((address, family) => allowed.check(address, family), { allowsPrivate: true, lookUp })
}

type Allows = (address: string, family: 'ipv4' | 'ipv6') => boolean

/** Shared by all guards of this process. */
const oneAtATime = lookUpInTurn(lookUpName)

type GuardOptions = { allowsPrivate: boolean; withoutTls?: AddressGuard; lookUp?: LookUp | undefined }

function guardBy(allows: Allows, { allowsPrivate, withoutTls, lookUp = oneAtATime }: GuardOptions): AddressGuard {
  const isForbidden = (address: string) => {
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    // An IPv6 address that embeds an IPv4 one is not needed, and would pass the lists of the other family.
    if (family === 'ipv6' && /^::(?!1$)/.test(canonical(address))) return true
    return NEVER.check(address, family) || !allows(address, family)
  }
  const forbids = (host: string) => isIP(host) !== 0 && isForbidden(host)

  const lookup: LookupFunction = (name, { all, ...options }, answer) => {
    lookUp(name, { ...options, all: true }, (error, addresses) => {
      const forbidden = error ?? (addresses.some(({ address }) => isForbidden(address)) ? forbiddenName(name) : null)
      const [first] = forbidden ? [] : addresses
      if (!first) answer(forbidden ?? forbiddenName(name), '', 4)
      else if (all) answer(null, addresses)
      else answer(null, first.address, first.family)
    })
  }

  const guard: AddressGuard = {
    allowsPrivate,
    get withoutTls() {
      return withoutTls ?? guard
    },
    forbids,
    lookup,
    connect: (host, port) => {
      if (forbids(host)) return new Socket().destroy(forbiddenName(host))
      return connect({ host, port, lookup, autoSelectFamily: true })
    },
  }
  return guard
}

const forbiddenName = (name: string) => new AddressForbidden(`Nothing is sent to ${name}.`)

const canonical = (address: string) => new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1)

type Network = [address: string, prefix: number]

function listOf(...networks: Network[]): BlockList {
  const list = new BlockList()
  for (const [address, prefix] of networks) list.addSubnet(address, prefix, isIP(address) === 4 ? 'ipv4' : 'ipv6')
  return list
}
