// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

import { arrive } from '#browser/lib/presence.ts'
import { useDraft } from '#browser/sale/draft.ts'
import { useInternationalDraft } from '#browser/sale/international/international.ts'
import { rememberCountry, rememberOperator } from '#browser/sale/international/international-habits.ts'
import { paths, routes } from '#browser/paths.ts'
import { findSaleRequest } from '#browser/sale/sale-request.ts'
import InternationalPage from '#browser/pages/international/InternationalPage.tsx'
import { findGroup, findInitials, findUsualCountries } from '#browser/pages/international/CountrySearch.tsx'
import type { ProviderOffer } from '#api/international.ts'
import type { Country, Denomination } from '#domain/catalog/international.ts'
import { decimal, money } from '#domain/money/money.ts'
import { findSaleId } from '#domain/sale/id.ts'
import { aed, catalog } from '../../../support/a-shop.ts'
import { aStatus, proxyWith, refusal } from '../../../support/fake-proxy.ts'
import { type FakeAnswer, type FakeProxy, press, renderPage } from '../../../support/render-page.tsx'
import { text } from '../../../support/texts.ts'

const user = userEvent.setup()
const country = (id: string, name: string, phoneCode: string, phoneMask: string): Country => ({
  id,
  name,
  phoneCode,
  phoneMask,
  currency: 'PHP',
})
const countries = [
  country('IDN', 'Indonesia', '+62', '$$$ $$$$ *'),
  country('IND', 'India', '+91', '+91 ($$$) $$$-$$-$$'),
  country('PHL', 'Philippines', '+63', '$$$ $$$ $$$$'),
]
const islanet = { id: '7', name: 'Islanet' }
const lakbay = { id: '8', name: 'Lakbay' }

const amount = (id: string, gets: string, pays: string, more: Partial<Denomination> = {}): Denomination => ({
  id,
  categoryId: 'mobile-airtime',
  name: `Load ${gets}`,
  description: 'Valid 3 days',
  gets: money(decimal(gets), 'PHP'),
  pays: money(decimal(pays), 'AED'),
  ...more,
})
const offer: ProviderOffer = {
  country: countries[2]!,
  provider: islanet,
  categories: [
    { id: 'mobile', name: 'Mobile Recharge' },
    { id: 'mobile-airtime', parentId: 'mobile', name: 'Airtime / Calls' },
    { id: 'mobile-data', parentId: 'mobile', name: 'Mobile Internet' },
  ],
  denominations: [
    amount('a50', '50', '4'),
    amount('a300', '300', '21.5'),
    amount('d1', '99', '8', { categoryId: 'mobile-data', name: 'Surf week' }),
    amount('odd', '10', '1', { categoryId: 'mobile-roaming', name: 'Abroad' }),
  ],
}

type World = { offers?: FakeAnswer[]; countries?: FakeAnswer | (() => FakeAnswer); providers?: unknown[] }

/**
 * International top-ups on the server: each reading of the offer takes the next of `offers`; the last one is repeated.
 */
function abroad({ offers = [{ body: offer }], providers = [islanet, lakbay], ...world }: World = {}, more = {}) {
  let reads = 0
  const list = world.countries ?? { body: { countries } }
  const answer: FakeProxy = (method, path) => {
    if (path === '/api/international/countries') return typeof list === 'function' ? list() : list
    const country = countries.find(({ id }) => path === `/api/international/countries/${id}`)
    if (country) return { body: { country, providers } }
    if (path.startsWith('/api/international/providers/7')) return offers[Math.min(reads++, offers.length - 1)]
    return method === 'GET' ? undefined : 'no answer'
  }
  return proxyWith(answer, more)
}

const open = (at: string, proxy: FakeProxy = abroad()) =>
  renderPage(
    {
      [routes.international]: <InternationalPage step="country" />,
      [routes.internationalCountry]: <InternationalPage step="operator" />,
      [routes.internationalProvider]: <InternationalPage step="operator" />,
      [routes.internationalAmounts]: <InternationalPage step="amount" />,
      [routes.internationalAmount]: <InternationalPage step="amount" />,
    },
    { at, proxy },
  )
const tabs = async () => (await screen.findAllByRole('tab')).map(({ textContent }) => textContent)
const number = () => screen.findByLabelText<HTMLInputElement>(text('international.recipientNumber'))
const slip = () => within(screen.getByRole('region', { name: text('ticket.region') }))

function here(personId: string, number = '') {
  arrive(personId)
  useDraft.getState().setNumber(number)
}

beforeEach(() => {
  localStorage.clear()
  here('a')
  useInternationalDraft.getState().clear()
})

it('a number that is pasted completely finds its country, and leads to the amounts where the operator is known', async () => {
  rememberOperator('IDN', '81234567', '7')
  const { place } = open('/sell/international')
  await screen.findByRole('button', { name: /Philippines/ })
  await user.click(screen.getByRole('searchbox'))
  await user.paste('+62 812 3456 789')
  await screen.findAllByRole('tab')
  expect(place.path).toBe(paths.internationalAmounts('IDN', '7'))
  expect(slip().getByText('+62 812 3456 789')).toBeInTheDocument()
})

it('a number that was typed on the products page finds its country at once', async () => {
  useDraft.getState().setNumber('0063')
  const { place } = open('/sell/international')
  expect(await number()).toHaveValue('')
  await waitFor(() => expect(place.path).toBe(paths.internationalCountry('PHL')))
  await waitFor(() => expect(useDraft.getState().number).toBe(''))
})

it('the country page takes over the number although another person typed the last one', async () => {
  useInternationalDraft.getState().fill({ number: '+911' })
  here('b', '+639')
  open('/sell/international')
  expect(await number()).toHaveValue('9')
})

it('countries can be searched while their list loads, and the list can be requested again when it did not load', async () => {
  let isAway = true
  const answer = refusal(503, 'service-unreachable')
  open('/sell/international', abroad({ countries: () => (isAway ? answer : { body: { countries } }) }))
  await user.type(screen.getByRole('searchbox'), 'ind')
  await screen.findByText(text('international.failed'))
  isAway = false
  await user.click(screen.getByRole('button', { name: text('storefront.tryAgain') }))
  await screen.findByRole('button', { name: /India/ })
  expect(screen.queryByRole('button', { name: /Philippines/ })).not.toBeInTheDocument()
})

it('countries that this till sold to or that a tile leads to come first, and initials jump in the list of all', async () => {
  rememberCountry('IND')
  const tile = { ...catalog.tiles[0]!, id: 'to-phl', action: { kind: 'international', country: 'phl' } }
  const many = Array.from({ length: 30 }, (_, at) => country(`X${at}`, `Country ${at}`, `+9${at}`, '*'))
  const world = { countries: { body: { countries: [...many, ...countries] } } }
  open('/sell/international', abroad(world, { catalog: { ...catalog, tiles: [...catalog.tiles, tile] } }))
  const usual = within(await screen.findByRole('region', { name: text('international.usual') })).getAllByRole('button')
  expect(usual[0]).toHaveTextContent(/India/)
  expect(usual[1]).toHaveTextContent(/Philippines/)
  const all = within(screen.getByRole('region', { name: 'All 33 countries' }))
  expect(all.getAllByRole('button')).toHaveLength(33)
  const initials = within(screen.getByRole('group', { name: text('international.initials') }))
  await user.click(initials.getByRole('button', { name: 'P' }))
  expect(all.getByRole('button', { name: /Philippines/ })).toHaveFocus()
})

it('countries can be searched again once the field is cleared', async () => {
  open('/sell/international')
  await user.type(screen.getByRole('searchbox'), 'atlantis')
  await user.click(screen.getByRole('button', { name: text('shell.key.clear') }))
  expect(screen.getByRole('searchbox')).toHaveValue('')
  expect(screen.getByRole('searchbox')).toHaveFocus()
  await screen.findByRole('button', { name: /Philippines/ })
})

it('the country page is empty when the provider offers no country', async () => {
  open('/sell/international', abroad({ countries: { body: { countries: [] } } }))
  await screen.findByText(text('international.noCountries'))
})

it('a country that is not sold is named, and the others are listed', async () => {
  open('/sell/international/XXX')
  await screen.findByText(text('international.unknownCountry', { id: 'XXX' }))
  expect(screen.getByRole('button', { name: /Philippines/ })).toBeInTheDocument()
})

it('the page of operator and number selects an only operator automatically', async () => {
  const { place } = open('/sell/international/phl', abroad({ providers: [islanet] }))
  await screen.findByRole('button', { name: 'Islanet', pressed: true })
  await waitFor(() => expect(place.path).toBe(paths.internationalProvider('PHL', '7')))
  expect(slip().getByText('Islanet')).toBeInTheDocument()
})

it('the page of operator and number selects a known operator once the number is complete, and does not continue during typing', async () => {
  rememberOperator('PHL', '9175550142', '8')
  const { place } = open(paths.internationalCountry('PHL'))
  await user.type(await number(), '917555014')
  expect(slip().queryByText('Lakbay')).not.toBeInTheDocument()
  await user.keyboard('3')
  await slip().findByText('Lakbay')
  await screen.findByText('Lakbay was selected automatically')
  expect(place.path).toBe(paths.internationalProvider('PHL', '8'))
  await user.keyboard('{Control>}a{/Control}9185550142')
  await screen.findByRole('button', { name: text('international.chooseOperator') })
  expect(slip().queryByText('Lakbay')).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Islanet' }))
  expect(place.path).toBe(paths.internationalAmounts('PHL', '7'))
})

it('the page of operator and number says what is missing, one thing after the other', async () => {
  open(paths.internationalCountry('PHL'))
  await screen.findByRole('button', { name: text('ticket.enterNumber') })
  await user.type(await number(), '917')
  await screen.findByRole('button', { name: text('ticket.finishNumber') })
  await user.keyboard('5550142')
  await user.click(screen.getByRole('button', { name: text('international.chooseOperator') }))
  expect(screen.getByRole('button', { name: 'Islanet' })).toHaveFocus()
})

it('the page of operator and number accepts a number pasted in any usual form, and recognizes one of another country', async () => {
  const { place } = open(paths.internationalCountry('PHL'))
  const field = await number()
  await user.click(field)
  await user.paste('+63 (0)917-555-0142')
  expect(field).toHaveValue('917 555 0142')
  await user.paste('+91 98765 43210')
  await screen.findByText(text('international.isNumberOf', { country: 'India' }))
  expect(screen.getByRole('button', { name: text('international.fixNumber') })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: text('international.changeTo', { country: 'India' }) }))
  expect(place.path).toBe(paths.internationalCountry('IND'))
  expect(await number()).toHaveValue('(987) 654-32-10')
})

it('the page of operator and number continues after the last digit if a person chose the operator before', async () => {
  const { place } = open(paths.internationalProvider('PHL', '7'))
  await user.type(await number(), '917555014')
  expect(place.path).toBe(paths.internationalProvider('PHL', '7'))
  await user.keyboard('2')
  await waitFor(() => expect(place.path).toBe(paths.internationalAmounts('PHL', '7')))
})

it('a number that fits several countries is kept for the choice of one, and stays out of the browser history', async () => {
  const shared = [
    ...countries,
    country('USA', 'United States', '+1', '$$$ $$$ $$$$'),
    country('CAN', 'Canada', '+1', '$$$ $$$ $$$$'),
  ]
  const kept = vi.spyOn(window.history, 'pushState')
  onTestFinished(() => kept.mockRestore())
  const { place } = open(
    paths.internationalProvider('PHL', '7'),
    abroad({ countries: { body: { countries: shared } } }),
  )
  await user.click(await number())
  await user.paste('+1 416 555 0142')
  await press(text('international.chooseCountry'))
  await waitFor(() => expect(place.path).toBe('/sell/international'))
  expect(await screen.findByRole<HTMLInputElement>('searchbox')).toHaveProperty('value', '+14165550142')
  await screen.findByRole('button', { name: /Canada/ })
  expect(kept).toHaveBeenCalled()
  expect(JSON.stringify([kept.mock.calls, window.history.state])).not.toContain('4165550142')
})

it('a number is kept for the person who typed it, and for no one else', async () => {
  useInternationalDraft.getState().fill({ number: '+639175550142' })
  here('b')
  open(paths.internationalProvider('PHL', '7'))
  expect(await number()).toHaveValue('')
  expect(sessionStorage.getItem('toptill-international-draft') ?? '').not.toContain('917555')
})

describe('the amounts of an international top-up', () => {
  const onAmounts = paths.internationalAmounts('PHL', '7')
  beforeEach(() => useInternationalDraft.getState().fill({ number: '+639175550142' }))

  it('kinds of the same name are distinguished by their parents', async () => {
    const categories = [
      ...offer.categories,
      { id: 'gift-cards', name: 'Gift Cards' },
      { id: 'gift-cards-data', parentId: 'gift-cards', name: 'Mobile Internet' },
    ]
    const more = amount('g1', '20', '2', { categoryId: 'gift-cards-data' })
    const denominations = [...offer.denominations, more]
    open(onAmounts, abroad({ offers: [{ body: { ...offer, categories, denominations } }] }))
    expect(await tabs()).toEqual([
      'Airtime / Calls 2',
      'Mobile Recharge Mobile Internet 1',
      'Gift Cards Mobile Internet 1',
      'Other 1',
    ])
  })

  it('the amounts are grouped by kind with unknown kinds last, and lead to a review of everything that was shown', async () => {
    const { place } = open(onAmounts)
    expect(await tabs()).toEqual(['Airtime / Calls 2', 'Mobile Internet 1', 'Other 1'])
    expect(screen.getByRole('button', { name: text('international.pickAmount') })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: /PHP 300/ }))
    const id = findSaleId(place.path.replace('/sale/', ''))
    const { pays, gets } = offer.denominations[1]!
    const chosen = { kind: 'international', countryId: 'PHL', providerId: '7', denominationId: 'a300' }
    const choice = {
      country: { id: 'PHL', name: 'Philippines', phoneCode: '+63', phoneMask: '$$$ $$$ $$$$' },
      provider: islanet,
      denomination: { id: 'a300', name: 'Load 300', description: 'Valid 3 days' },
    }
    expect(id && findSaleRequest(id)).toMatchObject({
      stage: 'asked',
      content: { ...chosen, account: '639175550142', shown: pays },
      offer: { choice, gets, pays },
    })
  })

  it('the amounts are requested again each time, and none of an older offer is shown meanwhile', async () => {
    const dearer = { ...offer, denominations: [amount('b300', '300', '22.5')] }
    const { seen } = open(onAmounts, abroad({ offers: [{ body: offer }, { body: dearer }] }))
    await screen.findByRole('button', { name: /PHP 300.*21\.50/ })
    await user.click(screen.getByRole('button', { name: text('international.changeOperator') }))
    await number()
    await press(text('international.chooseAmount'))
    expect(screen.queryByText(/21\.50/)).not.toBeInTheDocument()
    await screen.findByRole('button', { name: /PHP 300.*22\.50/ })
    expect(seen.filter(({ path }) => path.startsWith('/api/international/providers/7'))).toHaveLength(2)
  })

  it('the amount of a sold top-up leads to the review at its current price, and one that is edited does not', async () => {
    const { fill, repeat } = useInternationalDraft.getState()
    const choice = { id: 'a300', name: 'Load 300', gets: offer.denominations[1]!.gets }
    fill({ number: '+639175550142', choice })
    const { place } = open(paths.internationalAmount('PHL', '7', 'a300'))
    await screen.findByRole('button', { name: /^Review.*AED\u00a021\.50/ })
    expect(place.path).toBe(paths.internationalAmount('PHL', '7', 'a300'))
    act(() => repeat())
    const id = findSaleId(place.path.replace('/sale/', ''))
    expect(id && findSaleRequest(id)).toMatchObject({ content: { denominationId: 'a300', account: '639175550142' } })
    expect(useInternationalDraft.getState().isRepeated).toBe(false)
  })

  it('the selected amount is kept in an offer that changes its ids', async () => {
    useInternationalDraft.getState().choose(amount('a300', '300', '21.5'))
    const renumbered = { ...offer, denominations: [amount('b50', '50', '4'), amount('b300', '300', '22.5')] }
    const { place } = open(paths.internationalAmount('PHL', '7', 'a300'), abroad({ offers: [{ body: renumbered }] }))
    await screen.findByRole('button', { name: /^Review.*AED\u00a022\.50/ })
    await waitFor(() => expect(place.path).toBe(paths.internationalAmount('PHL', '7', 'b300')))
  })

  it('the page of amounts says when the selected amount is not available', async () => {
    open(paths.internationalAmount('PHL', '7', 'gone'))
    await screen.findByText(text('international.amountGone'))
    expect(screen.getByRole('button', { name: text('international.pickAmount') })).toBeInTheDocument()
  })

  it('the page of amounts leads back to a missing number', async () => {
    useInternationalDraft.getState().clear()
    const { place } = open(onAmounts)
    await user.click(await screen.findByRole('button', { name: text('ticket.enterNumber') }))
    expect(place.path).toBe(paths.internationalProvider('PHL', '7'))
  })

  const bridge = { ...catalog.services[0]!, id: 'international-bridge', kind: 'international', isActive: false }
  const stopped = aStatus({ service: 'stopped', reason: 'wrong-signature' as never })
  it.each([
    ['selling is stopped', 0, { status: () => ({ body: stopped }) }, text('shell.stopped')],
    ['the service is off', 1, { catalog: { ...catalog, services: [bridge] } }, text('storefront.unavailable')],
  ])('the page of amounts has no review while %s, with %i notices', async (_, notices, more, name) => {
    const { place } = open(paths.internationalAmount('PHL', '7', 'a300'), abroad({}, more))
    await user.click(await screen.findByRole('button', { name }))
    expect(place.path).toBe(paths.internationalAmount('PHL', '7', 'a300'))
    expect(screen.queryAllByText(text('international.slip'), { selector: 'b' })).toHaveLength(notices)
  })

  it('the amounts can be requested again when they did not load', async () => {
    open(onAmounts, abroad({ offers: [refusal(503, 'service-unreachable'), { body: offer }] }))
    await press(text('storefront.tryAgain'))
    await screen.findByRole('button', { name: /PHP 300/ })
  })

  it.each([
    ['our cost where the offer has it', [amount('a300', '300', '21.5', { cost: aed('19.99') })], 'Our cost AED 19.99'],
    ['that there are no amounts', [], text('international.noAmounts', { operator: 'Islanet' })],
  ])('the page of amounts shows %s', async (_, denominations, words) => {
    open(onAmounts, abroad({ offers: [{ body: { ...offer, denominations } }] }))
    await screen.findByText(words)
  })

  it('the page of amounts leads back to the products with Esc, and nothing is kept', async () => {
    const { place } = open(onAmounts)
    await screen.findAllByRole('tab')
    await user.keyboard('{Escape}')
    expect(place.path).toBe('/sell')
    expect(useInternationalDraft.getState().number).toBe('')
  })
})

const inGroups = (id: string, groups?: string[]) => ({
  id,
  name: id,
  phoneCode: '+1',
  phoneMask: '*',
  currency: 'USD',
  ...(groups ? { groups } : {}),
})
const plain = [inGroups('PHL'), inGroups('IND')]
const grouped = [inGroups('PHL'), inGroups('IND', ['South-Asia']), inGroups('NPL', ['himalaya', 'south-asia'])]
const idsOf = (group: ReturnType<typeof findGroup>) => group.countries.map(({ id }) => id)

it('findGroup leaves out countries outside the group, once any country states its groups', () => {
  expect(idsOf(findGroup(grouped, 'south-asia'))).toEqual(['IND', 'NPL'])
  expect(idsOf(findGroup(grouped, 'moon'))).toEqual([])
})

it('findGroup keeps all countries when none states its groups', () => {
  expect(idsOf(findGroup(plain, 'south-asia'))).toEqual(['PHL', 'IND'])
})

it('findGroup names the group by its key', () => {
  expect(findGroup(plain, 'south-asia').name).toBe('South Asia')
  expect(findGroup(plain, ' GCC_states ').name).toBe('GCC States')
})

it.each([undefined, '', '  '])('findGroup finds no group for %j', (key) => {
  expect(findGroup(grouped, key)).toEqual({ countries: grouped, name: undefined })
})

const many = Array.from({ length: 40 }, (_, at) => inGroups(`C${at}`))
const ids = (countries: readonly { id: string }[]) => countries.map(({ id }) => id)
const ofTill = { recentIds: ['C9', 'C8', 'C7', 'C6', 'C5'], tileIds: ['c30', 'C9', 'XXX'] }

it("findUsualCountries begins with the till's recent countries and the shop's tiles, and names eight, each once", () => {
  expect(ids(findUsualCountries(many, ofTill))).toEqual(['C9', 'C8', 'C7', 'C6', 'C5', 'C30'])
  const recentIds = many.map(({ id }) => id)
  expect(ids(findUsualCountries(many, { recentIds, tileIds: [] }))).toEqual(recentIds.slice(0, 8))
})

it('findUsualCountries names the usual ones of the UAE on the first day, unless all countries fit', () => {
  const world = [...many, inGroups('PHL'), inGroups('IND')]
  expect(ids(findUsualCountries(world, { recentIds: [], tileIds: [] }))).toEqual(['IND', 'PHL'])
  expect(findUsualCountries(world.slice(-28), { recentIds: [], tileIds: [] })).toEqual([])
})

it.each([
  ['en', { P: 40, I: 41 }],
  ['ar', { ا: 40 }],
] as const)('findInitials finds where each initial begins in a long list (%s)', (locale, initials) => {
  const world = [...many, inGroups('PHL'), inGroups('IND')]
  expect(Object.fromEntries(findInitials(world, locale))).toMatchObject(initials)
  expect(findInitials(world.slice(-28), locale).size).toBe(0)
})
