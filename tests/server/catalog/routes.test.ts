import { describe, expect, it } from 'vitest'

import type { CatalogContent, SkippedParts } from '#api/catalog.ts'
import { CATALOG_AS_OF_HEADER } from '#api/headers.ts'
import { aClockAhead, HOUR, MINUTE } from '../../security/support/guarded-shop.ts'
import { answer, type Script } from '../../support/scripted-service.ts'
import { openScriptedShop } from '../../support/scripted-shop.ts'
import { openSale, signedIn } from '../../support/shop.ts'

const aPoint = { agent: { name: 'Shop LLC' }, pos: { id: '20418', frontview_id: '77' } }
const anElement = { id: 1, parent_id: null, type: 'category', name: 'Mobile', active: 1, action: '', params: [] }
const amounts = { amount_min: 5, amount_max: 500, amount_step: 1 }
const aService = { id: 'qamra-rc', active: true, name: 'Qamra', ...amounts, is_pin_based: false }

async function openTill(script: Script) {
  const clock = aClockAhead()
  const shop = await openScriptedShop(script, { clock })
  const amal = await signedIn(shop, 'Amal')
  return { ...shop, clock, amal }
}

const withFrontview: Script = { '/point_info': answer(aPoint), '/frontview': answer({ elements: [anElement] }) }

describe('the catalog', () => {
  it.each([
    { accepts: 'gzip, deflate, br, zstd', coding: 'br' },
    { accepts: 'br;q=0, gzip', coding: 'gzip' },
    { accepts: 'identity', coding: null },
  ])(
    'the catalog is sent as $coding to a browser that accepts $accepts, and only that browser may cache it',
    async ({ accepts, coding }) => {
      const { amal } = await openTill(withFrontview)
      const accept = { 'accept-encoding': accepts }
      const { headers, body } = await amal.ask<CatalogContent>('GET', '/api/catalog', undefined, accept)
      expect(body).toMatchObject({ tiles: [{ name: 'Mobile' }], services: [{ id: 'qamra-rc' }] })
      expect(headers.get('content-encoding')).toBe(coding)
      expect(headers.get('vary')).toBe('accept-encoding')
      expect(headers.get('cache-control')).toBe('private, no-cache')
    },
  )

  it('the catalog is not sent again to a till that has it, which still receives its current time', async () => {
    const { amal, clock } = await openTill(withFrontview)
    const asOf = (headers: Headers) => Number(headers.get(CATALOG_AS_OF_HEADER))
    const before = clock.now()
    const first = await amal.ask('GET', '/api/catalog')
    const etag = first.headers.get('etag') ?? ''
    expect(asOf(first.headers)).toBeGreaterThan(0)

    clock.pass(3 * MINUTE)
    await amal.ask('POST', '/api/session/heartbeat')
    clock.pass(3 * MINUTE)
    const again = () => amal.ask('GET', '/api/catalog', undefined, { 'if-none-match': etag })
    expect((await again()).body).toBe('')
    await expect.poll(async () => asOf((await again()).headers)).toBeGreaterThanOrEqual(before + 6 * MINUTE)
    expect((await again()).status).toBe(304)
  })

  it('the catalog is recognized by its tag, weak or strong, also in a list of tags', async () => {
    const { amal } = await openTill(withFrontview)
    const { headers } = await amal.ask('GET', '/api/catalog')
    const etag = (headers.get('etag') ?? '').replace('W/', '')
    expect(etag).toMatch(/^"[\w-]{43}"$/)
    const ask = (tag: string) => amal.ask('GET', '/api/catalog', undefined, { 'if-none-match': tag })
    for (const tag of [etag, `W/${etag}`, `"other", W/${etag}`]) expect((await ask(tag)).status).toBe(304)
    expect((await ask('"other"')).status).toBe(200)
  })

  it.each([
    { what: 'has none', script: {}, frontview: 'none' },
    { what: 'has one that cannot be read', script: { '/point_info': answer(aPoint) }, frontview: 'unreadable' },
    { what: 'has one', script: withFrontview, frontview: undefined },
  ])('the catalog of a POS whose layout $what says so', async ({ script, frontview }) => {
    const { amal } = await openTill(script)
    const { body } = await amal.ask<CatalogContent>('GET', '/api/catalog')
    expect(body.frontview).toBe(frontview)
    expect(body.tiles).toHaveLength(frontview ? 0 : 1)
    expect(body.services).toHaveLength(1)
  })

  it('the pictures of the catalog come only from the provider and the hosts in the settings, and the page may load them', async () => {
    const image = (image_small: string) => ({ ...anElement, id: image_small, image_small })
    const elements = ['/a.png', 'https://cdn.example/b.png', 'https://elsewhere.example/c.png'].map(image)
    const script = { '/point_info': answer(aPoint), '/frontview': answer({ elements }) }
    const { amal, service, ...till } = await openTill(script)
    await (await signedIn(till, 'Hamad')).ask('PUT', '/api/settings', { pictureHosts: ['cdn.example'] })
    const pictures = async () => {
      const { body } = await amal.ask<CatalogContent>('GET', '/api/catalog')
      return body.tiles.map(({ imageSmall }) => imageSmall)
    }
    await expect.poll(pictures).toEqual([`${service.url.origin}/a.png`, 'https://cdn.example/b.png', undefined])
    const { headers } = await amal.ask('GET', '/api/catalog')
    const [, sources = ''] = /img-src ([^;]*);/.exec(headers.get('content-security-policy') ?? '') ?? []
    expect(sources).toBe(`'self' data: ${service.url.origin} https://cdn.example http://cdn.example`)
  })
})

it('a supervisor sees the skipped parts of the catalog, part by part', async () => {
  const { browser } = await openTill({
    ...withFrontview,
    '/frontview': answer({ elements: [anElement, { name: 'without an id' }] }),
  })
  const hamad = await signedIn({ browser }, 'Hamad')
  await hamad.ask('GET', '/api/catalog')
  const { body, headers } = await hamad.ask<SkippedParts>('GET', '/api/catalog/skipped')
  const nothing = { readAt: expect.any(Number) as number, skipped: [], skippedCount: 0 }
  const skipped = ['`elements[1].id` of /frontview is missing']
  expect(body.parts).toEqual([
    { part: 'point', ...nothing },
    { part: 'frontview', ...nothing, skipped, skippedCount: 1 },
    { part: 'services', ...nothing },
    { part: 'currency', ...nothing },
  ])
  expect(headers.get('cache-control')).toBe('no-store')
})

describe('a sale of a product that the till still shows', () => {
  it.each([
    { now: [{ ...aService, active: false }], what: 'is no longer active', code: 'service-inactive' },
    { now: [], what: 'is gone', code: 'service-not-found' },
  ])('a sale of a product that $what is rejected before a check', async ({ now, code }) => {
    const { browser, clock, service, amal } = await openTill({
      '/services': [answer({ services: [aService] }), answer({ services: now })],
      '/transaction/check': answer({ transaction: { id: '69d', state: -1 } }),
    })
    const shown = await amal.ask<CatalogContent>('GET', '/api/catalog')
    expect(shown.body.services).toMatchObject([{ id: 'qamra-rc', isActive: true }])

    clock.pass(HOUR)
    const till = await signedIn({ browser }, 'Amal')
    const { status, body } = await openSale(till, { account: '971500000001' })
    expect([status, body.code, body.moneyMoved]).toEqual([422, code, 'no'])
    expect(service.on('/transaction/check')).toHaveLength(0)
  })
})
