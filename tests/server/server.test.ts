import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Failure } from '#api/failure.ts'
import type { Status } from '#api/status.ts'
import type { Wallet } from '#api/wallet.ts'
import { systemClock } from '#server/lib/clock.ts'
import { openShop, signedIn, type Browser, type Shop } from '../support/shop.ts'

/**
 * @security V16.5.1 to V16.5.3, V13.4.2: All errors have the same form, without a stack trace, SQL or the provider's
 * raw text.
 */

let shop: Shop
let amal: Browser
let hamad: Browser
const clock = systemClock()
const openedAt = clock.now()

beforeAll(async () => {
  shop = await openShop({ clock, isClosedByHand: true })
  ;[amal, hamad] = [await signedIn(shop, 'Amal'), await signedIn(shop, 'Hamad')]
})
afterAll(() => shop.close())

const aSale = '/api/sales/01JD6X0000000000000000000A'
const someSale = { kind: 'direct', serviceId: 'qamra-rc', account: '971500000001', amount: '25' }

it('a page address is answered with the app, and an unknown file or API path with 404', async () => {
  expect(await shop.browser().ask('GET', '/sale/01JD6X0000000000000000000A')).toMatchObject({
    status: 200,
    body: expect.stringContaining('<div id="root">'),
  })
  expect(await shop.browser().ask('GET', '/assets/gone.js')).toMatchObject({ status: 404 })
  const expected = { status: 404, body: { code: 'not-found', moneyMoved: 'no' } }
  expect(await amal.ask('GET', '/api/gone')).toMatchObject(expected)
})

describe('a request that writes', () => {
  it.each([
    { what: 'nothing', body: '' },
    { what: 'an unknown field', body: JSON.stringify({ ...someSale, price: '1' }) },
    { what: 'a number for an amount', body: JSON.stringify({ ...someSale, amount: 25 }) },
    { what: 'an amount with a sign', body: JSON.stringify({ ...someSale, amount: '-25' }) },
  ])('a write whose body is $what is rejected as invalid', async ({ body }) => {
    const answer = await amal.ask<Failure>('PUT', aSale, body)
    expect([answer.status, answer.body.code, answer.body.moneyMoved]).toEqual([400, 'invalid-request', 'no'])
  })

  it('the answer names the invalid field', async () => {
    const { body } = await amal.ask<Failure>('PUT', aSale, { ...someSale, amount: 'fifty' })
    expect(body.message).toBe('amount: an amount such as 50 or 12.50')
  })

  it('an invalid PIN is not repeated in the answer', async () => {
    const { status, body } = await amal.ask<Failure>('POST', '/api/session', { staffId: 'x', pin: 'canary' })
    expect(status).toBe(400)
    expect(JSON.stringify(body)).not.toContain('canary')
  })

  it('a write to an invalid sale id is answered with 404', async () => {
    const expected = { status: 404, body: { code: 'not-found' } }
    expect(await amal.ask('PUT', '/api/sales/not-an-id', someSale)).toMatchObject(expected)
  })
})

describe('status, readiness and wallet', () => {
  it('the status says that the provider answers', async () => {
    const { body } = await amal.ask<Status>('GET', '/api/status')
    expect(body).toMatchObject({ service: 'ok', waiting: 0, version: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
  })

  it('a supervisor sees the balance, its age and the top-up code', async () => {
    const { body } = await hamad.ask<Wallet>('GET', '/api/wallet')
    expect(body).toMatchObject({ balance: { amount: '4318.50', currency: 'AED' }, topupCode: '4820771503' })
    expect(body.asOf).toBeGreaterThanOrEqual(openedAt)
    expect(body.asOf).toBeLessThanOrEqual(clock.now())
    expect(body.problem).toBeUndefined()
  })
})
