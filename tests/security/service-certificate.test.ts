import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { fileURLToPath } from 'node:url'

import { expect, it, onTestFinished } from 'vitest'

import { aFolder } from '../support/folders.ts'
import { atLevel } from '../support/level.ts'
import { aTillProcess } from '../support/real-till.ts'

/** @security V12.3.2: Not one byte goes to a provider whose certificate is self-signed or for another name. */

// These files were made for these tests: a certificate authority, and certificates for one key. The authority signed
// `right-name` and `another-name`.
const fileOf = (name: string) => fileURLToPath(new URL(`../support/certificates/${name}.pem`, import.meta.url))

/** A real HTTPS server with this certificate instead of the provider, which counts connections and readable bytes. */
async function aService(certificate: string) {
  const seen = { connections: 0, bytes: 0, signed: 0 }
  const server = createServer({ cert: readFileSync(fileOf(certificate)), key: readFileSync(fileOf('service-key')) })
  server.on('connection', () => void (seen.connections += 1))
  server.on('secureConnection', (socket: TLSSocket) => socket.on('data', ({ length }) => void (seen.bytes += length)))
  server.on('request', (request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => void (text += chunk.toString()))
    request.on('end', () => {
      if (text.includes('"hash"')) seen.signed += 1
      response.writeHead(500).end()
    })
  })
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { seen, port: (server.address() as AddressInfo).port }
}

/** Runs `npm start` with a real account at this port. The process trusts the tests' certificate authority. */
const startTill = (port: number) =>
  aTillProcess({
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: '0',
    DATABASE_URL: `file:${aFolder()}/toptill.db`,
    TOPUP_BASE_URL: `https://localhost:${port}/api`,
    TOPUP_POS_ID: '77001',
    TOPUP_TOKEN: 'another-token-of-length',
    NODE_EXTRA_CA_CERTS: fileOf('authority'),
  })

it.each(['another-name', 'self-signed'].slice(0, atLevel(1, 2)))(
  'no byte of a call goes to a provider whose certificate is %s, however often it is tried',
  async (certificate) => {
    const { seen, port } = await aService(certificate)
    await startTill(port)
    await expect.poll(() => seen.connections).toBeGreaterThanOrEqual(3)
    expect(seen).toMatchObject({ bytes: 0, signed: 0 })
  },
)

it('signed calls are sent to a provider whose certificate is valid', async () => {
  const { seen, port } = await aService('right-name')
  await startTill(port)
  await expect.poll(() => seen.signed).toBeGreaterThan(0)
  expect(seen.bytes).toBeGreaterThan(0)
})
