import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startSandbox, type Sandbox } from '#sandbox/server.ts'
import { aSandbox } from './a-sandbox.ts'
import { bodyOf, createCaller, gist } from './caller.ts'
import { createDiscoverer, type Amount } from './international-discovery.ts'

const BASE_PATH = '/wholesale/v2'

let sandbox: Sandbox
let caller: ReturnType<typeof createCaller>
let discover: ReturnType<typeof createDiscoverer>
let all: Awaited<ReturnType<typeof readAll>>
beforeAll(async () => {
  sandbox = await startSandbox({ basePath: BASE_PATH })
  caller = createCaller(sandbox)
  discover = createDiscoverer(caller)
  all = await readAll()
})
afterAll(() => sandbox.close())

/** Reads every operator with its amounts, one after another, because each key must be greater than the one before. */
async function readAll() {
  const answers = []
  for (const { id } of await discover.countries()) answers.push(await discover.providers(id))
  const operators = []
  for (const { id } of answers.flatMap(({ providers }) => providers)) operators.push(await discover.provider(id))
  return { answers, operators }
}

describe('the international countries', () => {
  it('the countries are sorted by name, and all but one have a mask that can be read', async () => {
    const countries = await discover.countries()
    expect(countries.length).toBeGreaterThanOrEqual(58)
    expect(new Set(countries.map(({ id }) => id)).size).toBe(countries.length)
    const names = countries.map(({ name }) => name)
    expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')))
    expect(countries.filter(({ phone_mask }) => !/[$*]/.test(phone_mask)).map(({ id }) => id)).toEqual(['SOM'])
  })

  it('the countries have groups on request: a list, one string or none', async () => {
    const came = await createCaller(await aSandbox({ countryGroups: true })).post('/international-bridge/countries')
    const { countries } = bodyOf(came) as { countries: Record<string, unknown>[] }
    const groupOf = (id: string) => countries.find((country) => country['id'] === id)
    expect(groupOf('IND')).toMatchObject({ groups: ['south-asia'] })
    expect(groupOf('IND')).not.toHaveProperty('group')
    expect(groupOf('KEN')).toMatchObject({ group: 'africa' })
    expect(groupOf('PHL')).not.toHaveProperty('group')
    expect(groupOf('PHL')).not.toHaveProperty('groups')
  })
})

it('each category has a root, which is listed before it', async () => {
  const categories = await discover.categories()
  const roots = categories.filter(({ parent_id }) => parent_id === null).map(({ id }) => id)
  expect(roots).toEqual(['mobile', 'utility', 'gift-cards', 'transport'])
  for (const [at, { parent_id }] of categories.entries())
    if (parent_id !== null) expect(categories.slice(0, at).map(({ id }) => id)).toContain(parent_id)
})

describe('the international operators', () => {
  it("the country's id is a string beside the list of operators and a number beside the amounts", async () => {
    const { answers, operators } = all
    const numberOf = new Map(operators.map(({ country }) => [country.name, country.id]))
    expect(new Set(numberOf.values()).size).toBe(answers.length)
    const { country, providers } = await discover.providers('PHL')
    expect(country).toMatchObject({ id: 'PHL', name: 'Philippines', phone_code: '+63' })
    expect(providers.map(({ name }) => name)).toEqual(['Islanet', 'Perlas Mobile', 'Lakbay'])
    const [islanet] = providers
    expect(await discover.provider(islanet?.id ?? 0)).toMatchObject({
      country: { ...country, id: expect.any(Number) },
      provider: islanet,
    })
  })
})

describe('the international amounts', () => {
  it('the amounts of Islanet are those of the design', async () => {
    const amounts = await discover.amountsOf('PHL', 'Islanet')
    expect(amounts.find(({ name }) => name === 'Load 300')).toMatchObject({
      amount: '300.00',
      currency: 'PHP',
      sale_price: '21.50',
      price: '19.99',
      description: 'Valid 75 days',
    })
    const counts = { 'mobile-airtime': 9, 'mobile-bundles': 6, 'mobile-data': 4, 'gift-cards-gaming': 1 }
    expect(categoriesOf(amounts)).toEqual(counts)
    const namesOf = async (operator: string) => Object.keys(categoriesOf(await discover.amountsOf('PHL', operator)))
    expect(await namesOf('Perlas Mobile')).toEqual(['mobile-airtime', 'mobile-bundles'])
    expect(await namesOf('Lakbay')).toEqual(['mobile-airtime', 'mobile-data'])
  })

  it('every amount has its own id, a name unique to its operator and a cost below its price', () => {
    const { operators } = all
    const amounts = operators.flatMap((operator) => operator.amounts)
    expect(new Set(amounts.map(({ id }) => id)).size).toBe(amounts.length)
    for (const operator of operators) {
      const names = operator.amounts.map(({ name }) => name)
      expect(new Set(names).size).toBe(names.length)
      expect(new Set(operator.amounts.map(({ currency }) => currency)).size).toBeLessThanOrEqual(1)
    }
    for (const { sale_price, price } of amounts) {
      expect(`${sale_price} ${price}`).toMatch(/^\d+\.\d\d \d+\.\d\d$/)
      expect(Number(price)).toBeLessThan(Number(sale_price))
      expect(Number(price)).toBeGreaterThan(0)
    }
  })

  it.each([
    ['no decimals', /^\d+$/, { UGA: 'UGX', VNM: 'VND', SEN: 'XOF', JPN: 'JPY' }],
    ['two decimals', /^\d+\.\d\d$/, { PHL: 'PHP', IND: 'INR' }],
    ['three decimals', /^\d+\.\d{3}$/, { KWT: 'KWD', BHR: 'BHD', OMN: 'OMR', JOR: 'JOD', TUN: 'TND', IRQ: 'IQD' }],
  ])('the amounts have %s where their currency has them', async (_, form, currencies) => {
    for (const [countryId, currency] of Object.entries(currencies)) {
      const { providers } = await discover.providers(countryId)
      const { amounts } = await discover.provider(providers[0]?.id ?? 0)
      expect(amounts.length).toBeGreaterThan(5)
      for (const amount of amounts) expect(amount).toMatchObject({ currency, amount: expect.stringMatching(form) })
    }
  })
})

describe('an international discovery request', () => {
  it.each([
    ['/countries', { country_id: 'PHL' }, 'error 2'],
    ['/categories', { group: 'mobile' }, 'error 2'],
    ['/providers', {}, 'error 2'],
    ['/providers', { country_id: 63 }, 'error 2'],
    ['/providers', { country_id: 'PHL', product_slug: 'international-bridge' }, 'error 2'],
    ['/providers', { country_id: 'XXX' }, 'error 50'],
    ['/providers', { country_id: 'phl' }, 'error 50'],
    ['/provider', {}, 'error 2'],
    ['/provider', { provider_id: '147' }, 'error 2'],
    ['/provider', { provider_id: 147.5 }, 'error 2'],
    ['/provider', { provider_id: 147, country_id: 'PHL' }, 'error 2'],
    ['/provider', { provider_id: 1 }, 'error 101'],
  ])('a request to %s with %j is rejected', async (path, content, expected) => {
    expect(gist(await caller.post(`/international-bridge${path}`, content))).toBe(expected)
  })
})

it('the frontview has tiles that open the wizard at a country, at a group and at an unknown country', async () => {
  const came = await caller.post('/frontview', { frontview_id: '7' })
  const { elements } = bodyOf(came) as { elements: Record<string, unknown>[] }
  const shelf = elements.find((element) => element['alias'] === 'send-abroad')
  const tiles = elements.filter((element) => element['action'] === 'international')
  expect(tiles.map(({ parent_id, params }) => [parent_id, params])).toEqual([
    [null, { product_slug: 'international-bridge' }],
    ...[
      { country: 'PHL' },
      { country: 'IND' },
      { country: 'PAK' },
      { country: 'EGY', product_slug: 'egypt-bundles', warning: 'Only prepaid lines. A landline cannot be topped up.' },
      { group: 'south-asia' },
      { country: 'XXX' },
    ].map((params) => [shelf?.['id'], { product_slug: 'international-bridge', ...params }]),
  ])
})

function categoriesOf(amounts: readonly Amount[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { category_id } of amounts) counts[category_id] = (counts[category_id] ?? 0) + 1
  return counts
}
