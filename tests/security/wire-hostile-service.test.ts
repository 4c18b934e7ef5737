import { gzipSync } from 'node:zlib'

import { describe, expect, it } from 'vitest'

import { wholesalerPaths, type WholesalerPath } from '#wholesaler-api/paths.ts'
import { decimal } from '#domain/money/money.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { Wholesaler } from '#server/wholesaler/wholesaler.ts'
import { aBalance, openWholesaler, TOKEN_TEXT } from '../support/open-wholesaler.ts'
import { answer, answerText, startScriptedService, type Responder } from '../support/scripted-service.ts'

/**
 * @security V13.2.4, V15.3.2, V15.2.2: A provider cannot redirect, set cookies or flood: answers have at most 1 MiB,
 * lists 32 MiB, and a depth of 32.
 */

const saleId = '01JGFJJZ00ABCDEFGHJKMNPQRS' as SaleId

/** All calls of the server, and whether their result counts as an answer. */
const CALLS: { path: WholesalerPath; call: (wholesaler: Wholesaler) => Promise<boolean> }[] = [
  { path: wholesalerPaths.pointInfo, call: async ({ pointInfo }) => (await pointInfo()).ok },
  { path: wholesalerPaths.balance, call: async ({ balance }) => (await balance()).ok },
  { path: wholesalerPaths.services, call: async ({ services }) => (await services()).ok },
  { path: wholesalerPaths.frontview, call: async ({ frontview }) => (await frontview('1')).ok },
  { path: wholesalerPaths.internationalCountries, call: async ({ countries }) => (await countries()).ok },
  { path: wholesalerPaths.internationalCategories, call: async ({ categories }) => (await categories()).ok },
  { path: wholesalerPaths.internationalProviders, call: async ({ providers }) => (await providers('1')).ok },
  { path: wholesalerPaths.internationalProvider, call: async ({ providerOffer }) => (await providerOffer('1')).ok },
  {
    path: wholesalerPaths.confirm,
    call: async ({ confirm }) => isAnswer(await confirm({ id: saleId, amount: decimal('25') })),
  },
  { path: wholesalerPaths.find, call: async ({ find }) => isAnswer(await find({ saleId })) },
]
const isAnswer = ({ answer: { kind } }: Awaited<ReturnType<Wholesaler['find']>>) => kind === 'transaction'

/**
 * The result of a call when the provider responds like this. The provider's first balance is valid; otherwise no call
 * would be sent.
 */
async function callWith(
  path: WholesalerPath,
  call: (wholesaler: Wholesaler) => Promise<boolean>,
  say: Responder,
  limits = {},
) {
  const script = { [path]: path === wholesalerPaths.balance ? [answer(aBalance), say] : say }
  const opened = await openWholesaler({ script, limits })
  await opened.wholesaler.fenced
  const before = opened.service.on(path).length
  const isTaken = await call(opened.wholesaler)
  return { ...opened, isTaken, requests: opened.service.on(path).length - before }
}

describe.each(CALLS)('$path', ({ path, call }) => {
  it('a redirect is not followed, whatever its status and place', async () => {
    const elsewhere = await startScriptedService({})
    const locations = [elsewhere.url.href, `//127.0.0.1:${elsewhere.url.port}/x`, '/elsewhere', 'file:///etc/passwd']
    for (const [index, status] of [301, 302, 303, 307, 308].entries()) {
      const location = locations[index % locations.length]!
      const { isTaken, requests, service } = await callWith(path, call, answerText('', status, { location }))
      expect([status, isTaken, requests]).toEqual([status, false, 1])
      expect(service.on('/elsewhere')).toEqual([])
    }
    expect(elsewhere.connections()).toBe(0)
  })

  it.each([
    { what: 'a prototype', text: '{"__proto__":{"polluted":1}}' },
    { what: 'a prototype, escaped', text: '{"\\u005f\\u005fproto__":{"polluted":1}}' },
    {
      what: 'a prototype in a list',
      text: '{"services":[{"__proto__":{"polluted":1}}],"transaction":{"__proto__":{}}}',
    },
    { what: 'a constructor', text: '{"constructor":{"prototype":{"polluted":1}}}' },
    { what: 'thousands of levels', text: '{"services":'.repeat(10_000) },
    { what: 'a million brackets', text: '['.repeat(1_000_000) },
    { what: 'a page', text: '<!doctype html><script>alert(1)</script>' },
    { what: 'nothing', text: '' },
    { what: 'a number', text: '1e999' },
    { what: 'a text', text: '"ok"' },
    { what: 'bytes that are no text', text: Buffer.from([0xff, 0xfe, 0x00, 0x7b, 0x7d]) },
    { what: 'an object in UTF-16', text: Buffer.from('\ufeff{"balance":1}', 'utf16le') },
  ])('$what is not accepted as an answer', async ({ text }) => {
    const { isTaken } = await callWith(path, call, answerText(text))
    expect(isTaken).toBe(false)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  it('an answer that is longer than the limit is not accepted, whatever length it declares', async () => {
    const limits = { answerBytes: 10_000, listBytes: 10_000 }
    const pour: Responder = (response) => {
      const more = () => {
        while (response.writable && response.write('x'.repeat(16_384)));
      }
      response.on('drain', more)
      more()
    }
    expect((await callWith(path, call, pour, limits)).isTaken).toBe(false)
    const long = JSON.stringify({ ...aBalance, filler: 'x'.repeat(20_000) })
    expect((await callWith(path, call, answerText(long), limits)).isTaken).toBe(false)
  })

  it('a compressed answer is not accepted', async () => {
    const bomb = gzipSync(JSON.stringify({ ...aBalance, filler: ' '.repeat(5_000_000) }))
    const { isTaken } = await callWith(path, call, answerText(bomb, 200, { 'content-encoding': 'gzip' }))
    expect(isTaken).toBe(false)
  })

  it('cookies of the provider are ignored, and the token is sent to no other host', async () => {
    const say = answerText('{}', 200, { 'set-cookie': 'track=1; Path=/', 'www-authenticate': 'Basic realm="x"' })
    const { service, wholesaler, log } = await callWith(path, call, say)
    await wholesaler.balance()
    for (const { headers, text } of service.received) {
      expect(headers).not.toHaveProperty('cookie')
      expect(headers).not.toHaveProperty('authorization')
      expect(text).not.toContain(TOKEN_TEXT)
    }
    expect(JSON.stringify(log)).not.toContain(TOKEN_TEXT)
  })
})

it.each([
  'text/html',
  'text/plain',
  'application/xml',
  'image/svg+xml',
  'application/octet-stream',
  'multipart/mixed',
  '',
  'x',
])('an answer with the content type %j is read by its body alone', async (type) => {
  const { wholesaler } = await openWholesaler({
    script: { '/balance': answerText(JSON.stringify(aBalance), 200, { 'content-type': type }) },
  })
  expect(await wholesaler.balance()).toMatchObject({ ok: true })
})
