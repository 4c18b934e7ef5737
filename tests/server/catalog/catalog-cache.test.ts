import { describe, expect, it } from 'vitest'

import { createCatalogCache } from '#server/catalog/catalog-cache.ts'
import { createVirtualTime } from '../../support/virtual-time.ts'
import { aBalance, createStillClock, openWholesaler, noted } from '../../support/open-wholesaler.ts'
import { createLatch } from '../../support/latch.ts'
import { after, answer, hangUp, silence, type Script } from '../../support/scripted-service.ts'

const MINUTE_MS = 60_000
const aPoint = { agent: { name: 'Shop LLC' }, pos: { id: '20418', frontview_id: '77' } }
const amounts = { amount_min: 5, amount_max: 500, amount_step: 1 }
const aService = (id: string) => ({ id, active: true, name: id, ...amounts, is_pin_based: false })
const anElement = (name: string) => ({
  id: 1,
  parent_id: null,
  type: 'category',
  name,
  active: 1,
  action: '',
  params: [],
})

const services = (...ids: string[]) => answer({ services: ids.map(aService) })
const elements = (...names: string[]) => answer({ elements: names.map(anElement) })

const wholeScript: Script = {
  '/balance': answer(aBalance),
  '/point_info': answer(aPoint),
  '/services': [services('qamra'), services('newer')],
  '/frontview': [elements('First'), elements('Second')],
}

async function openCache(script: Script = {}) {
  const clock = createStillClock()
  const { wholesaler, service, log } = await openWholesaler({ clock, script: { ...wholeScript, ...script } })
  await wholesaler.fenced
  const { timers, pass } = createVirtualTime()
  const cache = createCatalogCache({ clock, timers, log: noted(log) }, wholesaler)
  return { cache, service, clock, log, pass }
}

describe('the catalog', () => {
  it('the catalog is read once for all parallel requests', async () => {
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
    const paths = ['/balance', '/balance', '/frontview', '/point_info', '/services']
    expect(service.received.map(({ path }) => path).toSorted()).toEqual(paths)
    expect(service.on('/frontview')[0]?.body).toMatchObject({ frontview_id: '77' })
  })

  it('a fresh catalog is not read again', async () => {
    const { cache, service, clock } = await openCache()
    await cache.current()
    const before = service.received.length
    clock.time += 5 * MINUTE_MS - 1
    await cache.current()
    expect(service.received).toHaveLength(before)
  })

  it('an old catalog is returned while the layout is refreshed after five minutes and the products after an hour', async () => {
    const { cache, clock } = await openCache()
    const first = await cache.current()
    clock.time += 5 * MINUTE_MS
    expect(await cache.current()).toEqual(first)
    await expect.poll(async () => (await cache.current())?.tiles[0]?.name).toBe('Second')
    const second = await cache.current()
    expect(second?.services).toBe(first?.services)
    clock.time += 55 * MINUTE_MS
    expect((await cache.current())?.tiles).toBe(second?.tiles)
    await expect.poll(async () => (await cache.current())?.services[0]?.id).toBe('newer')
  })

  it('no request waits while the catalog is refreshed, and it is refreshed once', async () => {
    const { cache, service, clock } = await openCache({
      '/point_info': [answer(aPoint), silence],
      '/services': [services('qamra'), silence],
      '/balance': [answer(aBalance), answer(aBalance), silence],
    })
    const first = await cache.current()
    clock.time += 60 * MINUTE_MS
    const readings = await Promise.all(Array.from({ length: 50 }, () => cache.current()))
    for (const reading of readings) expect(reading).toEqual(first)
    await expect.poll(() => ['/point_info', '/services'].map((path) => service.on(path).length)).toEqual([2, 2])
    clock.time += 60 * MINUTE_MS
    await cache.current()
    expect(service.on('/services')).toHaveLength(2)
  })

  it('a part of the catalog is the same object while its answer is the same', async () => {
    const { cache } = await openCache({ '/frontview': elements('First') })
    const first = await cache.current()
    const second = await cache.refresh()
    expect(second?.tiles).toBe(first?.tiles)
    expect(second?.point).toBe(first?.point)
    expect(second?.services).not.toBe(first?.services)
    expect((await cache.refresh())?.services).toBe(second?.services)
  })

  it('the catalog is as old as its last reading, or as its oldest part that could not be refreshed in time', async () => {
    const { cache, clock } = await openCache({ '/services': [services('qamra'), hangUp] })
    const start = clock.time
    await cache.current()
    const asOfAfter = async (minutes: number) => {
      clock.time = start + minutes * MINUTE_MS
      await cache.refresh()
      return (cache.latest()!.asOf - start) / MINUTE_MS
    }
    expect(await asOfAfter(55)).toBe(55)
    // A till may refresh five minutes late.
    expect(await asOfAfter(69)).toBe(69)
    expect(await asOfAfter(70)).toBe(0)
  })

  it('a sale refreshes the products when they are an hour old, and not earlier', async () => {
    const { cache, service, clock } = await openCache()
    await cache.current()
    clock.time += 60 * MINUTE_MS - 1
    expect(await cache.forSale()).toMatchObject({ services: [{ id: 'qamra' }] })
    clock.time += 1
    expect(await cache.forSale()).toMatchObject({ services: [{ id: 'newer' }] })
    expect(service.on('/services')).toHaveLength(2)
  })

  it('a sale waits at most two seconds for a refresh, and not at all after the wholesaler gave no answer', async () => {
    const opening = createLatch()
    const { cache, service, clock, pass } = await openCache({
      '/services': [services('qamra'), after(opening.opened, hangUp), silence],
    })
    await cache.current()
    clock.time += 60 * MINUTE_MS
    let sold = false
    const selling = cache.forSale().finally(() => (sold = true))
    await expect.poll(() => service.on('/services')).toHaveLength(2)
    await pass(1_999)
    expect(sold).toBe(false)
    await pass(1)
    expect(await selling).toMatchObject({ services: [{ id: 'qamra' }] })

    opening.open()
    await expect.poll(() => cache.report()[2]?.report.problem).toBeDefined()
    clock.time += 15_000
    const asked = service.on('/services').length
    expect(await cache.forSale()).toMatchObject({ services: [{ id: 'qamra' }] })
    await expect.poll(() => service.on('/services')).toHaveLength(asked + 1)
  })

  it('while the wholesaler is unreachable the old catalog remains, and is refreshed at most every 15 seconds', async () => {
    const { cache, service, clock } = await openCache({
      '/services': [services('qamra'), hangUp],
      '/frontview': [elements('First'), hangUp],
      '/point_info': [answer(aPoint), hangUp],
      '/balance': [answer(aBalance), answer(aBalance), hangUp],
    })
    const first = await cache.current()
    clock.time += 24 * 60 * MINUTE_MS
    expect(await cache.refresh()).toEqual(first)
    const asked = service.on('/services').length
    for (let asking = 0; asking < 5; asking += 1) expect(await cache.current()).toEqual(first)
    // Waits long enough for a request to arrive, if one had been sent.
    for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate)
    expect(service.on('/services')).toHaveLength(asked)
    clock.time += 15_000
    await cache.current()
    await expect.poll(() => service.on('/services').length).toBe(asked + 1)
  })

  it('there is no catalog until the wholesaler has returned one', async () => {
    const { cache } = await openCache({ '/services': [hangUp, services()] })
    expect(await cache.current()).toBeUndefined()
    expect(await cache.current()).toMatchObject({ services: [], tiles: [{ name: 'First' }] })
  })

  it('the latest catalog is returned without a request', async () => {
    const { cache, service, clock } = await openCache()
    expect(cache.latest()).toBeUndefined()
    const first = await cache.current()
    clock.time += 24 * 60 * MINUTE_MS
    const before = service.received.length
    expect(cache.latest()).toEqual(first)
    expect(service.received).toHaveLength(before)
  })

  it('a POS without a catalog layout has no tiles, and no layout is requested', async () => {
    const { cache, service } = await openCache({
      '/point_info': answer({ agent: { name: 'Shop LLC' }, pos: { id: '20418' } }),
    })
    expect(await cache.current()).toMatchObject({ tiles: [], frontview: 'none', services: [{ id: 'qamra' }] })
    expect(service.on('/frontview')).toEqual([])
  })

  it('products can be sold while the layout is unreadable, and no request waits for it again', async () => {
    const never = new Promise<void>(() => {})
    const { cache, clock } = await openCache({ '/frontview': [answer({ error: { code: 2 } }), after(never, hangUp)] })
    expect(await cache.current()).toMatchObject({ tiles: [], frontview: 'unreadable', services: [{ id: 'qamra' }] })
    clock.time += MINUTE_MS
    expect(await cache.current()).toMatchObject({ tiles: [], frontview: 'unreadable', services: [{ id: 'qamra' }] })
  })

  it('the layout is there with the first answer after the connection returned', async () => {
    const { cache, clock } = await openCache({
      '/point_info': [hangUp, answer(aPoint)],
      '/services': [hangUp, services('qamra')],
    })
    expect(await cache.current()).toBeUndefined()
    clock.time += 3_000
    const reading = await cache.current()
    expect(reading).toMatchObject({ tiles: [{ name: 'First' }], services: [{ id: 'qamra' }] })
    expect(reading).not.toHaveProperty('frontview')
  })

  it('products are sold while the point of sale cannot be read, and no request waits for it', async () => {
    const { cache } = await openCache({ '/point_info': [answer({ pos: 5 }), silence] })
    const known = { point: { agentName: '' }, tiles: [], frontview: 'unreadable', services: [{ id: 'qamra' }] }
    expect(await cache.current()).toMatchObject(known)
    expect(await cache.current()).toMatchObject(known)
    expect(cache.report()[0]?.report.problem?.text).toBe('`pos` of /point_info cannot be read: a number')
  })

  it('the tiles remain while the frontview cannot be refreshed', async () => {
    const { cache } = await openCache({
      '/frontview': [elements('First'), answer({ error: { code: 2 } })],
    })
    const first = await cache.current()
    expect(first).not.toHaveProperty('frontview')
    await cache.refresh()
    expect(cache.report()[1]?.report.problem).toBeDefined()
    expect((await cache.current())?.tiles).toBe(first?.tiles)
  })

  it('another layout of the POS is read after it changed', async () => {
    const moved = { ...aPoint, pos: { id: '20418', frontview_id: '78' } }
    const { cache, service, clock } = await openCache({ '/point_info': [answer(aPoint), answer(moved)] })
    await cache.current()
    clock.time += 5 * MINUTE_MS
    await cache.current()
    await expect.poll(() => service.on('/frontview').map(({ body }) => body.frontview_id)).toEqual(['77', '78'])
  })

  it('the report of a part says what was skipped, when it was read, and since when it cannot be read', async () => {
    const odd = { services: [aService('qamra'), { ...aService('odd'), amount_min: 'x' }] }
    const { cache, clock, log } = await openCache({
      '/services': [answer(odd), hangUp, hangUp, services()],
      '/frontview': answer({ elements: { a: 1 } }),
    })
    await cache.current()
    const readAt = clock.time
    const nothing = { skipped: [], skippedCount: 0 }
    const problem = { text: '`elements` of /frontview cannot be read: an object', since: readAt }
    const skipped = ['`services[1].amount_min` of /services is not a readable amount']
    expect(cache.report()).toEqual([
      { part: 'point', report: { readAt, ...nothing } },
      { part: 'frontview', report: { ...nothing, problem } },
      { part: 'services', report: { readAt, skipped, skippedCount: 1 } },
      { part: 'currency', report: { readAt, ...nothing } },
    ])

    for (const part of ['services', 'frontview'])
      expect(log).toContainEqual({ what: 'catalog', part, problem: expect.stringMatching(`of /${part} `) as string })
    const ofServices = () => cache.report()[2]?.report
    clock.time += MINUTE_MS
    await cache.refresh()
    clock.time += MINUTE_MS
    await cache.refresh()
    // The report is about the part that was read last.
    expect(ofServices()).toMatchObject({ readAt, skippedCount: 1, problem: { since: readAt + MINUTE_MS } })
    await cache.refresh()
    expect(ofServices()).toEqual({ readAt: clock.time, skipped: [], skippedCount: 0 })
  })

  it('the report names the first hundred skipped elements and counts all', async () => {
    const elements = Array.from({ length: 1_203 }, () => ({ name: 'without an id' }))
    const { cache, log } = await openCache({ '/frontview': answer({ elements }) })
    await cache.current()
    const { skipped, skippedCount } = cache.report()[1]!.report
    expect([skipped.length, skippedCount]).toEqual([100, 1_203])
    expect(skipped[0]).toBe('`elements[0].id` of /frontview is missing')
    const lines = log.filter(({ part }) => part === 'frontview')
    expect(lines).toHaveLength(101)
    expect(lines.at(-1)).toMatchObject({ problem: 'and 1103 more' })
  })
})
