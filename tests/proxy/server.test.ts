import { request } from 'node:http'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Catalogue } from '#contract/proxy/catalogue.ts'
import type { Failure } from '#contract/proxy/failure.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Status } from '#contract/proxy/status.ts'
import type { Wallet } from '#contract/proxy/wallet.ts'
import { systemClock } from '#proxy/clock.ts'
import { openShop, type Browser, type Shop } from '../support/shop.ts'

let shop: Shop
let amal: Browser
let hamad: Browser
const clock = systemClock()
const openedAt = clock.now()

beforeAll(async () => {
  shop = await openShop({ clock, isClosedByHand: true })
  amal = shop.browser()
  await amal.signIn('Amal')
  hamad = shop.browser()
  await hamad.signIn('Hamad')
})
afterAll(() => shop.close())

const aSale = '/api/sales/01JD6X0000000000000000000A'
const someSale = { kind: 'direct', serviceId: 'qamra-rc', account: '971500000001', amount: '25' }

describe('the answers of the server', () => {
  it.each(['/', '/api/status', '/api/nothing', '/sell/somewhere', '/nothing.js'])(
    'the answer to %s has the security headers',
    async (path) => {
      const { headers } = await shop.browser().ask('GET', path)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain(`default-src 'none'`)
      expect(policy).toContain(`script-src 'self';`)
      expect(policy).toMatch(/style-src 'self' 'sha256-[\w+/=]{44}'/)
      expect(policy).toContain(`img-src 'self' data: ${new URL(shop.sandbox.baseUrl).origin}`)
      expect(policy).not.toContain('unsafe')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
    },
  )

  it('a page address is answered with the app, and an unknown file or API path with 404', async () => {
    expect(await shop.browser().ask('GET', '/sale/01JD6X0000000000000000000A')).toMatchObject({
      status: 200,
      body: expect.stringContaining('<div id="root">'),
    })
    expect(await shop.browser().ask('GET', '/assets/gone.js')).toMatchObject({ status: 404 })
    expect(await amal.ask('GET', '/api/gone')).toMatchObject({
      status: 404,
      body: { code: 'not-found', moneyMoved: 'no' },
    })
  })
})

describe('a request that writes', () => {
  it.each([
    { from: 'another origin', headers: { origin: 'https://evil.example' }, status: 403, code: 'foreign-origin' },
    { from: 'another port', headers: { origin: 'http://127.0.0.1:1' }, status: 403, code: 'foreign-origin' },
    { from: 'a form', headers: { 'content-type': 'text/plain' }, status: 400, code: 'invalid-request' },
    {
      from: 'a form of our own',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      status: 400,
      code: 'invalid-request',
    },
  ])('a write from $from is rejected', async ({ headers, status, code }) => {
    expect(await amal.ask('PUT', aSale, someSale, headers)).toMatchObject({ status, body: { code, moneyMoved: 'no' } })
    expect((await amal.ask('GET', aSale)).status).toBe(404)
  })

  it('a write without an Origin, or under a host name that is not this machine, is rejected', async () => {
    const { hostname, port } = new URL(shop.url)
    const send = (headers: Record<string, string>) =>
      new Promise<number>((resolve, reject) => {
        const cookie = [...amal.cookies].map((pair) => pair.join('=')).join('; ')
        const sent = request(
          {
            hostname,
            port,
            method: 'PUT',
            path: aSale,
            headers: { cookie, 'content-type': 'application/json', ...headers },
          },
          (answer) => {
            answer.resume()
            resolve(answer.statusCode ?? 0)
          },
        )
        sent.on('error', reject).end(JSON.stringify(someSale))
      })
    expect(await send({})).toBe(403)
    expect(await send({ host: 'till.evil.example', origin: 'http://till.evil.example' })).toBe(403)
  })

  it.each([
    { what: 'no JSON', body: '{"kind":' },
    { what: 'a list', body: '[]' },
    { what: 'nothing', body: '' },
    { what: 'a field that is not known', body: JSON.stringify({ ...someSale, price: '1' }) },
    { what: 'a number for an amount', body: JSON.stringify({ ...someSale, amount: 25 }) },
    { what: 'an amount with a sign', body: JSON.stringify({ ...someSale, amount: '-25' }) },
    { what: 'a prototype', body: '{"__proto__":{"polluted":true},"kind":"direct"}' },
  ])('a write whose body is $what is rejected as invalid', async ({ body }) => {
    const answer = await amal.ask<Failure>('PUT', aSale, body)
    expect([answer.status, answer.body.code, answer.body.moneyMoved]).toEqual([400, 'invalid-request', 'no'])
    expect({}).not.toHaveProperty('polluted')
  })

  it('the answer names the invalid field', async () => {
    const { body } = await amal.ask<Failure>('PUT', aSale, { ...someSale, amount: 'fifty' })
    expect(body.message).toBe('amount: an amount such as 50 or 12.50')
  })

  it('an invalid PIN is not repeated in the answer', async () => {
    const { status, body } = await amal.ask<Failure>('POST', proxyPaths.session, { staffId: 'x', pin: 'canary' })
    expect(status).toBe(400)
    expect(JSON.stringify(body)).not.toContain('canary')
  })

  it('a body that is too large is rejected', async () => {
    expect((await amal.ask('PUT', aSale, { ...someSale, account: 'x'.repeat(20_000) })).status).toBe(413)
  })

  it('a write to an invalid sale id is answered with 404', async () => {
    expect(await amal.ask('PUT', '/api/sales/not-an-id', someSale)).toMatchObject({
      status: 404,
      body: { code: 'not-found' },
    })
  })
})

describe('which roles may send a request', () => {
  const table = [
    ['GET', proxyPaths.status, 401, 200, 200],
    ['GET', proxyPaths.catalogue, 401, 200, 200],
    ['GET', proxyPaths.skipped, 401, 403, 200],
    ['GET', proxyPaths.sales, 401, 200, 200],
    ['GET', aSale, 401, 404, 404],
    ['PUT', aSale, 401, 400, 400],
    ['POST', `${aSale}/confirm`, 401, 404, 404],
    ['POST', `${aSale}/find`, 401, 404, 404],
    ['POST', `${aSale}/abandon`, 401, 404, 404],
    ['POST', `${aSale}/reveal`, 401, 404, 404],
    ['GET', proxyPaths.wallet, 401, 403, 200],
    ['POST', proxyPaths.resumeSelling, 401, 403, 200],
    ['GET', proxyPaths.metrics, 200, 200, 200],
    ['GET', proxyPaths.session, 200, 200, 200],
    ['GET', proxyPaths.alive, 200, 200, 200],
    ['GET', proxyPaths.ready, 200, 200, 200],
  ] as const

  it.each(table)(
    '%s %s is answered with %i for nobody, %i for a cashier and %i for a supervisor',
    async (method, path, nobody, cashier, supervisor) => {
      const statuses = await Promise.all(
        [shop.browser(), amal, hamad].map(async (browser) => (await browser.ask(method, path)).status),
      )
      expect(statuses).toEqual([nobody, cashier, supervisor])
    },
  )
})

describe('the catalogue', () => {
  it('the catalogue is the same for every role, without commission, cost, balance or top-up code', async () => {
    const asCashier = await amal.ask<Catalogue>('GET', proxyPaths.catalogue)
    const asSupervisor = await hamad.ask<Catalogue>('GET', proxyPaths.catalogue)
    expect(asCashier.body).toEqual(asSupervisor.body)
    expect(asCashier.body).toMatchObject({
      currency: 'AED',
      point: { posId: '20418', agentName: 'Sidra Corner Shop', address: 'Al Rigga Street, Deira, Dubai' },
    })
    expect(asCashier.body.services.length).toBeGreaterThanOrEqual(24)
    expect(asCashier.body.tiles.length).toBeGreaterThanOrEqual(30)
    expect(JSON.stringify(asCashier.body)).not.toMatch(/commission|topup|4820771503|4318/i)
  })
})

describe('status, readiness and wallet', () => {
  it('the status says that the service answers', async () => {
    const { body } = await amal.ask<Status>('GET', proxyPaths.status)
    expect(body).toMatchObject({ service: 'ok', waiting: 0, version: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
  })

  it('the readiness says that the proxy can sell', async () => {
    expect((await shop.browser().ask('GET', proxyPaths.ready)).body).toEqual({
      selling: true,
      fenced: true,
      leads: true,
    })
  })

  it('a supervisor sees the balance, its age and the top-up code', async () => {
    const { body } = await hamad.ask<Wallet>('GET', proxyPaths.wallet)
    expect(body).toMatchObject({ balance: { amount: '4318.50', currency: 'AED' }, topupCode: '4820771503' })
    expect(body.asOf).toBeGreaterThanOrEqual(openedAt)
    expect(body.asOf).toBeLessThanOrEqual(clock.now())
    expect(body.problem).toBeUndefined()
  })
})
