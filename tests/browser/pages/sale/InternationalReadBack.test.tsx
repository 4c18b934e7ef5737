// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'

import { beginRequest, findSaleRequest } from '#browser/sale/sale-request.ts'
import { useInternationalDraft } from '#browser/sale/international/international.ts'
import { findKnownOperator, readRecentCountries } from '#browser/sale/international/international-habits.ts'
import { paths, routes } from '#browser/paths.ts'
import SalePage from '#browser/pages/sale/SalePage.tsx'
import { findListed } from '#browser/pages/sale/use-sale-options.ts'
import type { FailureCode } from '#api/failure.ts'
import { decimal, money } from '#domain/money/money.ts'
import { findSaleId } from '#domain/sale/id.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { anInternationalSale, internationalContent } from '../../../support/an-international-sale.ts'
import { countryOffer, shownOffer } from '../../../support/an-international-sale.ts'
import { proxyWith, refusal } from '../../../support/fake-proxy.ts'
import { NOW } from '../../../support/now.ts'
import { renderPage, type FakeProxy, type SentRequest } from '../../../support/render-page.tsx'
import { startingWith, text } from '../../../support/texts.ts'

const OFFERS: FakeProxy = (_, path) => {
  if (path === '/api/international/countries/PHL') return { body: countryOffer }
  return path === '/api/international/countries' ? { body: { countries: [countryOffer.country] } } : undefined
}

const open = (id: string, answer: FakeProxy) =>
  renderPage(
    { [routes.sale]: <SalePage /> },
    { at: `/sale/${id}`, proxy: proxyWith((...asked) => OFFERS(...asked) ?? answer(...asked)) },
  )

const shows = (sale: Sale) => open(sale.id, () => ({ body: sale }))

const asked = () => beginRequest({ content: internationalContent, tileId: '15', offer: shownOffer })

const confirms = (seen: SentRequest[]) => seen.filter(({ path }) => path.endsWith('/confirm')).map(({ body }) => body)

async function press(name: string | RegExp) {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'))
  await userEvent.setup().click(button)
}

const refuses =
  (code: FailureCode): FakeProxy =>
  (method) =>
    method === 'PUT' ? refusal(409, code) : undefined

beforeEach(() => {
  useInternationalDraft.getState().clear()
  localStorage.clear()
})

it('a check of an international top-up shows everything that was chosen while it runs', async () => {
  open(asked(), () => 'no answer')
  expect(await screen.findByText(/Nothing was charged: only a check was sent/)).toBeInTheDocument()
  for (const text of ['Philippines', 'Islanet', '+63 917 555 0142', 'PHP 300.00']) {
    expect(screen.getByText(text)).toBeInTheDocument()
  }
  await press(text('sale.international.backToAmounts'))
  expect(useInternationalDraft.getState()).toMatchObject({
    number: '+639175550142',
    choice: { id: 'load-300', name: 'Load 300' },
  })
})

it('a successful check of an international top-up teaches this till the operator and the country of such numbers', async () => {
  shows(anInternationalSale())
  expect(await screen.findByText(text('sale.international.numberChecked'))).toBeInTheDocument()
  expect(findKnownOperator('PHL', '9175550000')).toBe('401')
  expect(readRecentCountries()).toEqual(['PHL'])
})

it('a check of an international top-up leads back to the amounts with number and amount kept, and abandons the sale', async () => {
  const sale = anInternationalSale()
  const { place, seen } = shows(sale)
  await press(new RegExp(`${text('international.step.amount')}$`))
  expect(place.path).toBe(paths.internationalAmount('PHL', '401', 'load-300'))
  expect(useInternationalDraft.getState()).toMatchObject({ number: '+639175550142', choice: { id: 'load-300' } })
  expect(seen.some(({ path }) => path === `/api/sales/${sale.id}/abandon`)).toBe(true)
})

it('Edit beside the number of an international review leads to the number, as on the review of a local top-up', async () => {
  const { place } = shows(anInternationalSale())
  await press(text('sale.edit'))
  expect(place.path).toBe(paths.internationalProvider('PHL', '401'))
  expect(useInternationalDraft.getState()).toMatchObject({ number: '+639175550142' })
})

const mismatch = { chosen: { id: '401', name: 'Islanet' }, detected: { id: '9403', name: 'LAKBAY' } }

it('a check that detects another operator has nothing that Enter presses, teaches nothing, and offers no Send', async () => {
  const { seen } = shows(anInternationalSale({ mismatch }))
  const heading = { name: text('sale.international.operatorDiffers'), level: 1 }
  expect(await screen.findByRole('heading', heading)).toBeVisible()
  expect(document.body).toHaveFocus()
  await userEvent.setup().keyboard('{Enter}')
  expect(screen.queryByRole('button', { name: /^Send/ })).not.toBeInTheDocument()
  expect(seen.every(({ method }) => method === 'GET')).toBe(true)
  expect(findKnownOperator('PHL', '9175550000')).toBeUndefined()
})

it('a check that detects another operator is sent only after a person confirms what they are shown', async () => {
  const { seen } = shows(anInternationalSale({ mismatch, version: 4 }))
  await press(text('sale.international.sameOperator', { chosen: 'Islanet' }))
  await screen.findByText(text('sale.international.saidSame', { detected: 'LAKBAY', chosen: 'Islanet' }))
  expect(screen.queryByText(text('sale.international.numberChecked'))).not.toBeInTheDocument()
  expect(screen.getByText(/You confirmed that it is the same/).closest('[tabindex]')).toHaveFocus()
  await press(startingWith('sale.send'))
  await waitFor(() => expect(confirms(seen)).toEqual([{ version: 4, accept: 'operator' }]))
  expect(findKnownOperator('PHL', '9175550000')).toBeUndefined()
})

it("a check that detects another operator leads to that operator's amounts, found by its name, with the number", async () => {
  const sale = anInternationalSale({ mismatch })
  const { place, seen } = shows(sale)
  await screen.findByText(text('sale.international.detectedListed', { detected: 'LAKBAY' }))
  await press(text('sale.international.useDetected', { detected: 'LAKBAY' }))
  expect(place.path).toBe(paths.internationalAmounts('PHL', '403'))
  expect(useInternationalDraft.getState()).toMatchObject({ number: '+639175550142', choice: undefined })
  expect(seen.some(({ path }) => path === `/api/sales/${sale.id}/abandon`)).toBe(true)
})

it('a check that detects another operator leads to the operators when the detected one is not offered, and says so', async () => {
  const { place } = shows(anInternationalSale({ mismatch: { ...mismatch, detected: { id: '777', name: 'Bulan' } } }))
  const notListed = { detected: 'Bulan', country: 'Philippines' }
  await screen.findByText(startingWith('sale.international.detectedNotListed', notListed))
  await press(text('sale.international.useDetected', { detected: 'Bulan' }))
  expect(place.path).toBe(paths.internationalCountry('PHL'))
  expect(useInternationalDraft.getState().number).toBe('+639175550142')
})

it('a check that detects another operator is reviewed as usual once a person has confirmed that it is the same', async () => {
  shows(anInternationalSale({ mismatch: { ...mismatch, accepted: { at: 1, by: 'Amal Rahman' } } }))
  expect(await screen.findByRole('button', { name: startingWith('sale.send') })).toBeInTheDocument()
  const question = text('sale.international.sameOperator', { chosen: 'Islanet' })
  expect(screen.queryByRole('button', { name: question })).not.toBeInTheDocument()
})

it.each([
  ['country-not-found', 'sale.international.chooseCountry', paths.international()],
  ['provider-not-found', 'sale.international.chooseOperator', paths.internationalCountry('PHL')],
  ['denomination-not-found', 'sale.international.chooseAmount', paths.internationalAmount('PHL', '401', 'load-300')],
  ['number-invalid', 'sale.changeNumber', paths.internationalProvider('PHL', '401')],
] as const)(
  'an international top-up that our rules reject says why, and leads to the fix: %s',
  async (code, way, to) => {
    const { place } = open(asked(), refuses(code))
    expect(await screen.findByRole('heading', { level: 2, name: text('sale.nothingCharged') })).toBeInTheDocument()
    await press(text(way))
    expect(place.path).toBe(to)
    expect(useInternationalDraft.getState().number).toBe('+639175550142')
  },
)

it('an international top-up that our rules reject without a fault of its own is requested again under the same id', async () => {
  const id = asked()
  const { seen } = open(id, refuses('service-unreachable'))
  await press(text('sale.international.tryAgain'))
  const puts = () => seen.filter(({ method }) => method === 'PUT').map(({ path }) => path)
  await waitFor(() => expect(puts()).toEqual([`/api/sales/${id}`, `/api/sales/${id}`]))
})

it('an international top-up with a changed price shows both prices, and continues only at the new one', async () => {
  const id = asked()
  const pays = money(decimal('22.58'), 'AED')
  let isOpened = false
  const { seen } = open(id, (method, _, body) => {
    const { shown } = (body ?? {}) as { shown?: { amount: string } }
    isOpened ||= method === 'PUT' && shown?.amount === '22.58'
    if (isOpened) return { body: anInternationalSale({ id, pays }) }
    return method === 'PUT' ? refusal(409, 'price-changed', { pays }) : undefined
  })
  expect(await screen.findByRole('heading', { name: text('failure.price-changed') })).toBeInTheDocument()
  expect(screen.getByText('21.50')).toBeInTheDocument()
  await press(/^Review.*AED\u00a022\.58/)
  expect(await screen.findByRole('button', { name: /^Send top-up.*AED\u00a022\.58/ })).toBeInTheDocument()
  expect(seen.filter(({ method }) => method === 'PUT').at(-1)).toMatchObject({
    path: `/api/sales/${id}`,
    body: { ...internationalContent, shown: pays },
  })
  expect(findSaleRequest(id)?.offer?.pays).toEqual(pays)
})

it('an international top-up that was rejected after a lost check is tried again with the same price under a new id', async () => {
  const sale = anInternationalSale({ state: 'refused', problem: { code: 'no-answer' } })
  const { place, seen } = shows(sale)
  await press(startingWith('sale.international.tryAgain'))
  await waitFor(() => expect(seen.some(({ method }) => method === 'PUT')).toBe(true))
  const id = findSaleId(place.path.replace('/sale/', ''))
  expect(id).not.toBe(sale.id)
  expect(seen.find(({ method }) => method === 'PUT')).toMatchObject({ body: internationalContent })
  expect(id && findSaleRequest(id)?.offer).toMatchObject({ choice: { country: { id: 'PHL' } } })
})

it('an international top-up to another country names both countries, and leads to the detected one where it is sold', async () => {
  const problem = { code: 'country-differs', detected: 'Philippines' } as const
  const choice = { ...shownOffer.choice, country: { ...shownOffer.choice.country, id: 'IND', name: 'India' } }
  const { place } = shows(anInternationalSale({ state: 'refused', problem, international: choice }))
  await screen.findByText(text('sale.international.countryDiffers', { detected: 'Philippines', chosen: 'India' }))
  expect(screen.queryByText(text('sale.sameAgain'))).not.toBeInTheDocument()
  await press(/^Sell to Philippines/)
  expect(place.path).toBe(paths.internationalCountry('PHL'))
})

it('an international top-up to another country leads to all countries where the detected one is not sold', async () => {
  const problem = { code: 'country-differs', detected: 'Nauru' } as const
  const { place } = shows(anInternationalSale({ state: 'refused', problem }))
  await press(startingWith('sale.international.otherCountry'))
  expect(place.path).toBe(paths.international())
  expect(useInternationalDraft.getState().number).toBe('+639175550142')
})

it.each([
  { code: 'service-60', ways: [text('sale.changeNumber'), text('sale.otherOperator'), text('sale.sameAgain')] },
  { code: 'service-201', ways: [text('sale.changeNumber'), text('sale.otherOperator')] },
  { code: 'service-101', ways: [text('sale.otherOperator'), text('sale.changeAmount')] },
  { code: 'service-1001', ways: [text('sale.later'), text('sale.callSupervisor'), text('sale.elsewhere')] },
  { code: 'service-1200', ways: [text('sale.changeNumber'), text('sale.callSupervisor')] },
  { code: 'offline', ways: [text('sale.sameAgain'), text('sale.callSupervisor')] },
] as const)('an international top-up that was rejected with $code offers $ways', async ({ code, ways }) => {
  shows(anInternationalSale({ state: 'refused', problem: { code } }))
  const options = await screen.findByRole('region', { name: text('sale.options') })
  expect([...options.querySelectorAll('b')].map(({ textContent }) => textContent)).toEqual(ways)
  expect(screen.queryByRole('button', { name: /^Try again(?! later)/ })).not.toBeInTheDocument()
})

const sale = anInternationalSale({ state: 'succeeded', finalAt: NOW })
const showSold = () =>
  open(sale.id, (_, path) => ({ body: path.endsWith('/reveal') ? { receipt: null, voucher: null, sale } : sale }))

it('an international top-up that was sold can be sold again: its number and amount are filled in', async () => {
  const { place } = showSold()
  expect(await screen.findByText('Islanet, Philippines, AED 21.50')).toBeInTheDocument()
  await press(text('sale.again'))
  expect(place.path).toBe(paths.internationalAmount('PHL', '401', 'load-300'))
  expect(useInternationalDraft.getState()).toMatchObject({ number: '+639175550142', choice: { name: 'Load 300' } })
})

it('an international top-up that was sold leaves no data to the next customer', async () => {
  useInternationalDraft.getState().fill({ number: '+639175550142' })
  showSold()
  await press(startingWith('sale.nextCustomer'))
  expect(useInternationalDraft.getState().number).toBe('')
})

const islanet = { id: '401', name: 'Islanet' }
const lakbay = { id: '403', name: 'Lakbay' }

it.each([
  { says: 'by its name, whatever its id', named: { id: '9403', name: ' lakbay' }, found: lakbay },
  { says: 'by its name before another one’s id', named: { id: '401', name: 'Lakbay' }, found: lakbay },
  { says: 'by its id where it is named otherwise', named: { id: '403', name: 'Lakbay Telecom' }, found: lakbay },
  { says: 'by its id alone', named: { id: '401' }, found: islanet },
  { says: 'nowhere', named: { id: '777', name: 'Bulan' }, found: undefined },
])('findListed finds an operator that a check named: $says', ({ named, found }) => {
  expect(findListed(named, [islanet, lakbay])).toEqual(found)
})

it('findListed finds no operator before the list is loaded', () => {
  expect(findListed({ name: 'Lakbay' }, undefined)).toBeUndefined()
})
