// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

import { arrive } from '#browser/presence.ts'
import { useDraft } from '#browser/sale/draft.ts'
import { useInternationalDraft } from '#browser/sale/international.ts'
import { rememberCountry, rememberOperator } from '#browser/sale/international-habits.ts'
import { paths, routes } from '#browser/paths.ts'
import { findSaleRequest } from '#browser/sale/sale-request.ts'
import InternationalPage from '#browser/pages/international/InternationalPage.tsx'
import type { ProviderOffer } from '#contract/proxy/international.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Country, Denomination } from '#domain/international.ts'
import { decimal, money } from '#domain/money.ts'
import { findSaleId } from '#domain/sale/id.ts'
import { catalogue } from '../../../support/a-shop.ts'
import { aStatus, proxyWith } from '../../../support/fake-proxy.ts'
import { renderPage, type FakeAnswer, type FakeProxy } from '../../../support/render-page.tsx'
import { text } from '../../../support/texts.ts'

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

type World = { offers?: (() => FakeAnswer)[]; countries?: () => FakeAnswer; providers?: unknown[] }

/** The proxy of international top-ups: each reading of the offer takes the next of `offers`, the last one from then on. */
function abroad({ offers = [() => ({ body: offer })], countries: list, providers = [islanet, lakbay] }: World = {}) {
  let reads = 0
  return proxyWith((method, path) => {
    if (path === proxyPaths.countries) return list ? list() : { body: { countries } }
    const id = countries.find((one) => path === proxyPaths.country(one.id))?.id
    if (id) return { body: { country: countries.find((one) => one.id === id), providers } }
    if (path.startsWith(proxyPaths.provider('7'))) return offers[Math.min(reads++, offers.length - 1)]?.()
    return method === 'GET' ? undefined : 'no answer'
  })
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
const number = () => screen.findByLabelText<HTMLInputElement>(text('international.recipientNumber'))
const slip = () => within(screen.getByRole('region', { name: text('ticket.region') }))

/** The person at the till, with what they typed on the shelves. */
function here(personId: string, number = '') {
  arrive(personId)
  useDraft.getState().setNumber(number)
}

beforeEach(() => {
  localStorage.clear()
  here('a')
  useInternationalDraft.getState().clear()
})

describe('the country', () => {
  it('is found by a number pasted whole, which leads to the amounts where the operator is known', async () => {
    const user = userEvent.setup()
    rememberOperator('IDN', '81234567', '7')
    const { place } = open('/sell/international')
    await screen.findByRole('button', { name: /Philippines/ })
    await user.click(screen.getByRole('searchbox'))
    await user.paste('+62 812 3456 789')
    await screen.findAllByRole('tab')
    expect(place.path).toBe(paths.internationalAmounts('IDN', '7'))
    expect(slip().getByText('+62 812 3456 789')).toBeInTheDocument()
  })

  it('of a number typed on the shelves is found at once', async () => {
    useDraft.getState().setNumber('0063')
    const { place } = open('/sell/international')
    expect(await number()).toHaveValue('')
    await waitFor(() => expect(place.path).toBe(paths.internationalCountry('PHL')))
    await waitFor(() => expect(useDraft.getState().number).toBe(''))
  })

  it('takes the number over although another person typed the last one', async () => {
    useInternationalDraft.getState().fill({ number: '+911' })
    here('b', '+639')
    open('/sell/international')
    expect(await number()).toHaveValue('9')
  })

  it('can be searched while the list is still on its way, and asked for again where it did not come', async () => {
    const user = userEvent.setup()
    let isAway = true
    const refusal = { status: 503, body: { code: 'service-unreachable', message: '', moneyMoved: 'no' } }
    open('/sell/international', abroad({ countries: () => (isAway ? refusal : { body: { countries } }) }))
    await user.type(screen.getByRole('searchbox'), 'ind')
    await screen.findByText(text('international.failed'))
    isAway = false
    await user.click(screen.getByRole('button', { name: text('storefront.tryAgain') }))
    await screen.findByRole('button', { name: /India/ })
    expect(screen.queryByRole('button', { name: /Philippines/ })).not.toBeInTheDocument()
  })

  it('is among the usual ones where this till sold to it or a tile of the shop leads there, and the rest says its count', async () => {
    const user = userEvent.setup()
    rememberCountry('IND')
    const tile = {
      ...catalogue.tiles[0]!,
      id: 'to-phl',
      action: { kind: 'international', country: 'phl' },
    }
    const many = Array.from({ length: 30 }, (_, at) => country(`X${at}`, `Country ${at}`, `+9${at}`, '*'))
    const shop: FakeProxy = (method, path, body) =>
      path === proxyPaths.catalogue
        ? { body: { ...catalogue, tiles: [...catalogue.tiles, tile] } }
        : abroad({ countries: () => ({ body: { countries: [...many, ...countries] } }) })(method, path, body)
    open('/sell/international', shop)
    const recent = await screen.findByRole('region', { name: text('international.recent') })
    expect(within(recent).getByRole('button')).toHaveTextContent('India')
    const usual = screen.getByRole('region', { name: text('international.usual') })
    expect(within(usual).getByRole('button')).toHaveTextContent('Philippines')
    const rest = screen.getByRole('region', { name: '16 of 33 countries' })
    // The way to all of them comes before the countries, so that nobody has to scroll to it.
    const [all, ...shown] = within(rest).getAllByRole('button')
    expect(shown).toHaveLength(16)
    expect(all).toHaveTextContent('All 33 countries')
    await user.click(all!)
    const whole = screen.getByRole('region', { name: 'All 33 countries' })
    expect(within(whole).getAllByRole('button')).toHaveLength(33)
    expect(within(whole).getAllByRole('button')[0]).toHaveFocus()
  })

  it('can be searched again once the field is cleared', async () => {
    const user = userEvent.setup()
    open('/sell/international')
    await user.type(screen.getByRole('searchbox'), 'atlantis')
    await user.click(screen.getByRole('button', { name: text('shell.key.clear') }))
    expect(screen.getByRole('searchbox')).toHaveValue('')
    expect(screen.getByRole('searchbox')).toHaveFocus()
    await screen.findByRole('button', { name: /Philippines/ })
  })

  it('is none where the service offers none', async () => {
    open('/sell/international', abroad({ countries: () => ({ body: { countries: [] } }) }))
    await screen.findByText(text('international.noCountries'))
  })

  it('that is not sold is named, and the others stand there', async () => {
    open('/sell/international/XXX')
    await screen.findByText(text('international.unknownCountry', { id: 'XXX' }))
    expect(screen.getByRole('button', { name: /Philippines/ })).toBeInTheDocument()
  })
})

describe('operator and number', () => {
  it('choose an operator that is alone by themselves', async () => {
    const { place } = open('/sell/international/phl', abroad({ providers: [islanet] }))
    await screen.findByRole('button', { name: 'Islanet', pressed: true })
    await waitFor(() => expect(place.path).toBe(paths.internationalProvider('PHL', '7')))
    expect(slip().getByText('Islanet')).toBeInTheDocument()
  })

  it('choose the known operator once the number is whole, and do not go on under a typing hand', async () => {
    const user = userEvent.setup()
    rememberOperator('PHL', '9175550142', '8')
    const { place } = open(paths.internationalCountry('PHL'))
    await user.type(await number(), '917555014')
    expect(slip().queryByText('Lakbay')).not.toBeInTheDocument()
    await user.keyboard('3')
    await slip().findByText('Lakbay')
    await screen.findByText('Lakbay was chosen for you')
    expect(place.path).toBe(paths.internationalProvider('PHL', '8'))
    // Another number, and nothing is known of it.
    await user.keyboard('{Control>}a{/Control}9185550142')
    await screen.findByRole('button', { name: text('international.chooseOperator') })
    expect(slip().queryByText('Lakbay')).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Islanet' }))
    expect(place.path).toBe(paths.internationalAmounts('PHL', '7'))
  })

  it('say what is missing, one thing after the other', async () => {
    const user = userEvent.setup()
    open(paths.internationalCountry('PHL'))
    await screen.findByRole('button', { name: text('ticket.enterNumber') })
    await user.type(await number(), '917')
    await screen.findByRole('button', { name: text('ticket.finishNumber') })
    await user.keyboard('5550142')
    await user.click(await screen.findByRole('button', { name: text('international.chooseOperator') }))
    expect(screen.getByRole('button', { name: 'Islanet' })).toHaveFocus()
  })

  it('take a number pasted as people write it, and know one of another country', async () => {
    const user = userEvent.setup()
    const { place } = open(paths.internationalProvider('PHL', '7'))
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

  it('take a number of several countries along to the choice of one, and leave none of it in the history', async () => {
    const user = userEvent.setup()
    const shared = [
      ...countries,
      country('USA', 'United States', '+1', '$$$ $$$ $$$$'),
      country('CAN', 'Canada', '+1', '$$$ $$$ $$$$'),
    ]
    const kept = vi.spyOn(window.history, 'pushState')
    onTestFinished(() => kept.mockRestore())
    const { place } = open(
      paths.internationalProvider('PHL', '7'),
      abroad({ countries: () => ({ body: { countries: shared } }) }),
    )
    await user.click(await number())
    await user.paste('+1 416 555 0142')
    await user.click(await screen.findByRole('button', { name: text('international.chooseCountry') }))
    await waitFor(() => expect(place.path).toBe('/sell/international'))
    expect(await screen.findByRole<HTMLInputElement>('searchbox')).toHaveProperty('value', '+14165550142')
    await screen.findByRole('button', { name: /Canada/ })
    expect(kept).toHaveBeenCalled()
    expect(JSON.stringify([kept.mock.calls, window.history.state])).not.toContain('4165550142')
  })

  it('keep the number for the person who typed it, and for nobody else', async () => {
    useInternationalDraft.getState().fill({ number: '+639175550142' })
    here('b')
    open(paths.internationalProvider('PHL', '7'))
    expect(await number()).toHaveValue('')
    expect(sessionStorage.getItem('toptill-international-draft') ?? '').not.toContain('917555')
  })
})

describe('the amounts', () => {
  const onAmounts = paths.internationalAmounts('PHL', '7')
  beforeEach(() => useInternationalDraft.getState().fill({ number: '+639175550142' }))

  it('kinds of the same name are told apart by what they are a part of', async () => {
    const categories = [
      ...offer.categories,
      { id: 'gift-cards', name: 'Gift Cards' },
      { id: 'gift-cards-data', parentId: 'gift-cards', name: 'Mobile Internet' },
    ]
    const more = amount('g1', '20', '2', { categoryId: 'gift-cards-data' })
    const offers = [() => ({ body: { ...offer, categories, denominations: [...offer.denominations, more] } })]
    open(onAmounts, abroad({ offers }))
    const tabs = await screen.findAllByRole('tab')
    expect(tabs.map(({ textContent }) => textContent)).toEqual([
      'Airtime / Calls 2',
      'Mobile Recharge Mobile Internet 1',
      'Gift Cards Mobile Internet 1',
      'Other 1',
    ])
  })

  it('stand by kind, those of no known kind last, and lead to a review with all that was shown', async () => {
    const user = userEvent.setup()
    const { place } = open(onAmounts)
    const tabs = await screen.findAllByRole('tab')
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['Airtime / Calls 2', 'Mobile Internet 1', 'Other 1'])
    expect(screen.getByRole('button', { name: text('international.pickAmount') })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: /PHP 300/ }))
    expect(place.path).toBe(paths.internationalAmount('PHL', '7', 'a300'))
    await user.click(screen.getByRole('button', { name: /^Review.*AED 21\.50/ }))

    const id = findSaleId(place.path.replace('/sale/', ''))
    const { pays, gets } = offer.denominations[1]!
    expect(id && findSaleRequest(id)).toMatchObject({
      stage: 'asked',
      content: {
        kind: 'international',
        countryId: 'PHL',
        providerId: '7',
        denominationId: 'a300',
        account: '639175550142',
        shown: pays,
      },
      offer: {
        choice: {
          country: { id: 'PHL', name: 'Philippines', phoneCode: '+63', phoneMask: '$$$ $$$ $$$$' },
          provider: islanet,
          denomination: { id: 'a300', name: 'Load 300', description: 'Valid 3 days' },
        },
        gets,
        pays,
      },
    })
  })

  it('are asked for again each time, and none of an older offer is shown meanwhile', async () => {
    const user = userEvent.setup()
    const dearer = { ...offer, denominations: [amount('b300', '300', '22.5')] }
    const { seen } = open(onAmounts, abroad({ offers: [() => ({ body: offer }), () => ({ body: dearer })] }))
    await user.click(await screen.findByRole('button', { name: /PHP 300.*21\.50/ }))
    await user.click(screen.getByRole('button', { name: text('international.changeOperator') }))
    await number()
    await user.click(await screen.findByRole('button', { name: text('international.chooseAmount') }))
    expect(screen.queryByText(/21\.50/)).not.toBeInTheDocument()
    await screen.findByRole('button', { name: /PHP 300.*22\.50/ })
    expect(seen.filter(({ path }) => path.startsWith(proxyPaths.provider('7')))).toHaveLength(2)
  })

  it('find again what was picked in an offer that renumbers it', async () => {
    useInternationalDraft.getState().choose(amount('a300', '300', '21.5'))
    const renumbered = { ...offer, denominations: [amount('b50', '50', '4'), amount('b300', '300', '22.5')] }
    const { place } = open(
      paths.internationalAmount('PHL', '7', 'a300'),
      abroad({ offers: [() => ({ body: renumbered })] }),
    )
    await screen.findByRole('button', { name: /^Review.*AED 22\.50/ })
    await waitFor(() => expect(place.path).toBe(paths.internationalAmount('PHL', '7', 'b300')))
  })

  it('say when what was picked is gone', async () => {
    open(paths.internationalAmount('PHL', '7', 'gone'))
    await screen.findByText(text('international.amountGone'))
    expect(screen.getByRole('button', { name: text('international.pickAmount') })).toBeInTheDocument()
  })

  it('lead back to a number that is missing', async () => {
    const user = userEvent.setup()
    useInternationalDraft.getState().clear()
    const { place } = open(onAmounts)
    await user.click(await screen.findByRole('button', { name: text('ticket.enterNumber') }))
    expect(place.path).toBe(paths.internationalProvider('PHL', '7'))
  })

  it('have no review while selling is stopped', async () => {
    const user = userEvent.setup()
    const status = () => ({ body: aStatus({ service: 'stopped', reason: 'wrong-signature' as never }) })
    const stopped = proxyWith((...request) => abroad()(...request), { status })
    const { place } = open(paths.internationalAmount('PHL', '7', 'a300'), stopped)
    await user.click(await screen.findByRole('button', { name: text('shell.stopped') }))
    expect(place.path).toBe(paths.internationalAmount('PHL', '7', 'a300'))
  })

  it('have no review while the service is switched off', async () => {
    const bridge = {
      ...catalogue.services[0]!,
      id: 'international-bridge',
      kind: 'international',
      isActive: false,
    } as const
    const off: FakeProxy = (method, path, body) =>
      path === proxyPaths.catalogue ? { body: { ...catalogue, services: [bridge] } } : abroad()(method, path, body)
    open(paths.internationalAmount('PHL', '7', 'a300'), off)
    await screen.findByRole('button', { name: text('storefront.unavailable') })
    expect(screen.getByText(text('international.slip'), { selector: 'b' })).toBeInTheDocument()
  })

  it('can be asked for again where they did not come', async () => {
    const user = userEvent.setup()
    const away = () => ({ status: 503, body: { code: 'service-unreachable', message: '', moneyMoved: 'no' } })
    open(onAmounts, abroad({ offers: [away, () => ({ body: offer })] }))
    await user.click(await screen.findByRole('button', { name: text('storefront.tryAgain') }))
    await screen.findByRole('button', { name: /PHP 300/ })
  })

  it('show our cost where the offer has it', async () => {
    const denominations = [amount('a300', '300', '21.5', { cost: money(decimal('19.99'), 'AED') })]
    open(onAmounts, abroad({ offers: [() => ({ body: { ...offer, denominations } })] }))
    await screen.findByText('Our cost AED 19.99')
  })

  it('of an operator that offers none are none', async () => {
    open(onAmounts, abroad({ offers: [() => ({ body: { ...offer, denominations: [] } })] }))
    await screen.findByText(text('international.noAmounts', { operator: 'Islanet' }))
  })

  it('are left for the shelves by Esc, with nothing kept', async () => {
    const user = userEvent.setup()
    const { place } = open(onAmounts)
    await screen.findAllByRole('tab')
    await user.keyboard('{Escape}')
    expect(place.path).toBe('/sell')
    expect(useInternationalDraft.getState().number).toBe('')
  })
})
