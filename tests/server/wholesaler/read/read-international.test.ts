import { describe, expect, it } from 'vitest'

import {
  readCategories,
  readCountries,
  readProviderOffer,
  readProviders,
} from '#server/wholesaler/read/read-international.ts'

const BASE = new URL('https://service.test/api/v2')

function valueOf<T>(read: { ok: true; value: T } | { ok: false; problem: string }): T {
  if (!read.ok) throw new Error(read.problem)
  return read.value
}

const PHL = {
  id: 'PHL',
  name: 'Philippines',
  phone_code: '+63',
  phone_mask: '$$$ $$$ $$$$',
  currency: 'PHP',
  logo: '/flags/phl.svg',
  logo_large: 'https://service.test/phl-large.svg',
}
const AMOUNT = {
  id: '0123456789abcdef0123456789abcdef',
  category_id: 'mobile-airtime',
  name: 'Load 300',
  description: 'Valid 75 days\r\nAll networks\n\nNo data',
  amount: '300',
  currency: 'PHP',
  sale_price: '21.5',
  sale_currency: 'AED',
  price: '20.00',
  price_currency: 'AED',
}
const countriesOf = (...countries: unknown[]) => valueOf(readCountries({ countries }, BASE))
const offerOf = (...amounts: unknown[]) =>
  valueOf(readProviderOffer({ country: { ...PHL, id: 608 }, provider: { id: 56, name: 'Islanet' }, amounts }, BASE))

describe('countries (spec 2.6)', () => {
  it('all fields of a country are read, and a path becomes a link to the provider’s host', () => {
    expect(countriesOf(PHL)).toEqual({
      countries: [
        {
          id: 'PHL',
          name: 'Philippines',
          phoneCode: '+63',
          phoneMask: '$$$ $$$ $$$$',
          currency: 'PHP',
          flag: 'https://service.test/flags/phl.svg',
          flagLarge: 'https://service.test/phl-large.svg',
        },
      ],
      skipped: [],
    })
  })

  it.each([
    ['numbers for texts', { id: 608, name: 'Philippines', phone_code: 63 }, { id: '608', phoneCode: '63' }],
    ['nothing but id and name', { id: 'PHL', name: 'Philippines' }, { phoneCode: '', phoneMask: '' }],
    ['a large flag alone', { ...PHL, logo: null }, { flag: 'https://service.test/phl-large.svg' }],
    ['a group', { ...PHL, group: 'asia' }, { groups: ['asia'] }],
    ['groups', { ...PHL, groups: ['asia', 7] }, { groups: ['asia', '7'] }],
    ['groups as one text', { ...PHL, groups: 'asia' }, { groups: ['asia'] }],
    ['both', { ...PHL, group: 'gulf', groups: ['asia'] }, { groups: ['gulf', 'asia'] }],
    ['line breaks in its name', { ...PHL, name: 'Phi\nlippines\u202e' }, { name: 'Phi lippines' }],
    ['an unreadable mask', { ...PHL, phone_mask: 5 }, { phoneMask: '' }],
  ])('a country with %s is read', (_, country, is) => {
    expect(countriesOf(country).countries).toMatchObject([is])
  })

  it.each([
    { what: 'unreadable groups', country: { ...PHL, groups: {} } },
    { what: 'no groups', country: { ...PHL, groups: [], group: '' } },
    { what: 'a flag that is a script', country: { ...PHL, logo: 'javascript:alert(1)', logo_large: 'data:,x' } },
  ])('a country with $what is read without that field', ({ country }) => {
    const [read] = countriesOf(country).countries
    expect(read).toMatchObject({ id: 'PHL' })
    if ('groups' in country) expect(read).not.toHaveProperty('groups')
    else expect(read).not.toHaveProperty('flag')
  })

  it('a country without an id is skipped, one without a name has its id, and the others are read', () => {
    const { countries, skipped } = countriesOf({ name: 'Nowhere' }, { id: 'IND' }, null, PHL, { ...PHL, id: '' }, PHL)
    expect(countries.map(({ name }) => name)).toEqual(['IND', 'Philippines'])
    expect(skipped).toEqual([
      '`countries[0].id` of /international-bridge/countries is missing',
      '`countries[1].name` of /international-bridge/countries is blank, so its id is shown',
      '`countries[2]` of /international-bridge/countries cannot be read: null',
      '`countries[4].id` of /international-bridge/countries is empty',
      '`countries[5].id` of /international-bridge/countries is that of another one',
    ])
  })

  it('countries that are not a list are unreadable', () => {
    expect(readCountries({ countries: { a: PHL } }, BASE)).toMatchObject({ ok: false, reason: 'unreadable' })
    expect(readCountries({}, BASE)).toMatchObject({ ok: false })
  })
})

describe('categories (spec 2.8)', () => {
  it('categories are read in their order, and a root has no parent', () => {
    const categories = [
      { id: 'mobile', parent_id: null, name: 'Mobile Recharge' },
      { id: 'mobile-data', parent_id: 'mobile', name: 'Mobile Internet' },
      { id: 'transport', name: 'Transport' },
      { id: 'odd', parent_id: '', name: 'Odd' },
      { id: 5 },
    ]
    expect(valueOf(readCategories({ categories }))).toEqual({
      categories: [
        { id: 'mobile', name: 'Mobile Recharge' },
        { id: 'mobile-data', parentId: 'mobile', name: 'Mobile Internet' },
        { id: 'transport', name: 'Transport' },
        { id: 'odd', name: 'Odd' },
        { id: '5', name: '5' },
      ],
      skipped: ['`categories[4].name` of /international-bridge/categories is blank, so its id is shown'],
    })
  })

  it('categories that are not a list are unreadable', () => {
    expect(readCategories({ categories: null })).toMatchObject({ ok: false, reason: 'unreadable' })
  })
})

describe('the providers of a country (spec 4.7)', () => {
  it('providers are read with their country, and numbers become text', () => {
    const [islanet, other] = [
      { id: 56, name: 'Islanet', logo: 'logos/56.svg' },
      { id: '284', name: 'B' },
    ] as const
    const read = valueOf(readProviders({ country: PHL, providers: [islanet, other] }, BASE))
    const providers = [{ ...islanet, id: '56', logo: 'https://service.test/logos/56.svg' }, other]
    expect(read).toMatchObject({ country: { id: 'PHL' }, providers, skipped: [] })
  })

  it.each([undefined, null, [], 'PHL'])('providers are read when the country is %j', (country) => {
    const read = valueOf(readProviders({ country, providers: [{ id: 56, name: 'Islanet' }] }, BASE))
    expect(read.providers).toHaveLength(1)
    expect(read).not.toHaveProperty('country')
    expect(read.skipped).toEqual([expect.stringMatching(/`country.*` of \/international-bridge\/providers/)])
  })
})

describe('the offer of a provider (spec 4.8)', () => {
  it('all fields of an offer are read, and line breaks are folded', () => {
    expect(offerOf(AMOUNT)).toMatchObject({
      country: { id: '608', name: 'Philippines' },
      provider: { id: '56', name: 'Islanet' },
      denominations: [
        {
          id: AMOUNT.id,
          categoryId: 'mobile-airtime',
          name: 'Load 300',
          description: 'Valid 75 days · All networks · No data',
          gets: { amount: '300.00', currency: 'PHP' },
          pays: { amount: '21.50', currency: 'AED' },
          cost: { amount: '20.00', currency: 'AED' },
        },
      ],
      skipped: [],
    })
  })

  it.each([
    { what: 'JPY', wire: { amount: '1000', currency: 'JPY' }, gets: { amount: '1000', currency: 'JPY' } },
    { what: 'KWD', wire: { amount: '1.5', currency: 'KWD' }, gets: { amount: '1.500', currency: 'KWD' } },
    { what: 'noise', wire: { amount: 4.56000000000000005 + 1e-13 }, gets: { amount: '4.56', currency: 'PHP' } },
    { what: 'a number', wire: { amount: 4.56 }, gets: { amount: '4.56', currency: 'PHP' } },
    { what: 'more decimals than its currency', wire: { amount: '0.125' }, gets: { amount: '0.125', currency: 'PHP' } },
  ])('an amount with $what is read exactly', ({ wire, gets }) => {
    expect(offerOf({ ...AMOUNT, ...wire }).denominations[0]?.gets).toEqual(gets)
  })

  it.each(
    [
      [{ price: undefined }, { price: null }, { price: '' }, { price: '1e3' }, { price: {} }],
      [{ price_currency: null }],
    ].flat(),
  )('an amount without a readable cost is sold: %j', (wire) => {
    const [sold] = offerOf({ ...AMOUNT, ...wire }).denominations
    expect(sold).toMatchObject({ pays: { amount: '21.50' } })
    expect(sold).not.toHaveProperty('cost')
  })

  it.each([{ category_id: null }, { category_id: undefined }, { category_id: {} }])(
    'an amount without a readable category has none: %j',
    (wire) => {
      expect(offerOf({ ...AMOUNT, ...wire }).denominations[0]?.categoryId).toBe('')
    },
  )

  it.each(
    [
      [{ amount: 'one GB' }, { amount: '-5' }, { amount: null }, { currency: '' }, { currency: 5 }, { id: null }],
      [{ sale_price: '' }, { sale_price: '0' }, { sale_price: '0.00' }, { sale_price: [] }],
      [{ sale_currency: undefined }, { sale_currency: ' ' }],
    ].flat(),
  )('an amount that cannot be sold is skipped: %j', (wire) => {
    const { denominations, skipped } = offerOf({ ...AMOUNT, ...wire }, { ...AMOUNT, id: 'next' })
    expect(denominations.map(({ id }) => id)).toEqual(['next'])
    expect(skipped).toHaveLength(1)
    expect(skipped[0]).toMatch(/^`amounts\[0\]\.\w+` of \/international-bridge\/provider /)
  })

  it.each([
    { answer: { amounts: [] }, what: 'no operator' },
    { answer: { provider: { id: 56, name: 'Islanet' }, amounts: { a: AMOUNT } }, what: 'amounts that are no list' },
    { answer: { provider: { id: 56, name: 'Islanet' } }, what: 'no amounts at all' },
  ])('an offer with $what is unreadable', ({ answer }) => {
    expect(readProviderOffer(answer, BASE)).toMatchObject({ ok: false, reason: 'unreadable' })
  })
})
