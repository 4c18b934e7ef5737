import { describe, expect, it } from 'vitest'

import type { Country, Denomination } from '#domain/catalog/international.ts'
import { decimal, money } from '#domain/money/money.ts'
import type { Service } from '#domain/catalog/service.ts'
import type { InternationalRequest } from '#server/sales/international-content.ts'
import { ProviderDiffersError } from '#server/sales/confirm-sale.ts'
import type { Offers } from '#server/catalog/offers.ts'
import type { OperatorOffer, Read } from '#server/wholesaler/wholesaler.ts'
import {
  aMoneyPath,
  QAMRA,
  cashier,
  NO_OFFERS,
  sellerOf,
  type MoneyPath,
  type MoneyPathOptions,
  refusal,
} from '../../support/money-path.ts'
import { anAmount, aSaleId, LAKBAY, MINUTE, saysInternational, SECOND, THEIR_ID } from '../../support/sales.ts'

const PHL: Country = {
  id: 'PHL',
  name: 'Philippines',
  phoneCode: '+63',
  phoneMask: '$$$ $$$ $$$$',
  currency: 'PHP',
  flag: 'https://service.test/phl.svg',
}
const LOAD_300: Denomination = {
  id: 'a1',
  categoryId: 'mobile-airtime',
  name: 'Load 300',
  description: 'Valid 75 days',
  gets: money(decimal('300'), 'PHP'),
  pays: anAmount('21.5'),
  cost: anAmount('20'),
}
const ISLANET: OperatorOffer = {
  country: { ...PHL, id: '608' },
  provider: { id: '56', name: 'Islanet', logo: 'https://service.test/56.svg' },
  denominations: [{ ...LOAD_300, id: 'a0', name: 'Load 50' }, LOAD_300],
  skipped: [],
}
const BRIDGE: Service = { ...QAMRA, id: 'international-bridge', name: 'Top-up abroad', kind: 'international' }

function someOffers(offer: Read<OperatorOffer> = { ok: true, value: ISLANET }) {
  const asked: { providerId: string; withinMs: number | undefined }[] = []
  const offers: Offers = {
    ...NO_OFFERS,
    countries: async () => [PHL],
    providerOffer: async (providerId, withinMs) => {
      asked.push({ providerId, withinMs })
      return offer
    },
  }
  return { asked, offers }
}

const request: InternationalRequest = {
  kind: 'international',
  countryId: 'PHL',
  providerId: '56',
  denominationId: 'a1',
  account: '639175550142',
  shown: { amount: '21.50', currency: 'AED' },
}
const open = (path: MoneyPath, changes: Partial<InternationalRequest> = {}, id = aSaleId('B')) =>
  path.sales.open(id, { ...request, ...changes }, sellerOf(cashier))
const aShop = (options: MoneyPathOptions = {}) =>
  aMoneyPath({ offers: someOffers().offers, ...options, script: { check: saysInternational(-1), ...options.script } })

describe('opening an international sale', () => {
  it('an international sale is opened with the current offer and checked with amount and account only', async () => {
    const { offers, asked } = someOffers()
    const path = await aShop({ offers })
    const sale = await open(path)
    expect(sale).toMatchObject({
      kind: 'international',
      state: 'checked',
      serviceId: 'international-bridge',
      serviceName: 'International top-up',
      brand: 'Islanet',
      account: '639175550142',
      amount: { amount: '300.00', currency: 'PHP' },
      pays: { amount: '21.50', currency: 'AED' },
    })
    const { currency: _, ...country } = PHL
    expect(sale.international).toEqual({
      country: { ...country, otherId: '608' },
      provider: ISLANET.provider,
      denomination: { id: 'a1', name: 'Load 300', description: 'Valid 75 days' },
    })
    expect(asked).toEqual([{ providerId: '56', withinMs: 8 * SECOND }])
    const of = { denominationId: 'a1', account: '639175550142' }
    expect(path.asked.map((one) => [one.step, one.of])).toEqual([['check', of]])
  })

  it.each([
    { what: 'has no other id', country: PHL },
    { what: 'is not known', country: undefined },
  ])('an international sale stores no other id of a country that $what', async ({ country }) => {
    const { country: _, ...rest } = ISLANET
    const { offers } = someOffers({ ok: true, value: { ...rest, ...(country ? { country } : {}) } })
    expect((await open(await aShop({ offers }))).international?.country).not.toHaveProperty('otherId')
  })

  it('an international sale has the name of its product in the catalog, if it is there', async () => {
    expect((await open(await aShop({ services: [BRIDGE] }))).serviceName).toBe('Top-up abroad')
    expect((await open(await aShop({ hasNoCatalog: true }))).serviceName).toBe('International top-up')
  })

  it('an international sale is opened when the shown price is missing or written in another way', async () => {
    expect((await open(await aShop(), { shown: undefined })).state).toBe('checked')
    expect((await open(await aShop(), { shown: { amount: '21.5', currency: 'AED' } })).state).toBe('checked')
  })

  type Given = Partial<InternationalRequest> & { at?: MoneyPathOptions }
  const inactive = { services: [{ ...BRIDGE, isActive: false }] }
  const withoutCountries = { offers: { ...NO_OFFERS, countries: async () => undefined } }
  it.each<[code: string, status: number, says: RegExp, given: Given]>([
    ['service-inactive', 422, /Top-up abroad is not available/, { at: inactive }],
    ['country-not-found', 422, /country is no longer in the list/, { countryId: 'IND' }],
    ['number-invalid', 422, /not a number of Philippines/, { account: '971501234567' }],
    ['denomination-not-found', 422, /Islanet no longer offers this amount/, { denominationId: 'a9' }],
    ['price-changed', 409, /AED 21.50 now, not AED 20.00/, { shown: { amount: '20.00', currency: 'AED' } }],
    ['price-changed', 409, /not USD 21.50/, { shown: { amount: '21.50', currency: 'USD' } }],
    ['price-changed', 409, /1e3/, { shown: { amount: '1e3', currency: 'AED' } }],
    ['invalid-request', 400, /duplicateOf/, { duplicateOf: 'that one' }],
    ['not-ready', 503, /countries yet/, { at: withoutCountries }],
  ])('an international sale is not opened: %s (%i %s)', async (code, status, says, { at, ...changes }) => {
    const path = await aShop(at)
    const refused = open(path, changes)
    await expect(refused).rejects.toMatchObject({ status, failure: { code, moneyMoved: 'no' } })
    await expect(refused).rejects.toThrow(says)
    expect(path.asked).toEqual([])
    expect(await path.read(aSaleId('B'))).toBeUndefined()
  })

  it('a changed price is rejected with the new price', async () => {
    const pays = { amount: '21.50', currency: 'AED' }
    const opening = open(await aShop(), { shown: { amount: '20', currency: 'AED' } })
    await expect(opening).rejects.toMatchObject(refusal(409, 'price-changed', { pays }))
  })

  it.each([
    { reason: 'refused' as const, status: 422, code: 'provider-not-found', says: /does not offer this operator/ },
    { reason: 'unreachable' as const, status: 503, code: 'service-unreachable', says: /did not send its amounts/ },
    { reason: 'unreadable' as const, status: 503, code: 'service-unreachable', says: /Nothing was charged/ },
  ])('an international sale whose offer is $reason is not opened: $code', async ({ reason, status, code, says }) => {
    const { offers } = someOffers({ ok: false, reason, problem: 'so' })
    const refused = open(await aShop({ offers }))
    await expect(refused).rejects.toMatchObject({ status, failure: { code } })
    await expect(refused).rejects.toThrow(says)
  })

  it('no offer is read while nothing can be sold', async () => {
    const { offers, asked } = someOffers()
    const path = await aShop({ offers, isDiskFull: () => true })
    await expect(open(path)).rejects.toMatchObject({ failure: { code: 'disk-full' } })
    expect(asked).toEqual([])
  })

  it('a repeated request returns the same sale whatever the price is now, and is rejected with other content', async () => {
    const { offers, asked } = someOffers()
    const path = await aShop({ offers })
    const sale = await open(path)
    expect(await open(path, { shown: { amount: '99', currency: 'AED' } })).toEqual(sale)
    expect(asked).toHaveLength(1)
    const others = [{ countryId: 'IND' }, { providerId: '57' }, { denominationId: 'a0' }, { account: '639175550143' }]
    for (const changes of others) {
      await expect(open(path, changes)).rejects.toMatchObject(refusal(409, 'content-mismatch'))
    }
  })
})

describe('a transaction of the wholesaler', () => {
  it.each([-1, 1] as const)(
    'a transaction belongs to one sale: a check that returns it for a second sale in state %s counts as lost',
    async (state) => {
      const path = await aShop({
        script: { check: [saysInternational(-1), saysInternational(state)], confirm: saysInternational(1) },
      })
      const first = await open(path)
      await path.sales.confirm(first.id, { version: first.version }, sellerOf(cashier))
      const second = await open(path, { duplicateOf: first.id }, aSaleId('C'))
      expect(second).toMatchObject({ state: 'refused', problem: { code: 'no-answer' } })
      expect(second).not.toHaveProperty('transactionId')
      expect((await path.read(first.id))?.state).toBe('succeeded')
    },
  )

  it('a transaction of another top-up does not count as this one, whatever its state is', async () => {
    for (const state of [-1, 0, 1, 2] as const) {
      const path = await aShop({ script: { check: saysInternational(state, { account: '639175550199' }) } })
      const sale = await open(path)
      const expected = { state: 'refused', problem: { code: 'answer-differs' }, unread: { supervisor: 'notified' } }
      expect(sale).toMatchObject(expected)
      expect(sale).not.toHaveProperty('transactionId')
      expect(sale).not.toHaveProperty('cost')
    }
  })
})

describe('confirming an international sale', () => {
  it('an international sale is polled by the wholesaler’s id, whatever other id the answers contain', async () => {
    const madeUp = { saleId: 'made-up' }
    const path = await aShop({ script: { confirm: saysInternational(0, madeUp), find: saysInternational(1, madeUp) } })
    const { version, id } = await open(path)
    expect((await path.sales.confirm(id, { version }, sellerOf(cashier))).state).toBe('pending')
    await path.pass(31 * SECOND)
    expect((await path.read(id))?.state).toBe('succeeded')
  })

  it('an international sale is confirmed and found only by the wholesaler’s id, with the first find after 30 s', async () => {
    const path = await aShop({
      script: { confirm: saysInternational(0), find: [saysInternational(0), saysInternational(1)] },
    })
    const { version } = await open(path)
    const { id } = await path.sales.confirm(aSaleId('B'), { version }, sellerOf(cashier))
    expect(path.asked.at(-1)).toMatchObject({ step: 'confirm', of: THEIR_ID })
    await path.pass(29 * SECOND)
    expect(path.steps()).toEqual(['check', 'confirm'])
    await path.pass(2 * SECOND)
    expect(path.asked.at(-1)).toMatchObject({ step: 'find', of: { transactionId: THEIR_ID } })
    await path.pass(MINUTE)
    expect((await path.read(id))?.state).toBe('succeeded')
    expect(path.steps()).toEqual(['check', 'confirm', 'find', 'find'])
  })

  it('a confirm needs an acceptance when the provider differs, and names both providers', async () => {
    const path = await aShop({
      script: { check: saysInternational(-1, LAKBAY), confirm: saysInternational(1, LAKBAY) },
    })
    const { version, id } = await open(path)
    const byHabit = path.sales.confirm(id, { version }, sellerOf(cashier))
    await expect(byHabit).rejects.toThrow(ProviderDiffersError)
    await expect(byHabit).rejects.toThrow(/belongs to Lakbay, not to Islanet/)
    expect(path.steps()).toEqual(['check'])
    const sale = await path.sales.confirm(id, { version, accept: 'operator' }, sellerOf(cashier))
    expect(sale).toMatchObject({ state: 'succeeded', mismatch: { accepted: { by: cashier.name } } })
    expect((await path.sales.confirm(id, { version }, sellerOf(cashier))).state).toBe('succeeded')
  })

  it('a differing provider without a name is named by its number', async () => {
    const answer = saysInternational(-1, { providerId: '58' })
    if (answer.kind === 'transaction') delete answer.transaction.providerName
    const path = await aShop({ script: { check: answer } })
    const { version, id } = await open(path)
    const confirming = path.sales.confirm(id, { version }, sellerOf(cashier))
    await expect(confirming).rejects.toThrow(/belongs to 58, not to Islanet/)
  })
})
