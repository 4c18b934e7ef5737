import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Failure } from '#api/failure.ts'
import { findFreePort } from '../../tools/command.mjs'
import { sendRaw } from '../support/raw-request.ts'
import { openShop, type Browser, type Shop } from '../support/shop.ts'

/** @security V3.4.6, V3.5.8, V3.4.8: Another site can neither read nor frame the till. */

let shop: Shop
let hamad: Browser

beforeAll(async () => {
  shop = await openShop({ isClosedByHand: true })
  hamad = shop.browser()
  await hamad.signIn('Hamad')
})
afterAll(() => shop.close())

const aSale = '/api/sales/01JD6X0000000000000000000A'
const noOf = ({ status, body }: { status: number; body: Failure }) => [status, body.code]

/** Sends the headers that a browser adds itself and that `fetch` does not let a test set. */
async function ask(method: string, path: string, headers: Record<string, string>, body?: string) {
  const cookie = [...hamad.cookies].map((pair) => pair.join('=')).join('; ')
  const all: Record<string, string> = { Host: new URL(shop.url).host, Cookie: cookie, ...headers }
  if (body !== undefined) all['Content-Length'] = String(body.length)
  const lines = [`${method} ${path} HTTP/1.1`, ...Object.entries(all).map((pair) => pair.join(': '))]
  const answer = await sendRaw(shop.url, lines, body)
  const isJson = answer?.text.startsWith('{') === true
  return { status: answer?.status ?? 0, body: (isJson ? JSON.parse(answer?.text ?? '') : {}) as Failure }
}

describe('a read of the API', () => {
  it.each(['cross-site', 'same-site'])('a read of the API by a %s page is rejected', async (site) => {
    for (const path of ['/api/session', '/api/status', '/api/sales', '/api/wallet', aSale, '/api/gone']) {
      for (const mode of ['cors', 'no-cors', 'navigate']) {
        const headers = { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': mode }
        expect(noOf(await ask('GET', path, headers))).toEqual([403, 'foreign-origin'])
      }
    }
    expect(noOf(await ask('GET', '/metrics', { 'Sec-Fetch-Site': site }))).toEqual([403, 'foreign-origin'])
    expect((await ask('HEAD', '/api/wallet', { 'Sec-Fetch-Site': site, Connection: 'close' })).status).toBe(403)
  })

  it('a read with the origin of another page is rejected', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1', 'http://localhost']) {
      expect(noOf(await ask('GET', '/api/status', { Origin: origin }))).toEqual([403, 'foreign-origin'])
    }
  })

  it.each([{}, { 'Sec-Fetch-Site': 'same-origin' }, { 'Sec-Fetch-Site': 'none' }])(
    'a read with the headers %j is answered',
    async (headers) => {
      expect((await ask('GET', '/api/status', headers)).status).toBe(200)
      expect((await ask('GET', '/metrics', headers)).status).toBe(200)
    },
  )

  it('a read under a host name that does not belong to this machine is rejected', async () => {
    for (const host of ['till.evil.example', '127.0.0.1.evil.example', 'evil.example:8080', '[2001:db8::1]', '0x7f.1'])
      expect(noOf(await ask('GET', '/api/session', { Host: host, 'Sec-Fetch-Site': 'same-origin' }))).toEqual([
        403,
        'foreign-origin',
      ])
  })

  it('reading the metrics under a host name that does not belong to this machine is rejected, too', async () => {
    const { port } = new URL(shop.url)
    for (const headers of [{}, { 'Sec-Fetch-Site': 'same-origin' }, { 'Sec-Fetch-Site': 'none' }]) {
      const host = `evil.example:${port}`
      expect(noOf(await ask('GET', '/metrics', { Host: host, ...headers }))).toEqual([403, 'not-allowed'])
      expect((await ask('GET', '/metrics', { Host: `localhost:${port}`, ...headers })).status).toBe(200)
    }
  })

  it('a read under a host name of this machine is answered', async () => {
    const { port } = new URL(shop.url)
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, '127.0.0.2'])
      expect((await ask('GET', '/api/session', { Host: host })).status).toBe(200)
  })
})

describe('a page', () => {
  it.each(['cross-site', 'same-site', 'none'])('a page can be opened by a %s link', async (site) => {
    const headers = { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }
    for (const path of ['/', '/sell', aSale.replace('/api/sales', '/sale')])
      expect((await ask('GET', path, headers)).status).toBe(200)
  })
})

describe('a write', () => {
  const own = () => ({ Origin: shop.url, 'Content-Type': 'application/json' })

  it('a write by our own page is accepted, with or without Sec-Fetch headers', async () => {
    for (const headers of [own(), { ...own(), 'Sec-Fetch-Site': 'same-origin' }])
      expect(noOf(await ask('POST', `${aSale}/find`, headers, '{}'))).toEqual([404, 'not-found'])
  })

  it.each(['cross-site', 'same-site', 'none', 'anything'])(
    'a write with Sec-Fetch-Site %s is rejected',
    async (site) => {
      const headers = { ...own(), 'Sec-Fetch-Site': site }
      expect(noOf(await ask('POST', `${aSale}/find`, headers, '{}'))).toEqual([403, 'foreign-origin'])
      expect(noOf(await ask('DELETE', '/api/session', headers, '{}'))).toEqual([403, 'foreign-origin'])
      expect((await ask('GET', '/api/status', {})).status).toBe(200)
    },
  )

  it.each(['null', 'http://localhost', 'https://127.0.0.1', 'http://127.0.0.1.evil.example', 'http://evil.example'])(
    'a write from the origin %s is rejected',
    async (origin) => {
      expect(noOf(await ask('POST', `${aSale}/find`, { ...own(), Origin: origin }, '{}'))).toEqual([
        403,
        'foreign-origin',
      ])
    },
  )
})

describe('a shop with a reverse proxy', () => {
  it('with a reverse proxy the metrics need their token, whatever Host it sends and whether it identifies itself', async () => {
    const port = await findFreePort()
    const token = 'a-token-for-the-figures'
    const env = { PORT: port, PUBLIC_ORIGIN: 'https://till.example', TRUST_PROXY: '1', METRICS_TOKEN: token }
    await openShop({ env })
    const read = async (host: string, ...more: string[]) =>
      (await sendRaw(`http://127.0.0.1:${port}`, [`GET /metrics HTTP/1.1`, `Host: ${host}`, ...more]))?.status // prettier-ignore
    for (const host of ['till.example', `127.0.0.1:${port}`, 'localhost']) {
      expect(await read(host)).toBe(401)
      expect(await read(host, 'X-Forwarded-For: 192.0.2.7', 'X-Forwarded-Host: localhost')).toBe(401)
      expect(await read(host, 'Authorization: Bearer another-token-of-figures')).toBe(401)
      expect(await read(host, `Authorization: Bearer ${token}`)).toBe(200)
    }
  })

  it('with a reverse proxy only the configured origin may write, whatever Host arrives', async () => {
    const port = await findFreePort()
    await openShop({ env: { PORT: port, PUBLIC_ORIGIN: 'https://till.example', TRUST_PROXY: '127.0.0.1' } })
    const [host, url] = [`127.0.0.1:${port}`, `http://127.0.0.1:${port}`]
    const send = (origin: string | undefined, ...more: string[]) =>
      sendRaw(url, [
        `DELETE /api/session HTTP/1.1`,
        `Host: ${host}`,
        'Content-Type: application/json',
        'Content-Length: 2',
        ...(origin === undefined ? [] : [`Origin: ${origin}`]),
        ...more,
      ], '{}') // prettier-ignore
    expect((await send('https://till.example'))?.status).toBe(200)
    expect((await send('https://till.example', 'X-Forwarded-Host: evil.example'))?.status).toBe(200)
    for (const origin of [url, 'http://till.example', 'https://evil.example', undefined])
      expect((await send(origin))?.status).toBe(403)
    expect(
      (await send('https://evil.example', 'X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: https'))?.status,
    ).toBe(403)
    // The browser uses HTTPS, so the answer tells it to use only HTTPS from now on.
    const page = await sendRaw(url, ['GET / HTTP/1.1', `Host: ${host}`])
    expect(page?.headers.get('strict-transport-security')).toMatch(/^max-age=\d+/)
  })
})
