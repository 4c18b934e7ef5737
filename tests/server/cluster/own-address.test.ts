import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { NetworkInterfaceInfo } from 'node:os'
import { fileURLToPath } from 'node:url'

import { describe, expect, it, onTestFinished } from 'vitest'

import { createForwarder } from '#server/cluster/forward.ts'
import { findOwnAddress } from '#server/cluster/own-address.ts'

const database = 'postgres://toptill@database/toptill'
const here = {
  lo: [{ address: '127.0.0.1', family: 'IPv4', internal: true }],
  eth0: [{ address: '192.168.1.20', family: 'IPv4', internal: false }],
} as unknown as NodeJS.Dict<NetworkInterfaceInfo[]>

const addressOf = (host: string, local: string | Error | undefined, interfaces = here) =>
  findOwnAddress(
    { host, database, port: 8080 },
    {
      localAddress: async () => {
        if (local instanceof Error) throw local
        return local
      },
      interfaces: () => interfaces,
    },
  )

describe('where the other processes reach this one', () => {
  it.each([
    ['10.0.0.5', 'http://10.0.0.5:8080'],
    ['127.0.0.1', 'http://127.0.0.1:8080'],
    ['fd00::5', 'http://[fd00::5]:8080'],
    ['till-1.example', 'http://till-1.example:8080'],
  ])('a process that listens at %s is reached there', async (host, address) => {
    expect(await addressOf(host, '10.9.9.9')).toBe(address)
  })

  it.each([
    ['0.0.0.0', '10.0.0.5', 'http://10.0.0.5:8080'],
    ['::', '10.0.0.5', 'http://10.0.0.5:8080'],
    ['::', 'fd00::5', 'http://[fd00::5]:8080'],
  ])('a process that listens at %s is reached where the database sees it, %s', async (host, local, address) => {
    expect(await addressOf(host, local)).toBe(address)
  })

  it.each([
    ['the database is on this machine', '0.0.0.0', '127.0.0.1'],
    ['the database is on this machine', '::', '::1'],
    ['the database is at a Unix socket', '0.0.0.0', undefined],
    ['the database is reached by IPv6, and HOST is for IPv4 only', '0.0.0.0', 'fd00::5'],
    ['the address is link-local', '::', 'fe80::1'],
    ['the database does not answer', '0.0.0.0', new Error('refused')],
  ])('if %s, a process that listens at %s is reached in its own network', async (_, host, local) => {
    expect(await addressOf(host, local)).toBe('http://192.168.1.20:8080')
    expect(await addressOf(host, local, { lo: here['lo'] })).toBe('http://127.0.0.1:8080')
  })
})

describe('forwarding with a certificate', () => {
  const at = (file: string) =>
    readFileSync(fileURLToPath(new URL(`../../support/${file}.pem`, import.meta.url)), 'utf8')
  const shared = { cert: at('localhost-cert'), key: at('localhost-key') }

  /** Asks a process at an address that is in none of these certificates. */
  async function askOther(other: { cert: string; key: string }, own = shared) {
    const server = createServer(other, (_, response) => response.end('done')).listen(0, '127.0.0.2')
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const forwarder = createForwarder(own)
    onTestFinished(forwarder.close)
    const { port } = server.address() as AddressInfo
    return forwarder.sendCommand('{}', { address: `https://127.0.0.2:${port}`, secret: 's' })
  }

  it('a process with the same certificate is trusted at any address', async () => {
    expect(await askOther(shared)).toBe('done')
  })

  it('a process with another certificate has to be at an address that it names', async () => {
    const [other, authority] = [at('certificates/another-name'), at('certificates/authority')]
    const asking = askOther({ cert: other, key: at('certificates/service-key') }, { cert: authority, key: '' })
    await expect(asking).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
  })
})
