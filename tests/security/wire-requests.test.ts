import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Failure } from '#api/failure.ts'
import { expectProblem } from '../support/problems.ts'
import { HEADERS_OF_ALL, sendRaw } from '../support/raw-request.ts'
import { openShop, type Browser, type Shop } from '../support/shop.ts'

/**
 * @security V14.3.2: No API answer is stored.
 * @security V3.4.4, V3.4.5, V3.2.1: Every answer, even an error, has the same security headers.
 * @security V4.1.4, V4.2.1, V2.2.1, V15.3.6: Odd methods, hosts, queries, depths and prototype keys are rejected.
 */

let shop: Shop
let amal: Browser
let host: string
let cookie: string

beforeAll(async () => {
  shop = await openShop({ isClosedByHand: true })
  amal = shop.browser()
  await amal.signIn('Amal')
  host = `Host: ${new URL(shop.url).host}`
  cookie = `Cookie: ${[...amal.cookies].map((pair) => pair.join('=')).join('; ')}`
})
afterAll(() => shop.close())

const send = (lines: string[], body?: string) => sendRaw(shop.url, lines, body)
const aSale = '/api/sales/01JD6X0000000000000000000A'

/**
 * Expects that the server rejects the request with this status and code, sends the security headers, and says that no
 * money moved.
 */
async function expectNo(lines: string[], status: number, code: Failure['code'] = 'invalid-request', body?: string) {
  const answer = await send(lines, body)
  expect(answer?.status).toBe(status)
  for (const name of HEADERS_OF_ALL) expect(answer?.headers.has(name), `${status} has ${name}`).toBe(true)
  const problem = expectProblem({ status, type: answer?.headers.get('content-type'), text: answer?.text ?? '' })
  expect(problem).toMatchObject({ code, moneyMoved: 'no', message: expect.stringMatching(/\.$/) })
  return answer
}

describe('a path that is malformed', () => {
  it.each(['/%', '/%zz', '/api/%E0%A4%A', '/api/sales/%C0%AE', '/assets/%ff.js'])(
    'the malformed path %s is rejected',
    async (path) => {
      await expectNo([`GET ${path} HTTP/1.1`, host], 400)
    },
  )

  it('a sale id that is too long is answered with 404', async () => {
    await expectNo([`GET /api/sales/${'a'.repeat(200)} HTTP/1.1`, host], 404, 'not-found')
  })

  it.each(['//evil.example/', '//evil.example/%2e%2e', '/\\evil.example', '/assets'])(
    'the path %s does not redirect',
    async (path) => {
      const answer = await send([`GET ${path} HTTP/1.1`, host])
      expect(answer?.headers.has('location')).toBe(false)
      expect([200, 400, 403, 404]).toContain(answer?.status)
    },
  )
})

/** A placeholder for the Host header, which is known only once the till runs. */
const HOST = 'Host'

describe('a malformed request', () => {
  const fill = (bytes: number) => `X-Fill: ${'a'.repeat(bytes)}`

  it('headers of more than 16 KiB are rejected, and those of a browser with cookies of many programs are not', async () => {
    await expectNo(['GET / HTTP/1.1', host, fill(17_000)], 431)
    expect((await send(['GET / HTTP/1.1', host, fill(15_000)]))?.status).toBe(200)
  })

  it('a path that is too long is rejected', async () => {
    await expectNo([`GET /${'a'.repeat(17_000)} HTTP/1.1`, host], 431)
  })

  it.each([
    ['no HTTP', ['hello']],
    ['an unknown method', ['STEAL / HTTP/1.1', HOST]],
    ['HTTP/2 without negotiation', ['PRI * HTTP/2.0', '', 'SM']],
    ['two lengths', [`PUT ${aSale} HTTP/1.1`, HOST, 'Content-Length: 2', 'Content-Length: 3']],
    ['a length and chunks', [`PUT ${aSale} HTTP/1.1`, HOST, 'Content-Length: 2', 'Transfer-Encoding: chunked']],
    ['a malformed length', [`PUT ${aSale} HTTP/1.1`, HOST, 'Content-Length: -1']],
    ['a header without a name', ['GET / HTTP/1.1', HOST, ': x']],
    ['a space before a colon', ['GET / HTTP/1.1', HOST, 'Cookie : a=b']],
    ['a folded header', ['GET / HTTP/1.1', HOST, 'X-A: 1', ' Transfer-Encoding: chunked']],
    ['a zero byte in a header', ['GET / HTTP/1.1', HOST, 'X-A: \0']],
  ])('a request with %s is rejected', async (_, lines) => {
    const whole = lines.map((line) => (line === HOST ? host : line))
    await expectNo(whole, 400)
  })
})

describe('methods of requests', () => {
  it.each(['OPTIONS', 'TRACE', 'PROPFIND', 'MKCOL', 'PURGE'])('the method %s is rejected', async (method) => {
    const answer = await expectNo([`${method} /api/status HTTP/1.1`, host, cookie], 405)
    expect(answer?.headers.get('allow')).toContain('GET')
    expect(answer?.text).not.toContain(cookie)
  })

  it('CONNECT opens no tunnel', async () => {
    const answer = await send([`CONNECT example.com:443 HTTP/1.1`, host])
    expect(answer?.status).not.toBe(200)
  })

  it('HEAD is answered like GET, without a body', async () => {
    const answer = await send(['HEAD / HTTP/1.1', host, 'Connection: close'])
    expect(answer).toMatchObject({ status: 200, text: '' })
    for (const name of HEADERS_OF_ALL) expect(answer?.headers.has(name)).toBe(true)
    expect(await send([`HEAD /api/status HTTP/1.1`, host, 'Connection: close'])).toMatchObject({
      status: 401,
      text: '',
    })
  })

  it.each([
    ['/api/status', 'Content-Length: 2', '{}'],
    ['/', 'Transfer-Encoding: chunked', '2\r\n{}\r\n0\r\n\r\n'],
  ])('GET %s with a body (%s) is rejected', async (path, length, body) => {
    await expectNo([`GET ${path} HTTP/1.1`, host, length], 400, 'invalid-request', body)
  })

  it('an unknown Expect header is rejected', async () => {
    await expectNo([`PUT ${aSale} HTTP/1.1`, host, 'Expect: the-unexpected', 'Content-Length: 0'], 417)
  })
})

describe('the Host header', () => {
  it.each([
    ['is missing', []],
    ['is there twice', ['Host: 127.0.0.1', 'Host: evil.example']],
    ['is empty', ['Host:']],
    ['has a space', ['Host: a b']],
    ['has a path', ['Host: evil.example/x']],
    ['has a user', ['Host: me@evil.example']],
    ['is longer than any name', [`Host: ${'a'.repeat(300)}`]],
    ['has no port', ['Host: 127.0.0.1:']],
    ['is markup', ['Host: <script>']],
  ])('a Host header that %s is rejected', async (_, hosts) => {
    await expectNo(['GET / HTTP/1.1', ...hosts], 400)
  })

  it('the Host header may be missing in HTTP/1.0, and the connection is closed', async () => {
    const answer = await send(['GET / HTTP/1.0'])
    expect(answer).toMatchObject({ status: 200 })
    expect(answer?.headers.get('connection')).toBe('close')
    expect((await send(['GET /healthz HTTP/1.0']))?.status).toBe(200)
  })

  it('a foreign Host gets the page but not the API', async () => {
    await expectNo([`GET /api/session HTTP/1.1`, 'Host: till.evil.example'], 403, 'foreign-origin')
    expect((await send(['GET /sell HTTP/1.1', 'Host: till.evil.example']))?.status).toBe(200)
    expect((await send(['GET /healthz HTTP/1.1', 'Host: till.evil.example']))?.status).toBe(200)
  })
})

describe('the query of a request', () => {
  it.each([
    '/api/status?x=1',
    '/api/session?debug',
    '/api/catalog?'.concat('__proto__=1'),
    `${aSale}?full=1`,
    '/api/sales?limit=100000',
    '/api/sales?day=2026-11-20&day=2026-11-21',
    `/api/sales?q[]=1`,
    '/api/sales?__proto__=1',
    '/api/sales?constructor=1',
    '/api/international/providers/1?country=AE&x=1',
    '/api/international/countries?a=1',
  ])('an unknown or repeated parameter is rejected: %s', async (path) => {
    const answer = await amal.ask<Failure>('GET', path)
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid-request'])
  })

  it('a parameter of a write is rejected', async () => {
    const answer = await amal.ask<Failure>('POST', `${aSale}/find?force=1`, {})
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid-request'])
  })

  it('a parameter of a page is accepted', async () => {
    expect((await amal.ask('GET', '/sell?from=sign')).status).toBe(200)
  })
})

describe('the body of a request', () => {
  const deep = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`

  it.each([
    ['a prototype', '{"__proto__":{"role":"supervisor"}}', /__proto__/],
    ['a prototype, escaped', '{"\\u005f_proto__":{"role":"supervisor"}}', /__proto__/],
    ['a prototype below', '{"batch":{"__proto__":{"x":1}}}', /__proto__/],
    ['a constructor', '{"constructor":{"prototype":{"x":1}}}', /constructor/],
    ['too many levels', deep(9), /deeper than 8 levels/],
    ['thousands of levels', '['.repeat(16_000), /deeper than 8 levels/],
    ['a list', '[]', /no JSON object/],
    ['a text', '"{}"', /no JSON object/],
    ['null', 'null', /no JSON object/],
    ['half an object', '{"kind":', /no JSON/],
    ['two objects', '{}{}', /no JSON/],
    ['NaN', '{"amount":NaN}', /no JSON/],
    ['a comment', '{}//', /no JSON/],
  ])('a body with %s is rejected with a sentence', async (_, body, says) => {
    const answer = await amal.ask<Failure>('PUT', aSale, body)
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid-request'])
    expect(answer.body.message).toMatch(says)
    expect(({} as Record<string, unknown>).role ?? ({} as Record<string, unknown>).x).toBeUndefined()
  })

  it('a body of more than 16 kB is rejected, with a length or in chunks', async () => {
    const start = [`PUT ${aSale} HTTP/1.1`, host, cookie, `Origin: ${shop.url}`, 'Content-Type: application/json']
    const body = JSON.stringify({ account: 'x'.repeat(17_000) })
    const declared = await expectNo([...start, `Content-Length: ${body.length}`], 413)
    expect(declared?.headers.get('connection')).toBe('close')
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n`
    await expectNo([...start, 'Transfer-Encoding: chunked'], 413, 'invalid-request', chunk)
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    '',
  ])('a body with the content type %j is rejected', async (type) => {
    const answer = await amal.ask<Failure>('PUT', aSale, '{}', { 'content-type': type })
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid-request'])
  })
})

describe('the headers of all answers', () => {
  it('files, unchanged files and rejections have the security headers', async () => {
    const folder = join(shop.folder, 'browser', 'assets')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'a-1.js'), 'let a')
    const file = await amal.ask('GET', '/assets/a-1.js')
    const all = [
      { status: 200, answer: file },
      { status: 404, answer: await amal.ask('GET', '/assets/gone.js') },
      { status: 404, answer: await amal.ask('GET', '/api/gone') },
      { status: 401, answer: await shop.browser().ask('GET', '/api/status') },
      { status: 403, answer: await amal.ask('GET', '/api/wallet') },
      { status: 403, answer: await amal.ask('PUT', aSale, {}, { origin: 'https://evil.example' }) },
      { status: 416, answer: await amal.ask('GET', '/assets/a-1.js', undefined, { range: 'bytes=99-' }) },
    ]
    for (const { status, answer } of all) {
      expect(answer.status).toBe(status)
      for (const name of HEADERS_OF_ALL) expect(answer.headers.get(name), `${status} has ${name}`).not.toBeNull()
    }
    const again = ['GET /assets/a-1.js HTTP/1.1', host, `If-None-Match: ${file.headers.get('etag')}`]
    const unchanged = await send(again)
    expect(unchanged?.status).toBe(304)
    for (const name of HEADERS_OF_ALL) expect(unchanged?.headers.has(name), `304 has ${name}`).toBe(true)
  })

  it('no answer of the API may be cached, however its path is written', async () => {
    for (const path of ['/api/session', '/%61pi/session', '/api/gone', '/api/status']) {
      expect((await shop.browser().ask('GET', path)).headers.get('cache-control')).toBe('no-store')
    }
  })
})
