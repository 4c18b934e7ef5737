import { isIPv4, isIPv6 } from 'node:net'

import { isLoopback } from '../config/account-schema.ts'
import type { ProcessConfig } from '../config/config.ts'
import { plainAddress } from '../config/trusted-proxies.ts'
import { newClient } from '../database/drivers/postgres.ts'
import { reachableAt } from '../http/reachable-at.ts'

type Listening = Pick<ProcessConfig, 'host' | 'tls' | 'database'> & { port: number }

/**
 * Where the other processes of this database reach this one. If `HOST` means every address, it is the one from which this machine connects to the database,
 * because every process can reach that.
 */
export async function findOwnAddress(
  { host, tls, database, port }: Listening,
  { localAddress = findLocalAddress, interfaces }: Network = {},
): Promise<string> {
  const at = (name: string) => `${tls ? 'https' : 'http'}://${isIPv6(name) ? `[${name}]` : name}:${port}`
  if (host !== '0.0.0.0' && host !== '::') return at(host)
  const found = await localAddress(database).catch(() => undefined)
  if (found !== undefined && isReachable(found, host)) return at(found)
  // The database is on this machine.
  const [first] = reachableAt({ host, port, ...(tls && { tls }) }, interfaces)
  return first ?? at('127.0.0.1')
}

type Network = {
  localAddress?: (database: string) => Promise<string | undefined>
  interfaces?: Parameters<typeof reachableAt>[1]
}

/** A link-local address also needs the name of a network interface. */
const isReachable = (address: string, host: string) =>
  !isLoopback(address) && !/^(fe80:|169\.254\.)/i.test(address) && (host === '::' || isIPv4(address))

/** The local end of a connection to the database. `undefined` for a Unix socket. */
export async function findLocalAddress(database: string): Promise<string | undefined> {
  const client = newClient(database)
  client.on('error', () => {})
  try {
    await client.connect()
    const { stream } = client.connection
    return 'localAddress' in stream && typeof stream.localAddress === 'string'
      ? plainAddress(stream.localAddress)
      : undefined
  } finally {
    await client.end().catch(() => {})
  }
}
