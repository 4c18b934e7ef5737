import { describe, expect, it } from 'vitest'

import { createCatalogueCache } from '#proxy/wholesaler/cache.ts'
import { aBalance, createStillClock, openWholesaler } from '../../support/open-wholesaler.ts'
import { after, answer, hangUp, type Script } from '../../support/scripted-service.ts'

const MINUTE_MS = 60_000
const aPoint = { agent: { name: 'Shop LLC' }, pos: { id: '20418', frontview_id: '77' } }
const aService = (id: string) => ({
  id,
  active: true,
  name: id,
  amount_min: 5,
  amount_max: 500,
  amount_step: 1,
  is_pin_based: false,
})
const anElement = (name: string) => ({
  id: 1,
  parent_id: null,
  type: 'category',
  name,
  active: 1,
  action: '',
  params: [],
})

const wholeScript: Script = {
  '/balance': answer(aBalance),
  '/point_info': answer(aPoint),
  '/services': [answer({ services: [aService('qamra')] }), answer({ services: [aService('newer')] })],
  '/frontview': [answer({ elements: [anElement('First')] }), answer({ elements: [anElement('Second')] })],
}

async function openCache(script: Script = {}) {
  const clock = createStillClock()
  const { wholesaler, service, log } = await openWholesaler({ clock, script: { ...wholeScript, ...script } })
  await wholesaler.fenced
  return { cache: createCatalogueCache({ wholesaler, clock, log: (line) => log.push(line) }), service, clock, log }
}

describe('the catalogue', () => {
  it('is read once for everybody who asks', async () => {
    const { cache, service, clock } = await openCache()
    const readings = await Promise.all(Array.from({ length: 20 }, () => cache.current()))
    expect(readings[0]).toMatchObject({
      point: { agentName: 'Shop LLC', frontviewId: '77' },
      tiles: [{ name: 'First' }],
      services: [{ id: 'qamra' }],
      currency: 'AED',
      asOf: clock.time,
    })
    for (const reading of readings) expect(reading).toEqual(readings[0])
    expect(service.heard.map(({ path }) => path).toSorted()).toEqual([
      '/balance',
      '/balance',
      '/frontview',
      '/point_info',
      '/services',
    ])
    expect(service.on('/frontview')[0]?.body).toMatchObject({ frontview_id: '77' })
  })

  it('is not read again while it is fresh', async () => {
    const { cache, service, clock } = await openCache()
    await cache.current()
    const before = service.heard.length
    clock.time += 5 * MINUTE_MS - 1
    await cache.current()
    expect(service.heard).toHaveLength(before)
  })

  it('shows what it has while the frontview is read anew after five minutes, and the services after an hour', async () => {
    const { cache, clock } = await openCache()
    const first = await cache.current()
    clock.time += 5 * MINUTE_MS
    expect(await cache.current()).toEqual(first)
    await expect.poll(async () => (await cache.current())?.tiles[0]?.name).toBe('Second')
    expect(await cache.current()).toMatchObject({ services: [{ id: 'qamra' }], asOf: first!.asOf })
    clock.time += 55 * MINUTE_MS
    await cache.current()
    await expect.poll(async () => (await cache.current())?.services[0]?.id).toBe('newer')
    await expect.poll(async () => (await cache.current())?.asOf).toBe(clock.time)
  })

  it('stays while the wholesaler is away, says of when it is, and is not asked for more than every 15 seconds', async () => {
    const { cache, service, clock } = await openCache({
      '/services': [answer({ services: [aService('qamra')] }), hangUp],
      '/frontview': [answer({ elements: [anElement('First')] }), hangUp],
      '/point_info': [answer(aPoint), hangUp],
      '/balance': [answer(aBalance), answer(aBalance), hangUp],
    })
    const first = await cache.current()
    clock.time += 24 * 60 * MINUTE_MS
    expect(await cache.refresh()).toEqual(first)
    const asked = service.on('/services').length
    for (let asking = 0; asking < 5; asking += 1) expect(await cache.current()).toEqual(first)
    // Time enough for a request to arrive, if one had left.
    for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate)
    expect(service.on('/services')).toHaveLength(asked)
    clock.time += 15_000
    await cache.current()
    await expect.poll(() => service.on('/services').length).toBe(asked + 1)
  })

  it('is nothing until the wholesaler gives one', async () => {
    const { cache } = await openCache({ '/services': [hangUp, answer({ services: [] })] })
    expect(await cache.current()).toBeUndefined()
    expect(await cache.current()).toMatchObject({ services: [], tiles: [{ name: 'First' }] })
  })

  it('is there as last read for whoever asks nobody', async () => {
    const { cache, service, clock } = await openCache()
    expect(cache.latest()).toBeUndefined()
    const first = await cache.current()
    clock.time += 24 * 60 * MINUTE_MS
    const before = service.heard.length
    expect(cache.latest()).toEqual(first)
    expect(service.heard).toHaveLength(before)
  })

  it('has no tiles for a POS without a frontview, which is not asked for', async () => {
    const { cache, service } = await openCache({
      '/point_info': answer({ agent: { name: 'Shop LLC' }, pos: { id: '20418' } }),
    })
    expect(await cache.current()).toMatchObject({ tiles: [], services: [{ id: 'qamra' }] })
    expect(service.on('/frontview')).toEqual([])
  })

  it('sells from the services when the frontview cannot be read, and does not wait for it again', async () => {
    const never = new Promise<void>(() => {})
    const { cache, clock } = await openCache({ '/frontview': [answer({ error: { code: 2 } }), after(never, hangUp)] })
    expect(await cache.current()).toMatchObject({ tiles: [], services: [{ id: 'qamra' }] })
    clock.time += MINUTE_MS
    expect(await cache.current()).toMatchObject({ tiles: [], services: [{ id: 'qamra' }] })
  })

  it('follows the POS to another frontview', async () => {
    const moved = { ...aPoint, pos: { id: '20418', frontview_id: '78' } }
    const { cache, service, clock } = await openCache({ '/point_info': [answer(aPoint), answer(moved)] })
    await cache.current()
    clock.time += 5 * MINUTE_MS
    await cache.current()
    await expect.poll(() => service.on('/frontview').map(({ body }) => body.frontview_id)).toEqual(['77', '78'])
  })

  it('names in the log what was left out, and why a part could not be read', async () => {
    const { cache, log } = await openCache({
      '/services': answer({ services: [aService('qamra'), { ...aService('odd'), amount_min: 'x' }] }),
      '/frontview': answer({ elements: {} }),
    })
    await cache.current()
    expect(log).toContainEqual({
      what: 'catalogue',
      part: 'services',
      problem: '`services[1].amount_min` of /services is not a readable amount',
    })
    expect(log).toContainEqual({
      what: 'catalogue',
      part: 'frontview',
      problem: '`elements` of /frontview cannot be read: an object',
    })
  })

  it('keeps the currency of a wallet below zero', async () => {
    const { cache } = await openCache({ '/balance': answer({ currency: 'AED', wallets: { main: -20 } }) })
    expect(await cache.current()).toMatchObject({ currency: 'AED' })
  })
})
