import { expect, it, onTestFinished } from 'vitest'

import type { Status } from '#api/status.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { startToptill } from '#server/main.ts'
import { startSandbox } from '#sandbox/server.ts'
import { aBalance, POS_ID, TOKEN_TEXT } from '../../support/open-wholesaler.ts'
import { answer, startScriptedService, type Responder } from '../../support/scripted-service.ts'
import { aBrowser, openSale, sell, type Browser } from '../../support/shop.ts'
import { startShop } from '../../support/start-shop.ts'

const NUMBER = '971500000001'

/**
 * A shop with one sale, whose state at the provider is what `find` returns. The provider keeps running when the shop
 * restarts.
 */
async function aSoldSale(find: () => number) {
  const says =
    (state: () => number): Responder =>
    (response, request) => {
      const { external_transaction_id: id } = request.body
      const fields = { account: NUMBER, amount: 25, currency: 'AED' }
      const transaction = { id: '69d', external_transaction_id: id, state: state(), fields }
      return answer({ transaction })(response, request)
    }
  const service = await startScriptedService({
    '/balance': answer(aBalance),
    '/point_info': answer({ agent: { name: 'Shop LLC' }, pos: { id: POS_ID } }),
    '/services': answer({
      services: [{ id: 'qamra-rc', active: true, name: 'Qamra', amount_min: 5, amount_max: 500, is_pin_based: false }],
    }),
    '/transaction/check': says(() => -1),
    '/transaction/confirm': says(() => 1),
    '/transaction/find': says(find),
  })
  const shop = await startShop(
    { startToptill, startSandbox },
    { service: async () => ({ baseUrl: service.url.href, posId: POS_ID, token: TOKEN_TEXT, close: async () => {} }) },
  )
  onTestFinished(shop.close)
  const cookies = { amal: new Map<string, string>(), hamad: new Map<string, string>() }
  const at = (url: string) => ({ amal: aBrowser(url, cookies.amal), hamad: aBrowser(url, cookies.hamad) })
  const first = at(shop.url)
  await first.amal.signIn('Amal')
  await first.hamad.signIn('Hamad')
  const { id, body } = await sell(first.amal, { account: NUMBER })
  expect(body).toMatchObject({ state: 'succeeded' })
  const restart = async () => {
    await shop.stopProxy()
    return at(await shop.startProxy())
  }
  return { ...first, id, restart }
}

const statusOf = async (browser: Browser) => (await browser.ask<Status>('GET', '/api/status')).body
/**
 * Asks the provider about the sale, but not sooner than the first interval after the last find, and returns what `read`
 * reads then.
 */
const findAnd = <T>(browser: Browser, id: string, read: (sale: Sale) => T | Promise<T>) =>
  expect.poll(async () => read((await browser.ask('POST', `/api/sales/${id}/find`, {})).body), { interval: 150 })
const STOPPED = { service: 'stopped', reason: 'contradiction' }

it('a contradiction of the provider stops selling over restarts, until a supervisor resumes it', async () => {
  const { amal, id, restart } = await aSoldSale(() => 2)
  await findAnd(amal, id, ({ conflicting }) => conflicting).toBe(true)
  expect(await statusOf(amal)).toMatchObject(STOPPED)

  const second = await restart()
  expect(await statusOf(second.amal)).toMatchObject(STOPPED)
  expect((await openSale(second.amal, { account: '971500000002' })).body).toMatchObject({ code: 'selling-stopped' })
  const { body } = await second.hamad.ask<Status>('POST', '/api/selling/resume')
  expect(body.service).toBe('ok')

  const third = await restart()
  expect((await statusOf(third.amal)).service).toBe('ok')
  expect((await third.amal.ask('GET', `/api/sales/${id}`)).body).toMatchObject({ conflicting: true })
})

it('another contradiction of the same sale stops selling again over restarts, until it is resolved', async () => {
  let state = 2
  const { amal, hamad, id, restart } = await aSoldSale(() => state)
  await findAnd(amal, id, ({ conflicting }) => conflicting).toBe(true)
  await hamad.ask('POST', '/api/selling/resume')
  expect((await statusOf(amal)).service).toBe('ok')
  state = 4
  const readAt = (await amal.ask('GET', `/api/sales/${id}`)).body.lastFindAt
  await findAnd(amal, id, ({ lastFindAt }) => lastFindAt).not.toBe(readAt)
  // Support replaced the sale by hand, which is allowed after a success.
  const second = await restart()
  expect((await statusOf(second.amal)).service).toBe('ok')
  state = 2
  await findAnd(second.amal, id, () => statusOf(second.amal)).toMatchObject(STOPPED)

  const third = await restart()
  expect(await statusOf(third.amal)).toMatchObject(STOPPED)
  const resolved = await third.hamad.ask('POST', `/api/sales/${id}/resolve`, { outcome: 'sold', note: 'support said' })
  expect(resolved.status).toBe(200)
  const fourth = await restart()
  expect((await statusOf(fourth.amal)).service).toBe('ok')
})
