import fastify from 'fastify'
import { describe, expect, it } from 'vitest'

import type { Failure } from '#api/failure.ts'
import { DEFAULT_SETTINGS } from '#api/settings.ts'
import type { Status } from '#api/status.ts'
import { systemClock } from '#server/lib/clock.ts'
import { addRoutes, createRouteTable } from '#server/http/route.ts'
import { statusRoutes } from '#server/account/status-routes.ts'
import { createSellingState } from '#server/account/selling-state.ts'
import { aBalance, createStillClock, openWholesaler } from '../../support/open-wholesaler.ts'
import { openScriptedShop } from '../../support/scripted-shop.ts'
import { answer, hangUp, silence, type Script } from '../../support/scripted-service.ts'
import { openSale, signedIn } from '../../support/shop.ts'

/** @security V8.2.1: `/readyz` tells strangers whether Toptill sells, but not why it does not. */

const YEAR_MS = 365 * 24 * 3_600_000
const notActive = answer({ error: { code: 5 } })
const transaction = answer({ transaction: { id: '69d', state: -1 } })

async function openStaffed(script: Script = {}, clock = systemClock()) {
  const shop = await openScriptedShop(script, { clock })
  const [amal, hamad] = [await signedIn(shop, 'Amal'), await signedIn(shop, 'Hamad')]
  return { ...shop, amal, hamad }
}

describe('a shop whose point of sale is turned off', () => {
  const script = () => ({
    '/balance': [answer(aBalance), answer(aBalance), notActive, answer(aBalance)],
    '/transaction/check': notActive,
  })

  it('an inactive point of sale is reported to everyone, nothing is sold, and only a supervisor can resume selling', async () => {
    const { amal, hamad, service } = await openStaffed(script())
    expect((await amal.ask<Status>('GET', '/api/status')).body).toMatchObject({ service: 'ok', wallet: 'ok' })
    await openSale(amal, { account: '971500000001' })

    for (const browser of [amal, hamad]) {
      const { body } = await browser.ask<Status>('GET', '/api/status')
      expect(body).toMatchObject({ service: 'stopped', reason: 'inactive', since: expect.any(Number) })
    }
    const reason = 'the provider says that this point of sale is not active'
    const ready = { selling: false, fenced: true, leads: true }
    expect((await amal.ask('GET', '/readyz')).body).toEqual({ ...ready, reason })
    const throughProxy = await amal.ask('GET', '/readyz', undefined, { via: 'a proxy' })
    expect(throughProxy.body).toEqual(ready)
    const checks = service.on('/transaction/check').length
    const refused = await openSale(amal, { account: '971500000002' })
    expect(refused).toMatchObject({ status: 503, body: { code: 'selling-stopped', moneyMoved: 'no' } })
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(service.on('/transaction/check')).toHaveLength(checks)

    const again = (browser = hamad) => browser.ask<Status & Failure>('POST', '/api/selling/resume')
    expect(await again(amal)).toMatchObject({ status: 403, body: { code: 'not-allowed' } })
    expect(await again()).toMatchObject({ status: 200, body: { service: 'stopped', reason: 'inactive' } })
    const { body } = await again()
    expect(body.service).toBe('ok')
    expect(body).not.toHaveProperty('reason')
    expect((await amal.ask('GET', '/readyz')).body).toEqual({ selling: true, fenced: true, leads: true })
  })
})

it('only a supervisor sees that the clock of the machine is far ahead', async () => {
  const clock = systemClock()
  let setBy = 0
  const jumping = { ...clock, wall: () => clock.wall() + setBy }
  const { amal, hamad } = await openStaffed({ '/transaction/check': transaction }, jumping)
  expect((await hamad.ask('GET', '/api/status')).body).not.toHaveProperty('isClockAhead')
  setBy = YEAR_MS
  await openSale(amal, { account: '971500000001' })
  expect((await hamad.ask('GET', '/api/status')).body).toHaveProperty('isClockAhead', true)
  expect((await amal.ask('GET', '/api/status')).body).not.toHaveProperty('isClockAhead')
})

describe('the readiness of a server', () => {
  async function ready(script: Script, isFull: boolean, before: (opened: Opened) => Promise<void> = fenced) {
    const opened = await openWholesaler({ script, limits: { probeFirstMs: 60_000 } })
    await before(opened)
    const app = fastify()
    const nobody = () => Promise.reject(new Error('nobody asked'))
    const sales = { countOpenItems: nobody, openItems: nobody }
    const orders = { countFor: nobody }
    const staff = {
      people: { pinLocks: nobody },
      shifts: { isOn: () => false, stateAt: nobody },
      settings: { current: () => DEFAULT_SETTINGS, version: () => 'as-set' },
      displays: { hasTill: nobody },
    }
    const wallet = { findLow: () => undefined }
    const audit = { append: nobody }
    const selling = {
      posId: 'pos',
      wholesaler: opened.wholesaler,
      sales,
      orders,
      disk: { isFull: () => isFull },
      audit,
      wallet,
    }
    const clock = createStillClock()
    const state = createSellingState(clock)
    const deps = { selling, stackFor: () => selling, staff, config: {}, state, clock, build: 'abc' }
    addRoutes(app, createRouteTable(statusRoutes(deps)))
    return (await app.inject('/readyz')).json<unknown>()
  }
  type Opened = Awaited<ReturnType<typeof openWholesaler>>
  const fenced = ({ wholesaler }: Opened) => wholesaler.fenced
  const away = async ({ wholesaler }: Opened) => {
    await wholesaler.fenced
    for (let calls = 0; calls < 3; calls += 1) await wholesaler.services()
  }

  it.each([
    { when: 'all is well', script: {}, isFull: false, before: fenced, reason: undefined },
    { when: 'the disk is full', script: {}, isFull: true, before: fenced, reason: 'the disk is nearly full' },
    {
      when: 'nobody answers',
      script: { '/services': hangUp },
      isFull: false,
      before: away,
      reason: 'the provider is not responding',
    },
    {
      when: 'the service stopped it',
      script: { '/services': notActive },
      isFull: true,
      before: away,
      reason: 'the provider says that this point of sale is not active',
    },
  ])('/readyz when $when gives the reason $reason', async ({ script, isFull, before, reason }) => {
    const expected = { selling: reason === undefined, ...(reason ? { reason } : {}), fenced: true, leads: true }
    expect(await ready(script, isFull, before)).toEqual(expected)
  })

  it('/readyz before the first answer of the provider says that it waits for it', async () => {
    expect(await ready({ '/balance': silence }, false, async () => {})).toEqual({
      selling: false,
      reason: 'waiting for the first response of the provider',
      fenced: false,
      leads: true,
    })
  })
})
