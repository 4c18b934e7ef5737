import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { connect, type ConnectionOptions } from 'node:tls'
import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'

import { openShop } from '../../support/shop.ts'

/** @security V12.1.1, V12.1.2, V3.4.1: TLS accepts only ECDHE with AEAD ciphers, and sends HSTS. */

// These certificates were made for these tests, for localhost only.
const pem = (name: string) => fileURLToPath(new URL(`../../support/localhost-${name}.pem`, import.meta.url))

const theirs = (name: string) => fileURLToPath(new URL(`../../support/certificates/${name}.pem`, import.meta.url))

it('with certificate files the till serves HTTPS only, with HSTS and secure cookies', async () => {
  const shop = await openShop({ env: { TLS_CERT_FILE: pem('cert'), TLS_KEY_FILE: pem('key') } })
  expect(shop.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
  const headers = await new Promise<NodeJS.Dict<string | string[]>>((resolve, reject) => {
    const sent = request(shop.url + '/api/session', { ca: readFileSync(pem('cert')) }, (answer) => {
      answer.resume()
      resolve(answer.headers)
    })
    sent.on('error', reject).end()
  })
  expect(headers['strict-transport-security']).toMatch(/^max-age=\d+/)
  expect(headers['set-cookie']).toEqual([expect.stringMatching(/^__Host-toptill-practice-terminal=.*; Secure/)])
})

describe('the TLS of the till', () => {
  const certificates = [
    { kind: 'RSA', cert: theirs('self-signed'), key: theirs('service-key') },
    { kind: 'ECDSA', cert: pem('cert'), key: pem('key') },
  ]
  const open = ({ cert, key }: { cert: string; key: string }) =>
    openShop({ env: { TLS_CERT_FILE: cert, TLS_KEY_FILE: key } })

  /** The agreed protocol and cipher of a client with this offer, or the reason why it was rejected. */
  function shakeHands(url: string, offer: ConnectionOptions): Promise<string> {
    const { hostname, port } = new URL(url)
    return new Promise((resolve) => {
      const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false, ...offer })
      socket.once('secureConnect', () => {
        resolve(`${socket.getProtocol()} ${socket.getCipher().name}`)
        socket.destroy()
      })
      socket.once('error', (error: NodeJS.ErrnoException) => resolve(`refused: ${error.code}`))
    })
  }

  it.each(certificates)(
    'with an $kind certificate the till rejects ciphers without forward secrecy or AEAD',
    async (files) => {
      const { url } = await open(files)
      for (const ciphers of [
        'AES128-SHA',
        'AES256-SHA256',
        // AEAD, but with RSA key exchange.
        'AES128-GCM-SHA256',
        'AES256-GCM-SHA384',
        // Forward secrecy, but with CBC, or not on an elliptic curve.
        `ECDHE-${files.kind}-AES128-SHA`,
        `ECDHE-${files.kind}-AES256-SHA384`,
        'DHE-RSA-AES128-GCM-SHA256',
      ]) {
        // The lower level lets this client offer them, so the rejection comes from the till.
        const offer = { maxVersion: 'TLSv1.2', ciphers: `${ciphers}:@SECLEVEL=0` } as const
        // The TLS alert has the name that OpenSSL gives it in this version of Node.
        expect(await shakeHands(url, offer), ciphers).toMatch(
          /^refused: ERR_SSL_(SSLV3|SSL\/TLS)_ALERT_HANDSHAKE_FAILURE$/,
        )
      }
      for (const version of ['TLSv1', 'TLSv1.1'] as const) {
        const offer = { minVersion: version, maxVersion: version, ciphers: 'ALL:@SECLEVEL=0' }
        expect(await shakeHands(url, offer)).toBe('refused: ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION')
      }
    },
  )

  it.each(certificates)(
    'with an $kind certificate the till uses TLS 1.3, or 1.2 with its own order of ciphers',
    async (files) => {
      const { url } = await open(files)
      expect(await shakeHands(url, {})).toMatch(/^TLSv1\.3 TLS_AES_/)
      const [weaker, stronger] = ['AES128-GCM-SHA256', 'AES256-GCM-SHA384'].map((name) => `ECDHE-${files.kind}-${name}`)
      const offer = { maxVersion: 'TLSv1.2', ciphers: `${weaker}:${stronger}` } as const
      expect(await shakeHands(url, offer)).toBe(`TLSv1.2 ${stronger}`)
    },
  )
})
