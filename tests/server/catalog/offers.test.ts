import { describe, expect, it } from 'vitest'

import { createOffers } from '#server/catalog/offers.ts'
import { aBalance, createStillClock, openWholesaler, noted } from '../../support/open-wholesaler.ts'
import { answer, hangUp, type Script } from '../../support/scripted-service.ts'

const HOUR_MS = 60 * 60_000
const aCountry = (name: string) => ({ id: 'PHL', name, phone_code: '+63', phone_mask: '$$$', currency: 'PHP' })
const anAmount = (id: string, name = 'Load 300') => ({
  id,
  name,
  amount: '300',
  currency: 'PHP',
  sale_price: '21.50',
  sale_currency: 'AED',
})
const anOffer = (...amounts: unknown[]) =>
  answer({ country: aCountry('Philippines'), provider: { id: 56, name: 'Islanet' }, amounts })

const wholeScript: Script = {
  '/balance': answer(aBalance),
  '/international-bridge/countries': [
    answer({ countries: [aCountry('First'), {}] }),
    answer({ countries: [aCountry('Second')] }),
  ],
  '/international-bridge/categories': answer({ categories: [{ id: 'mobile', name: 'Mobile' }, {}] }),
  '/international-bridge/providers': answer({
    country: aCountry('First'),
    providers: [{ id: 56, name: 'Islanet' }, {}],
  }),
  '/international-bridge/provider': [anOffer(anAmount('a1')), anOffer(anAmount('b1'), {})],
}

async function openOffers(script: Script = {}) {
  const clock = createStillClock()
  const { wholesaler, service, log } = await openWholesaler({ clock, script: { ...wholeScript, ...script } })
  await wholesaler.fenced
  const asked = (path: string) => service.received.filter((call) => call.path === `/international-bridge/${path}`)
  return { offers: createOffers({ clock, log: noted(log) }, wholesaler), asked, clock, log }
}

describe('the choices for an international sale', () => {
  it('countries are read once for parallel requests, and refreshed in the background after an hour', async () => {
    const { offers, asked, clock, log } = await openOffers()
    const readings = await Promise.all(Array.from({ length: 10 }, () => offers.countries()))
    for (const reading of readings) expect(reading).toMatchObject([{ name: 'First' }])
    expect(asked('countries')).toHaveLength(1)
    expect(log).toContainEqual({
      what: 'catalog',
      part: 'countries',
      problem: '`countries[1].id` of /international-bridge/countries is missing',
    })
    clock.time += HOUR_MS
    expect(await offers.countries()).toMatchObject([{ name: 'First' }])
    await expect.poll(async () => (await offers.countries())?.[0]?.name).toBe('Second')
  })

  it('there are no countries while none could be read', async () => {
    const { offers } = await openOffers({ '/international-bridge/countries': hangUp })
    expect(await offers.countries()).toBeUndefined()
  })

  it('without categories offers continue, and the categories are not requested each time', async () => {
    const { offers, asked } = await openOffers({ '/international-bridge/categories': hangUp })
    expect(await offers.categories()).toEqual([])
    expect(await offers.categories()).toEqual([])
    expect(asked('categories')).toHaveLength(1)
  })

  it('the categories of offers are read', async () => {
    const { offers, log } = await openOffers()
    expect(await offers.categories()).toEqual([{ id: 'mobile', name: 'Mobile' }])
    expect(log).toContainEqual(expect.objectContaining({ part: 'categories' }))
  })

  it('providers are read for each request, and once for parallel ones', async () => {
    const { offers, asked, log } = await openOffers()
    const together = await Promise.all(Array.from({ length: 10 }, () => offers.providers('PHL')))
    for (const read of together) expect(read).toMatchObject({ ok: true, value: { providers: [{ id: '56' }] } })
    expect(asked('providers')).toHaveLength(1)
    await Promise.all([offers.providers('PHL'), offers.providers('IND')])
    expect(asked('providers')).toHaveLength(3)
    expect(log).toContainEqual(expect.objectContaining({ part: 'providers' }))
  })

  it('a provider is known when a list named it, and the list is read once to find out', async () => {
    const { offers, asked } = await openOffers()
    expect(await offers.isShown('56')).toBe(false)
    expect(asked('providers')).toHaveLength(0)
    expect(await offers.isShown('57', 'PHL')).toBe(false)
    expect(await offers.isShown('56', 'PHL')).toBe(true)
    expect(await offers.isShown('57', 'PHL')).toBe(false)
    expect(asked('providers')).toHaveLength(1)
  })

  it("while a provider's list cannot be read, it is not known whether that provider was shown", async () => {
    const { offers } = await openOffers({ '/international-bridge/providers': hangUp })
    expect(await offers.isShown('56', 'PHL')).toBeUndefined()
  })

  it('old providers are forgotten, and their list is read again before one is rejected', async () => {
    const listOf = (...ids: number[]) =>
      answer({ country: aCountry('First'), providers: ids.map((id) => ({ id, name: `Operator ${id}` })) })
    const many = Array.from({ length: 20_000 }, (_, index) => 1_000 + index)
    const { offers, asked } = await openOffers({
      '/international-bridge/providers': [listOf(56), listOf(...many), listOf(56)],
    })
    expect(await offers.isShown('56', 'PHL')).toBe(true)
    await offers.providers('IND')
    expect(await offers.isShown('56')).toBe(false)
    expect(await offers.isShown('56', 'PHL')).toBe(true)
    expect(asked('providers')).toHaveLength(3)
  })

  it('amounts are read for each request, and for a sale separately from others', async () => {
    const { offers, asked, log } = await openOffers()
    await Promise.all([offers.providerOffer('56'), offers.providerOffer('56'), offers.providerOffer('56', 8_000)])
    expect(asked('provider')).toHaveLength(2)
    await offers.providerOffer('56')
    expect(asked('provider')).toHaveLength(3)
    expect(log).toContainEqual(expect.objectContaining({ part: 'amounts' }))
  })

  it('an amount is known by the id that a till was shown, also after its ids changed', async () => {
    const { offers } = await openOffers()
    expect(offers.lastShown('56', 'a1')).toBeUndefined()
    await offers.providerOffer('56')
    expect(offers.lastShown('56', 'a1')).toMatchObject({ name: 'Load 300' })
    await offers.providerOffer('56')
    expect(offers.lastShown('56', 'a1')).toMatchObject({ id: 'a1' })
    expect(offers.lastShown('56', 'b1')).toMatchObject({ id: 'b1' })
    expect(offers.lastShown('57', 'a1')).toBeUndefined()
  })

  it('an amount that was read for a sale does not count as shown', async () => {
    const { offers } = await openOffers()
    await offers.providerOffer('56', 8_000)
    expect(offers.lastShown('56', 'a1')).toBeUndefined()
  })

  it('amounts that were shown long ago are forgotten', async () => {
    const many = Array.from({ length: 20_000 }, (_, index) => anAmount(`m${index}`))
    const { offers } = await openOffers({
      '/international-bridge/provider': [anOffer(anAmount('a1')), anOffer(...many)],
    })
    await offers.providerOffer('56')
    await offers.providerOffer('56')
    expect(offers.lastShown('56', 'a1')).toBeUndefined()
    expect(offers.lastShown('56', 'm19999')).toBeDefined()
  })

  it('a failed read of providers or amounts returns its reason and is logged', async () => {
    const { offers, log } = await openOffers({
      '/international-bridge/providers': hangUp,
      '/international-bridge/provider': hangUp,
    })
    expect(await offers.providers('PHL')).toMatchObject({ ok: false, reason: 'unreachable' })
    expect(await offers.providerOffer('56')).toMatchObject({ ok: false, reason: 'unreachable' })
    expect(log.filter(({ what }) => what === 'catalog').map(({ part }) => part)).toEqual(['providers', 'amounts'])
    expect(offers.report()).toMatchObject([
      { part: 'providers', report: { skippedCount: 0, problem: { text: expect.any(String) as string } } },
      { part: 'amounts', report: { skippedCount: 0, problem: { text: expect.any(String) as string } } },
    ])
  })

  it('the report of offers lists what could not be read by country and operator, as it was read last', async () => {
    const { offers, clock } = await openOffers()
    expect(offers.report()).toEqual([])
    await Promise.all([offers.countries(), offers.categories(), offers.providers('PHL'), offers.providers('IND')])
    await offers.providerOffer('56')
    await offers.providerOffer('56')
    const readAt = clock.time
    const one = (part: string, ...skipped: string[]) => ({
      part,
      report: { readAt, skipped, skippedCount: skipped.length },
    })
    const missing = (at: string, path: string) => `\`${at}.id\` of /international-bridge/${path} is missing`
    expect(offers.report()).toEqual([
      one('countries', missing('countries[1]', 'countries')),
      one('categories', missing('categories[1]', 'categories')),
      one('providers', ...['PHL', 'IND'].map((id) => `${missing('providers[1]', 'providers')} (${id})`)),
      one('amounts', `${missing('amounts[1]', 'provider')} (56)`),
    ])
  })
})
