// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'

import SellPage from '#browser/pages/sell/SellPage.tsx'
import { routes } from '#browser/paths.ts'
import { useDraft } from '#browser/sale/draft.ts'
import { HOME, rememberOperator } from '#browser/sale/international-habits.ts'
import { findSaleRequest } from '#browser/sale/sale-request.ts'
import type { Marks } from '#api/catalog.ts'
import type { RemainingLimits } from '#api/settings.ts'
import { decimal, money } from '#domain/money.ts'
import { findSaleId } from '#domain/sale/id.ts'
import { aSale, catalog } from '../../../support/a-shop.ts'
import { aSession, aStatus, proxyWith, refusal, tillSettings } from '../../../support/fake-proxy.ts'
import { type FakeAnswer, press, renderPage } from '../../../support/render-page.tsx'
import { startingWith, text } from '../../../support/texts.ts'

const user = userEvent.setup()
const proxy = proxyWith((_, path) => (path === '/api/sales' ? { body: { sales: [] } } : undefined))

const SHELVES = Object.fromEntries(
  [routes.sell, routes.category, routes.product, routes.service].map((path) => [path, <SellPage key={path} />]),
)

const sell = (at: string, answers: Record<string, FakeAnswer> = {}) =>
  renderPage(SHELVES, { at, proxy: (method, path, body) => answers[path] ?? proxy(method, path, body) })

beforeEach(() => {
  useDraft.getState().clear()
  localStorage.clear()
})

it('the products page without products while selling is stopped leads to the reason, and promises no next try', async () => {
  sell('/sell', {
    '/api/catalog': refusal(503, 'service-unreachable'),
    '/api/status': { body: aStatus({ service: 'stopped', reason: 'signature' }) },
  })
  expect(await screen.findByText(text('storefront.failed'))).toBeInTheDocument()
  expect(await screen.findByText(text('failure.selling-stopped'))).toBeInTheDocument()
  expect(screen.queryByText(text('storefront.failedHint'))).not.toBeInTheDocument()
})

it('a pasted number in any usual form leads from the products page to a review', async () => {
  const { place } = sell('/sell')
  await press(/Mobile recharge/)
  await press(/Qamra\s+Recharge/)
  await user.click(screen.getByLabelText(text('ticket.mobileNumber')))
  await user.paste('+971 (0)50 123-4567')
  expect(screen.getByLabelText(text('ticket.mobileNumber'))).toHaveProperty('value', '50 123 4567')
  await user.click(screen.getByRole('button', { name: '50' }))
  await user.click(screen.getByRole('button', { name: /^Review.*AED 50\.00/ }))
  const id = findSaleId(place.path.replace('/sale/', ''))
  expect(id && findSaleRequest(id)).toMatchObject({
    stage: 'asked',
    tileId: '2',
    content: { kind: 'direct', serviceId: 'qamra', amount: '50', account: '971501234567' },
  })
})

it('a complete number that is pasted replaces the digits already in the field', async () => {
  const { place } = sell('/sell')
  await user.type(await screen.findByLabelText(/enter a number/i), '0501')
  await user.paste('00 971 50 123 4567')
  expect(useDraft.getState().number).toBe('00971501234567')
  await user.paste('\u202a+63 917 555 0142')
  // The tile leads to another page and shows no fault in the meantime.
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  await waitFor(() => expect(place.path).toBe('/sell/international'))
})

it('the products page gives a number of another country to the international pages, and keeps one of this country', async () => {
  const { place } = sell('/sell')
  await screen.findByLabelText(/enter a number/)
  await user.keyboard('+97')
  expect(place.path).toBe('/sell')
  await user.keyboard('150')
  expect(screen.getByLabelText(/enter a number/)).toHaveProperty('value', '50')
  await user.clear(screen.getByLabelText(/enter a number/))
  await user.keyboard('006')
  await waitFor(() => expect(place.path).toBe('/sell/international'))
  expect(useDraft.getState().number).toBe('006')
})

it('the product of international top-ups leads to the international pages', async () => {
  const bridge = { ...catalog.services[0]!, id: 'international-bridge', kind: 'international' as const }
  const body = { ...catalog, services: [bridge] }
  const { place } = sell('/sell/service/international-bridge', { '/api/catalog': { body } })
  await waitFor(() => expect(place.path).toBe('/sell/international'))
})

it('the ticket says what is missing, one thing at a time, instead of a review', async () => {
  sell('/sell/product/2')
  await screen.findByRole('button', { name: text('ticket.enterNumber') })
  expect(screen.getByText(text('storefront.numberStays'))).toBeInTheDocument()
  await user.keyboard('0501')
  expect(screen.getByText('6 digits to go')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: text('ticket.finishNumber') }))
  await user.keyboard('234567{Enter}')
  expect(screen.getByLabelText(text('ticket.amount'))).toHaveFocus()
  await user.keyboard('52')
  expect(screen.getByText('Must be in steps of 5: try 50 or 55')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: text('ticket.fixAmount') })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Use AED 55' }))
  expect(screen.getByRole('button', { name: /^Review.*AED 55\.00/ })).toBeInTheDocument()
})

it('the ticket keeps number and allowed amount when another product is selected, and needs none for a fixed amount', async () => {
  useDraft.getState().fill({ serviceId: 'qamra', number: '0501234567', amount: '20' })
  sell('/sell/product/2')
  await press(/Qamra Data/)
  expect(screen.getByLabelText(text('ticket.mobileNumber'))).toHaveProperty('value', '50 123 4567')
  expect(screen.queryByLabelText(text('ticket.amount'))).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: /^Review.*AED 45\.00/ })).toBeInTheDocument()
})

it('the keypad types into the active field, leaves the caret behind the changed digit, and continues with the amount', async () => {
  sell('/sell/product/2')
  const pad = within(await screen.findByRole('group', { name: text('shell.keypad') }))
  const type = (digits: string) =>
    [...digits].forEach((digit) => fireEvent.click(pad.getByRole('button', { name: digit })))
  type('501234')
  const input = screen.getByLabelText<HTMLInputElement>(text('ticket.mobileNumber'))
  expect(input).toHaveValue('50 123 4')
  input.setSelectionRange(4, 4)
  await user.keyboard('9')
  expect(input).toHaveValue('50 192 34')
  expect(input.selectionStart).toBe(5)
  await user.click(pad.getByRole('button', { name: text('storefront.clearSearch') }))
  expect(input).toHaveValue('')
  type('50123456725')
  expect(input).toHaveValue('50 123 4567')
  expect(screen.getByLabelText(text('ticket.amount'))).toHaveValue('25')
})

it('the ticket shows what the customer has to know first, and asks twice about a number that is not a mobile number', async () => {
  useDraft.getState().fill({ serviceId: 'qamra', number: '41234567', amount: '20' })
  sell('/sell/product/2')
  expect(await screen.findByText('Works in the UAE only.')).toBeInTheDocument()
  expect(screen.getByText(text('ticket.notMobile'))).toBeInTheDocument()
  expect(screen.getByRole('button', { name: startingWith('ticket.review') })).toBeInTheDocument()
})

it('the ticket is empty after a review was left, and keeps its number only on request', async () => {
  useDraft.getState().fill({ serviceId: 'qamra', number: '0501234567', amount: '20' })
  useDraft.getState().markReviewed()
  sell('/sell')
  expect(await screen.findByText(/^Keep .*50 123 4567.*\?$/)).toBeInTheDocument()
  expect(screen.getByLabelText(/enter a number/)).toHaveValue('')
  expect(useDraft.getState()).toMatchObject({ number: '', amount: '' })
  await user.click(screen.getByRole('button', { name: text('ticket.keep') }))
  expect(screen.getByLabelText(/enter a number/)).toHaveValue('50 123 4567')
  expect(screen.queryByText(startingWith('ticket.keep'))).not.toBeInTheDocument()
})

it('the ticket forgets the number of an abandoned review with the next product', async () => {
  useDraft.getState().fill({ serviceId: 'qamra', number: '0501234567', amount: '20' })
  useDraft.getState().markReviewed()
  sell('/sell')
  await press(/Mobile recharge/)
  await press(/Qamra\s+Recharge/)
  expect(screen.getByLabelText(text('ticket.mobileNumber'))).toHaveValue('')
  expect(useDraft.getState().left).toBeUndefined()
})

it('the ticket says that an amount is above a limit, and still leads to the review', async () => {
  const limits: RemainingLimits = { limits: [{ of: 'person', kind: 'perDay', left: money(decimal('20'), 'AED') }] }
  useDraft.getState().setNumber('0501234567')
  sell('/sell/product/2', { '/api/limits/remaining': { body: limits } })
  await user.type(await screen.findByLabelText(text('ticket.amount')), '20')
  expect(screen.queryByText(/^Above your limit/)).not.toBeInTheDocument()
  await user.clear(screen.getByLabelText(text('ticket.amount')))
  await user.type(screen.getByLabelText(text('ticket.amount')), '25')
  expect(await screen.findByText(text('ticket.aboveLimit.person'))).toBeInTheDocument()
  expect(screen.getByRole('button', { name: /^Review.*AED 25\.00/ })).toHaveAttribute('aria-disabled', 'false')
})

it('the quick amounts do not change while a ticket is open', async () => {
  const amount = money(decimal('500'), 'AED')
  const sales = [aSale({ state: 'succeeded', amount, pays: amount, terminal: { id: 'w', name: 'Window' } })]
  const { seen } = sell('/sell/product/2', { '/api/sales': { body: { sales } } })
  const chips = within(await screen.findByRole('group', { name: text('ticket.quickAmounts') }))
  const texts = () => chips.getAllByRole('button').map(({ textContent }) => textContent)
  const before = texts()
  await waitFor(() => expect(seen.map(({ path }) => path)).toContain('/api/sales'))
  await user.keyboard('0501')
  expect(texts()).toEqual(before)
})

it('the probable operator of a number is offered at one tap, and only as probable', async () => {
  rememberOperator(HOME, '501999999', 'Qamra')
  const { place } = sell('/sell')
  await user.type(await screen.findByLabelText(/enter a number/), '05012')
  await press('Probably Qamra')
  await waitFor(() => expect(place.path).toBe('/sell/product/2'))
  expect(useDraft.getState().number).toBe('5012')
})

it('the cross empties the search', async () => {
  sell('/sell')
  await user.type(await screen.findByLabelText(/enter a number/), 'pixel')
  await user.click(screen.getByRole('button', { name: text('storefront.clearSearch') }))
  expect(screen.getByLabelText(/enter a number/)).toHaveValue('')
  expect(screen.getByLabelText(/enter a number/)).toHaveFocus()
})

it('the address of a product that is not available leads nowhere', async () => {
  sell('/sell/product/77')
  expect(await screen.findByText(text('ticket.notSellable'))).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: startingWith('ticket.review') })).not.toBeInTheDocument()
})

type Till = { walletMarks?: boolean; isKiosk?: true }

const sellMarked = (marks: Marks, { walletMarks = true, isKiosk }: Till = {}) => {
  const terminal = { id: 't', name: 'Counter', ...(isKiosk && { isKiosk }) }
  const session = aSession({ terminal, settings: { ...tillSettings, walletMarks } })
  return sell('/sell', { '/api/catalog/affordability': { body: marks }, '/api/session': { body: session } })
}

const said = text('ticket.beyondWallet')
const qamra = () => screen.findByRole('button', { name: /Qamra\s+Recharge/ })
const openCategory = async () => user.click(await screen.findByRole('button', { name: /Mobile recharge/ }))

it('a marked product says so on its tile and ticket, and can still be selected', async () => {
  sellMarked({ services: ['qamra'] })
  await openCategory()
  expect(await within(await qamra()).findByRole('img', { name: said })).toBeVisible()
  await user.click(await qamra())
  expect((await screen.findAllByText(said)).length).toBeGreaterThan(0)
})

it('a marked product says so in the search results, and can still be selected', async () => {
  sellMarked({ services: ['qamra'] })
  await user.type(await screen.findByRole('combobox'), 'qamra')
  const found = await screen.findByRole('option', { name: /Qamra\s+Recharge/ })
  expect(await within(found).findByRole('img', { name: said })).toBeVisible()
  await user.click(found)
  expect(await screen.findByLabelText(text('ticket.amount'))).toBeVisible()
})

it('an amount is marked from the price that the server named, and not below it', async () => {
  sellMarked({ services: [], from: money(decimal('60'), 'AED') })
  await openCategory()
  await user.click(await qamra())
  await user.type(await screen.findByLabelText(text('ticket.amount')), '55')
  expect(screen.queryByText(said)).toBeNull()
  await user.clear(screen.getByLabelText(text('ticket.amount')))
  await user.type(screen.getByLabelText(text('ticket.amount')), '60')
  expect(await screen.findByText(said)).toBeVisible()
})

it.each<Till>([{ walletMarks: false }, { isKiosk: true }])('with %j nothing is read or marked', async (till) => {
  const { seen } = sellMarked({ services: ['qamra'] }, till)
  await openCategory()
  await qamra()
  expect(seen.filter(({ path }) => path === '/api/catalog/affordability')).toEqual([])
  expect(screen.queryByRole('img', { name: said })).toBeNull()
})
