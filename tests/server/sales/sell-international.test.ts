import { beforeEach, describe, expect, it } from 'vitest'

import type { ProviderOffer } from '#api/international.ts'
import type { Revealed } from '#api/sales.ts'
import { internationalRecipients as recipients } from '#sandbox/international/scenarios.ts'
import { PIN_PRODUCT } from '#sandbox/international/products.ts'
import { choose, countriesOf, offerOf, sellInternational, requestFor } from '../../support/international.ts'
import { aSharedShop, openSale, openShop, saleOnce, signedIn, type Browser, type Shop } from '../../support/shop.ts'

const anAuth = { id: '20418', key: expect.stringMatching(/^\d{13,}$/) }

/** Shared by the tests that do not change prices. */
const sharedShop = aSharedShop()

/** Amal at a till, with the requests to the provider and the debits from then on. */
async function aTill(given?: Shop) {
  const shop = given ?? (await openShop())
  const [asked, debited] = [shop.sandbox.requests().length, shop.sandbox.ledger().length]
  const bodies = (path: string) =>
    shop.sandbox.requests().flatMap((request, at) => (at >= asked && request.path === path ? [request.body] : []))
  return { shop, browser: await signedIn(shop, 'Amal'), bodies, debits: () => shop.sandbox.ledger().length - debited }
}

describe('an international sale over the API', () => {
  let shared: { shop: Shop; browser: Browser }
  beforeEach(async () => void (shared = await aTill(sharedShop())))

  it('an international sale is chosen, checked and sold with exactly the fields of spec 4.5 to 4.11', async () => {
    const { browser, bodies, debits } = await aTill()
    await countriesOf(browser)
    const offered = await choose(browser)
    const account = recipients.succeedsAfterTwoFinds
    const { id, status, body } = await openSale(browser, requestFor(offered, { account }))
    expect(status).toBe(200)
    const checked = { kind: 'international', state: 'checked', serviceId: 'international-bridge', account }
    expect(body).toMatchObject({
      ...checked,
      brand: 'Islanet',
      amount: { amount: '300.00', currency: 'PHP' },
      pays: { amount: '21.50', currency: 'AED' },
      international: {
        country: { id: 'PHL', name: 'Philippines', phoneCode: '+63' },
        provider: { id: offered.provider.id, name: 'Islanet' },
        denomination: { id: offered.denomination.id, name: 'Load 300' },
      },
    })
    expect(body).not.toHaveProperty('mismatch')
    expect(body).not.toHaveProperty('cost')
    await browser.ask('POST', `/api/sales/${id}/confirm`, { version: body.version })
    const { transactionId } = await saleOnce(browser, id, ({ state }) => state === 'succeeded')

    expect(bodies('/international-bridge/countries')).toEqual([{ auth: anAuth }])
    expect(bodies('/international-bridge/categories')).toEqual([{ auth: anAuth }])
    expect(bodies('/international-bridge/providers')).toEqual([{ country_id: 'PHL', auth: anAuth }])
    const provider = { provider_id: Number(offered.provider.id), auth: anAuth }
    // One request for the page and one for the sale.
    expect(bodies('/international-bridge/provider')).toEqual([provider, provider])
    expect(bodies('/transaction/check')).toEqual([
      { product: 'international-bridge', fields: { amount_id: offered.denomination.id, account }, auth: anAuth },
    ])
    expect(bodies('/transaction/confirm')).toEqual([{ transaction_id: transactionId, auth: anAuth }])
    expect(bodies('/transaction/find').length).toBeGreaterThanOrEqual(2)
    const byTheirId = { transaction_id: transactionId, auth: anAuth }
    for (const find of bodies('/transaction/find')) expect(find).toEqual(byTheirId)
    expect(debits()).toBe(1)
  })

  it.each([
    ['success', 'succeeded', 1],
    ['heldByTurnover', 'succeeded', 1],
    ['fails', 'failed', 0],
    ['canceled', 'canceled', 0],
    ['replaced', 'replaced', 1],
    ['answerLostAfter', 'succeeded', 1],
    ['html', 'succeeded', 1],
    ['answerLostBefore', 'succeeded', 1],
    ['noFunds', 'not-executed', 0],
    ['otherOperatorSameName', 'succeeded', 1],
    ['operatorUnsaid', 'succeeded', 1],
  ] as const)('an international sale to %s is %s in the end, with %s debits', async (name, ends, debits) => {
    const { shop, browser } = shared
    const { id } = await sellInternational(browser, recipients[name])
    await saleOnce(browser, id, ({ state }) => state === ends)
    const paid = shop.sandbox.ledger().filter(({ account }) => account === recipients[name])
    expect(paid).toHaveLength(debits)
  })

  it.each(['checkAnswerLost', 'checkNeverArrives'] as const)(
    'an international sale whose check is lost (%s) is rejected at once without a find, and succeeds as a new sale',
    async (name) => {
      const { browser, bodies, debits } = await aTill()
      const wish = requestFor(await choose(browser), { account: recipients[name] })
      const { body } = await openSale(browser, wish)
      expect(body).toMatchObject({ state: 'refused', problem: { code: 'no-answer' } })
      expect(bodies('/transaction/check')).toHaveLength(1)
      expect(bodies('/transaction/find')).toEqual([])
      const again = await openSale(browser, wish)
      expect(again.body.state).toBe('checked')
      await browser.ask('POST', `/api/sales/${again.id}/confirm`, { version: again.body.version })
      await saleOnce(browser, again.id, ({ state }) => state === 'succeeded')
      expect(debits()).toBe(1)
    },
  )

  it.each(['checkRefused', 'banned'] as const)(
    'a rejected international sale contains the provider’s own sentence (%s)',
    async (name) => {
      const wish = requestFor(await choose(shared.browser), { account: recipients[name] })
      const { body } = await openSale(shared.browser, wish)
      expect(body).toMatchObject({ state: 'refused', problem: { text: expect.stringMatching(/\w/) } })
    },
  )

  it('a number of another operator is confirmed only with an acceptance', async () => {
    const { browser, bodies, debits } = await aTill(sharedShop())
    const wish = requestFor(await choose(browser), { account: recipients.otherOperator })
    const { id, body } = await openSale(browser, wish)
    const expected = { state: 'checked', mismatch: { chosen: { name: 'Islanet' }, detected: { name: 'Lakbay' } } }
    expect(body).toMatchObject(expected)
    const byHabit = await browser.ask('POST', `/api/sales/${id}/confirm`, { version: body.version })
    expect(byHabit).toMatchObject({
      status: 409,
      body: { code: 'operator-differs', moneyMoved: 'no', sale: { id, state: 'checked' } },
    })
    expect(bodies('/transaction/confirm')).toEqual([])
    const other = await browser.ask('POST', `/api/sales/${id}/confirm`, { version: body.version, accept: 'country' })
    expect(other.status).toBe(400)
    await browser.ask('POST', `/api/sales/${id}/confirm`, { version: body.version, accept: 'operator' })
    const sale = await saleOnce(browser, id, ({ state }) => state === 'succeeded')
    expect(sale.mismatch?.accepted?.by).toMatch(/^Amal/)
    expect(sale.events?.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['operator-differs', 'operator-accepted', 'approved']),
    )
    expect(debits()).toBe(1)
  })

  it('the PIN of an international sale is revealed and delivered like a voucher, and is not stored', async () => {
    const { shop, browser } = shared
    const { id, body } = await sellInternational(browser, '639170001234', { amount: PIN_PRODUCT })
    expect(body).toMatchObject({ state: 'succeeded', voucher: 'ready', revealCount: 0 })
    const { body: shown } = await browser.ask<Revealed>('POST', `/api/sales/${id}/reveal`)
    expect(shown.voucher).toEqual({ number: expect.stringMatching(/\w/), serial: expect.stringMatching(/\w/) })
    expect(shop.sandbox.codes().map(({ number }) => number)).toContain(shown.voucher?.number)
    const handed = await browser.ask('POST', `/api/sales/${id}/delivered`, { method: 'given' })
    expect(handed.body).toMatchObject({ voucher: 'delivered' })
    const sale = await saleOnce(browser, id, () => true)
    expect(JSON.stringify(sale)).not.toContain(shown.voucher?.number)
  })

  it('an international sale without a PIN has a receipt and no code', async () => {
    const { browser } = shared
    const { id, body } = await sellInternational(browser, '639170001235')
    expect(body).not.toHaveProperty('voucher')
    const { body: shown } = await browser.ask<Revealed>('POST', `/api/sales/${id}/reveal`)
    expect(shown).toMatchObject({ voucher: null, receipt: { header: expect.any(String) } })
  })

  it('an offer with new ids is rejected with the new price, and then sold at that price', async () => {
    const { shop, browser, bodies } = await aTill()
    const wish = requestFor(await choose(browser))
    shop.sandbox.changePrices()
    const { id, status, body } = await openSale(browser, wish)
    expect({ status, body }).toMatchObject({ status: 409, body: { code: 'price-changed', pays: { currency: 'AED' } } })
    expect(body.pays).not.toEqual(wish.shown)
    const again = { ...wish, shown: body.pays }
    const sold = await openSale(browser, again, id)
    expect(sold.body).toMatchObject({ state: 'checked', pays: body.pays })
    expect(sold.body.international?.denomination.shownId).toBe(wish.denominationId)
    const expected = [{ fields: { amount_id: sold.body.international?.denomination.id, account: wish.account } }]
    expect(bodies('/transaction/check')).toMatchObject(expected)
    // The same id with the same content is the same sale, under either id of the offer.
    expect((await openSale(browser, again, id)).body.version).toBe(sold.body.version)
  })

  it('an offer that was never listed, or a changed one without the shown price, is not sold', async () => {
    const { shop, browser, bodies } = await aTill()
    const wish = requestFor(await choose(browser))
    const gone = { status: 422, body: { code: 'denomination-not-found' } }
    expect(await openSale(browser, { ...wish, denominationId: 'f'.repeat(32) })).toMatchObject(gone)
    shop.sandbox.changePrices()
    const { shown: _, ...unshown } = wish
    expect(await openSale(browser, unshown)).toMatchObject(gone)
    expect(bodies('/transaction/check')).toEqual([])
  })

  it.each([
    { changes: { account: '+639175550142' }, field: /^account/ },
    { changes: { amount: '300' }, field: /^amount/ },
    { changes: { simulation: 1 }, field: /^simulation/ },
    { changes: { shown: { amount: '-1', currency: 'AED' } }, field: /^shown.amount/ },
    { changes: { serviceId: 'international-bridge' }, field: /^serviceId/ },
    { changes: { kind: 'abroad' }, field: /^kind/ },
  ])(
    'an international sale with $changes is rejected as invalid, and the field is named',
    async ({ changes, field }) => {
      const wish = { ...requestFor(await choose(shared.browser)), ...changes } as never
      expect(await openSale(shared.browser, wish)).toMatchObject({
        status: 400,
        body: { code: 'invalid-request', message: expect.stringMatching(field) },
      })
    },
  )
})

describe('the countries, providers and amounts', () => {
  it('countries are read once, and the amounts of a provider are read for each request', async () => {
    const { shop, browser, bodies } = await aTill()
    const countries = await countriesOf(browser)
    expect(countries.length).toBeGreaterThanOrEqual(54)
    const philippines = countries.find(({ id }) => id === 'PHL')
    expect(philippines).toMatchObject({ name: 'Philippines', phoneCode: '+63', currency: 'PHP' })
    expect(philippines?.flag).toMatch(new RegExp(`^${new URL(shop.sandbox.baseUrl).origin}/`))

    const offered = await choose(browser)
    const before = await offerOf(browser, offered.provider.id, 'PHL')
    // The country is taken from the list, not from what the provider names here.
    expect(before.country).toEqual(philippines)
    shop.sandbox.changePrices()
    const after = await offerOf(browser, offered.provider.id, 'PHL')
    expect(after.denominations.map(({ id }) => id)).not.toEqual(before.denominations.map(({ id }) => id))

    await countriesOf(browser)
    expect(bodies('/international-bridge/countries')).toHaveLength(1)
    expect(bodies('/international-bridge/categories')).toHaveLength(1)
  })

  it('the country of a provider is found when the till does not name it', async () => {
    const { browser } = await aTill(sharedShop())
    const { provider } = await choose(browser)
    const { body } = await browser.ask<ProviderOffer>('GET', `/api/international/providers/${provider.id}`)
    expect(body.country.id).toBe('PHL')
  })

  it('an unknown country or provider is rejected and named', async () => {
    const { browser } = await aTill(sharedShop())
    const expected = { status: 422, body: { code: 'country-not-found' } }
    expect(await browser.ask('GET', '/api/international/countries/XXX')).toMatchObject(expected)
    const { provider } = await choose(browser)
    expect(await browser.ask('GET', `/api/international/providers/${provider.id}?country=IND`)).toMatchObject({
      status: 422,
      body: { code: 'provider-not-found', message: expect.stringMatching(/operator of Philippines, not of India/) },
    })
    expect(await browser.ask('GET', '/api/international/providers/999999')).toMatchObject({
      status: 422,
      body: { code: 'provider-not-found' },
    })
  })

  it('an id that was in no list is rejected, and nothing is sent to the provider', async () => {
    const { shop, browser, bodies } = await aTill()
    const offered = await choose(browser)
    const before = shop.sandbox.requests().length
    for (const id of ['999999', 'islanet', '../balance', '1 OR 1=1', `${offered.provider.id} `, 'x'.repeat(99)]) {
      for (const query of ['', '?country=PHL', '?country=XXX']) {
        const path = `/api/international/providers/${encodeURIComponent(id)}${query}`
        expect(await browser.ask('GET', path)).toMatchObject({ status: 422, body: { code: 'provider-not-found' } })
      }
      const country = await browser.ask('GET', `/api/international/countries/${encodeURIComponent(id)}`)
      expect(country).toMatchObject({ status: 422, body: { code: 'country-not-found' } })
    }
    for (const changes of [{ providerId: '999999' }, { countryId: 'XXX' }]) {
      expect((await openSale(browser, requestFor(offered, changes))).status).toBe(422)
    }
    expect(shop.sandbox.requests()).toHaveLength(before)
    expect(bodies('/transaction/check')).toEqual([])
  })
})
