import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { aLastingFolder } from '../../support/folders.ts'
import { sendRaw } from '../../support/raw-request.ts'
import { openShop, type Shop } from '../../support/shop.ts'

/** @security V5.3.2: Only files of the built app are served; no folder is listed. */

const SCRIPT = 'console.log("a script of the till")\n'.repeat(50)
const SECRET = 'this lies beside the files of the till'

let shop: Shop

beforeAll(async () => {
  const folder = aLastingFolder()
  const assets = join(folder, 'browser', 'assets')
  mkdirSync(assets, { recursive: true })
  writeFileSync(join(assets, 'main-1a2b.js'), SCRIPT)
  writeFileSync(join(assets, 'main-1a2b.js.br'), brotliCompressSync(SCRIPT))
  writeFileSync(join(assets, 'main-1a2b.js.gz'), gzipSync(SCRIPT))
  writeFileSync(join(folder, 'browser', 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(folder, 'browser', 'index.html.br'), brotliCompressSync('<div id="root"></div>'))
  writeFileSync(join(folder, 'secret.txt'), SECRET)
  shop = await openShop({ folder, isClosedByHand: true })
})
afterAll(() => shop.close())

/** Returns the raw bytes, which `fetch` would decompress. */
async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const all = { Host: new URL(shop.url).host, Connection: 'close', ...headers }
  const answer = await sendRaw(shop.url, [`${method} ${path} HTTP/1.1`, ...Object.entries(all).map((one) => one.join(': '))]) // prettier-ignore
  if (!answer) throw new Error(`${path}: no answer`)
  return { ...answer, bytes: Buffer.from(answer.text, 'latin1') }
}

const ASSET = '/assets/main-1a2b.js'

describe('a file of the built app', () => {
  it.each([
    { accepts: 'br, gzip', encoding: 'br', unpack: brotliDecompressSync },
    { accepts: 'gzip', encoding: 'gzip', unpack: gunzipSync },
    { accepts: 'identity', encoding: undefined, unpack: (bytes: Buffer) => bytes },
  ])('a file is sent to a browser that accepts $accepts as the build compressed it', async (row) => {
    const { status, headers, bytes } = await get(ASSET, { 'Accept-Encoding': row.accepts })
    expect(status).toBe(200)
    expect(headers.get('content-encoding')).toBe(row.encoding)
    expect(headers.get('content-type')).toMatch(/^(text|application)\/javascript/)
    expect(headers.get('vary')).toBe('accept-encoding')
    expect(row.unpack(bytes).toString()).toBe(SCRIPT)
  })

  it('a file with a hash in its name may be cached forever, and any other is revalidated', async () => {
    expect((await get(ASSET)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    for (const path of ['/icon.svg', '/', '/index.html', '/sell'])
      expect((await get(path)).headers.get('cache-control'), path).toBe('no-cache')
  })

  it('the page is sent as the build compressed it, at each of its addresses', async () => {
    for (const path of ['/', '/sell/somewhere']) {
      const { headers, bytes } = await get(path, { 'Accept-Encoding': 'gzip, br' })
      expect([headers.get('content-encoding'), headers.get('vary')], path).toEqual(['br', 'accept-encoding'])
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(brotliDecompressSync(bytes).toString()).toBe('<div id="root"></div>')
    }
  })

  it('a file that the browser has is not sent again', async () => {
    const { headers } = await get('/icon.svg')
    const byTag = await get('/icon.svg', { 'If-None-Match': headers.get('etag') ?? '' })
    const byTime = await get('/icon.svg', { 'If-Modified-Since': headers.get('last-modified') ?? '' })
    for (const answer of [byTag, byTime]) expect([answer.status, answer.text]).toEqual([304, ''])
    expect(byTag.headers.get('cache-control')).toBe('no-cache')
    expect((await get('/icon.svg', { 'If-None-Match': '"another"' })).status).toBe(200)
  })

  it('HEAD returns the headers of a file without its content', async () => {
    const { status, headers, text } = await get(ASSET, {}, 'HEAD')
    expect([status, text, headers.get('content-length')]).toEqual([200, '', String(SCRIPT.length)])
    expect(headers.get('cache-control')).toContain('immutable')
  })

  it("the page requests its manifest with the credentials of a reverse proxy's sign-in, without which the till cannot be installed", () => {
    expect(readFileSync('index.html', 'utf8')).toMatch(/<link rel="manifest" [^>]*crossorigin="use-credentials"/)
  })

  it('HEAD finds the page wherever GET does, for programs that only check whether the till runs', async () => {
    for (const path of ['/', '/sell', '/sale/7', '/api/nothing', '/nothing.js'])
      expect((await get(path, {}, 'HEAD')).status, path).toBe((await get(path)).status)
  })

  it('a part of a file can be requested', async () => {
    const { status, headers, text } = await get(ASSET, { Range: 'bytes=0-9' })
    expect([status, text]).toEqual([206, SCRIPT.slice(0, 10)])
    expect(headers.get('content-range')).toBe(`bytes 0-9/${SCRIPT.length}`)
    expect((await get(ASSET, { Range: 'bytes=999999-' })).status).toBe(416)
  })
})

describe('a path that is not a file of the built app', () => {
  it.each(
    [
      ['/../secret.txt', '/..%2fsecret.txt', '/%2e%2e/secret.txt', '/%2e%2e%2fsecret.txt', '/.%2e/secret.txt'],
      ['/..\\secret.txt', '/....//secret.txt', '/%252e%252e/secret.txt', '//secret.txt', '/./../secret.txt'],
      ['/assets/../../secret.txt', '/assets/%2e%2e/%2e%2e/secret.txt', '/assets/..%2f..%2fsecret.txt'],
      ['/assets/..%5c..%5csecret.txt', '/assets/main-1a2b.js/../../../secret.txt', '/%00../secret.txt'],
    ].flat(),
  )('the path %s does not reach a file outside the app', async (path) => {
    const { status, text } = await get(path)
    expect(text).not.toContain(SECRET)
    expect([200, 400, 403, 404]).toContain(status)
  })

  it('a folder of the app is not listed', async () => {
    for (const path of ['/assets', '/assets/', '/assets//', '/assets/.']) {
      const { text } = await get(path)
      expect(text, path).not.toMatch(/main-1a2b/)
    }
  })
})
