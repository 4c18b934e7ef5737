// @vitest-environment happy-dom
import { fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'

import { useNumberKeys } from '#browser/pages/sell/NumberEntry.tsx'
import SellPage from '#browser/pages/sell/SellPage.tsx'
import { paths, routes } from '#browser/paths.ts'
import { useDraft } from '#browser/sale/draft.ts'
import { closeSearch, useSearch } from '#browser/lib/search.ts'
import { HOME, rememberOperator } from '#browser/sale/international/international-habits.ts'
import { findSaleRequest } from '#browser/sale/sale-request.ts'
import type { Marks } from '#api/catalog.ts'
import type { RemainingLimits } from '#api/settings.ts'
import { decimal, money } from '#domain/money/money.ts'
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

const findNumber = () => screen.findByLabelText(text('ticket.mobileNumber'))

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
  const id = findSaleId(place.path.replace('/sale/', ''))
  expect(id && findSaleRequest(id)).toMatchObject({
    stage: 'asked',
    tileId: '2',
    content: { kind: 'direct', serviceId: 'qamra', amount: '50', account: '971501234567' },
  })
})

it('a complete number that is pasted replaces the digits already in the field', async () => {
  const { place } = sell('/sell')
  await user.type(await findNumber(), '0501')
  await user.paste('00 971 50 123 4567')
  expect(useDraft.getState().number).toBe('00971501234567')
  await user.paste('\u202a+63 917 555 0142')
  // The tile leads to another page and shows no fault in the meantime.
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  await waitFor(() => expect(place.path).toBe('/sell/international'))
})

it('the products page gives a number of another country to the international pages, and keeps one of this country', async () => {
  const { place } = sell('/sell')
  await findNumber()
  await user.keyboard('+97')
  expect(place.path).toBe('/sell')
  await user.keyboard('150')
  expect(await findNumber()).toHaveProperty('value', '50')
  await user.clear(await findNumber())
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
  await user.click(screen.getByRole('button', { name: 'Use AED\u00a055' }))
  expect(screen.getByRole('button', { name: /^Review.*AED\u00a055\.00/ })).toBeInTheDocument()
})

it('the ticket keeps number and allowed amount when another product is selected, and needs none for a fixed amount', async () => {
  useDraft.getState().fill({ serviceId: 'qamra', number: '0501234567', amount: '20' })
  sell('/sell/product/2')
  await press(/Qamra Data/)
  expect(screen.getByLabelText(text('ticket.mobileNumber'))).toHaveProperty('value', '50 123 4567')
  expect(screen.queryByLabelText(text('ticket.amount'))).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: /^Review.*AED\u00a045\.00/ })).toBeInTheDocument()
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
  await user.click(pad.getByRole('button', { name: text('shell.key.clear') }))
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
  expect(await findNumber()).toHaveValue('')
  expect(useDraft.getState()).toMatchObject({ number: '', amount: '' })
  await user.click(screen.getByRole('button', { name: text('ticket.keep') }))
  expect(await findNumber()).toHaveValue('50 123 4567')
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
  expect(screen.getByRole('button', { name: /^Review.*AED\u00a025\.00/ })).toHaveAttribute('aria-disabled', 'false')
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

/** A second operator, and a code with one price. */
const withMore = {
  '/api/catalog': {
    body: {
      ...catalog,
      tiles: [
        ...catalog.tiles,
        { id: '4', type: 'product', name: 'Velto', isActive: true, action: { kind: 'sell', serviceId: 'velto' } },
        { id: '5', type: 'product', name: 'Orbyte 50', isActive: true, action: { kind: 'sell', serviceId: 'orbyte' } },
      ],
      services: [
        ...catalog.services,
        { ...catalog.services[0]!, id: 'velto', name: 'Velto Recharge', brand: 'Velto' },
        {
          ...catalog.services[1]!,
          id: 'orbyte',
          name: 'Orbyte 50',
          brand: 'Orbyte',
          kind: 'voucher' as const,
          isAccountRequired: false,
        },
      ],
    },
  },
}
const requestAt = (path: string) => {
  const id = findSaleId(path.replace('/sale/', ''))
  return id && findSaleRequest(id)
}
const operators = () => within(screen.getByRole('group', { name: text('quick.operators') }))
const names = () =>
  operators()
    .getAllByRole('button')
    .map((key) => key.querySelector('bdi')?.textContent)

it('the amounts of the probable operator are keys from the fourth digit, and one press is the review of a complete number', async () => {
  rememberOperator(HOME, '501999999', 'Velto')
  const { place } = sell('/sell', withMore)
  await user.type(await findNumber(), '05012')
  const keys = within(await screen.findByRole('region', { name: 'Probably Velto' }))
  expect(keys.getByRole('button', { name: '50' })).toHaveAttribute('aria-disabled', 'true')
  await user.click(keys.getByRole('button', { name: '50' }))
  expect(place.path).toBe('/sell')
  expect(await findNumber()).toHaveFocus()
  await user.keyboard('34567')
  await user.click(keys.getByRole('button', { name: '50' }))
  expect(requestAt(place.path)).toMatchObject({
    tileId: '4',
    content: { kind: 'direct', serviceId: 'velto', amount: '50', account: '971501234567' },
  })
})

it('the operators keep their places while a number is typed, even if another one becomes probable', async () => {
  rememberOperator(HOME, '501999999', 'Velto')
  sell('/sell', withMore)
  await user.type(await findNumber(), '05012')
  await screen.findByRole('region', { name: 'Probably Velto' })
  expect(names()).toEqual(['Velto', 'Qamra'])
  rememberOperator(HOME, '501999999', 'Qamra')
  await user.keyboard('34')
  const amounts = screen.getByRole('region', { name: 'Probably Velto' })
  const row = screen.getByRole('group', { name: text('quick.operators') })
  expect(row.compareDocumentPosition(amounts)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await user.click(operators().getByRole('button', { name: 'Qamra' }))
  expect(names()).toEqual(['Velto', 'Qamra'])
  expect(screen.getByRole('region', { name: 'Qamra' })).toBeInTheDocument()
  await user.keyboard('{Escape}05012')
  expect(await screen.findByRole('region', { name: 'Probably Qamra' })).toBeInTheDocument()
  expect(names()).toEqual(['Qamra', 'Velto'])
})

it('Enter takes the ticket of the probable operator, with the number', async () => {
  rememberOperator(HOME, '501999999', 'Velto')
  const { place } = sell('/sell', withMore)
  await user.type(await findNumber(), '05012')
  await screen.findByRole('region', { name: 'Probably Velto' })
  await user.keyboard('{Enter}')
  expect(place.path).toBe('/sell')
  await user.keyboard('34567{Enter}')
  await waitFor(() => expect(place.path).toBe('/sell/product/4'))
  expect(screen.getByLabelText(text('ticket.mobileNumber'))).toHaveValue('50 123 4567')
})

it('keys that are typed until the ticket is shown are its amount, and leave the number unchanged', () => {
  useDraft.getState().setNumber('0501234567')
  const { result } = renderHook(() => useNumberKeys({ current: null }, () => {}))
  result.current.take('qamra')
  result.current.onDigit('5')
  result.current.onDigit('0')
  expect(useDraft.getState()).toMatchObject({ number: '0501234567', amount: '50', serviceId: 'qamra' })
  result.current.onDelete()
  expect(useDraft.getState()).toMatchObject({ number: '0501234567', amount: '5' })
  result.current.reset()
  result.current.onDelete()
  expect(useDraft.getState().number).toBe('50123456')
})

it('without a probable operator, Enter moves to the operators, a digit chooses one, and Other amount leads to its ticket', async () => {
  const { place } = sell('/sell', withMore)
  await user.type(await findNumber(), '05012')
  await waitFor(() => expect(names()).toEqual(['Qamra', 'Velto']))
  expect(screen.queryByRole('button', { name: text('quick.otherAmount') })).not.toBeInTheDocument()
  await user.keyboard('34567{Enter}')
  expect(operators().getByRole('button', { name: 'Qamra' })).toHaveFocus()
  await user.keyboard('2')
  const keys = within(await screen.findByRole('region', { name: 'Velto' }))
  expect(keys.getAllByRole('button')[1]).toHaveFocus()
  await user.click(keys.getByRole('button', { name: text('quick.otherAmount') }))
  await waitFor(() => expect(place.path).toBe('/sell/product/4'))
})

it('a letter on the first page or in its number field opens the search, and a complete number stays', async () => {
  sell('/sell', withMore)
  await user.type(await findNumber(), '0501234567')
  await user.keyboard('velto')
  expect(useSearch.getState().text).toBe('velto')
  expect(await findNumber()).toHaveValue('50 123 4567')
  closeSearch()
  ;(document.activeElement as HTMLElement).blur()
  await user.keyboard('q')
  expect(useSearch.getState().text).toBe('q')
})

it('a code with one price goes from its tile to the review, and to its ticket if something was entered for it', async () => {
  const { place } = sell('/sell', withMore)
  await press(/^Orbyte 50/)
  expect(requestAt(place.path)).toMatchObject({
    tileId: '5',
    content: { kind: 'voucher', serviceId: 'orbyte', amount: '45' },
  })
  useDraft.getState().fill({ serviceId: 'orbyte', quantity: 3 })
  const { place: again } = sell('/sell', withMore)
  await press(/^Orbyte 50/)
  await waitFor(() => expect(again.path).toBe('/sell/product/5'))
})

it('a press counts before the URL of a category is rendered, and not once the next page is on its way', async () => {
  const { place } = sell('/sell', withMore)
  const code = await screen.findByRole('button', { name: /^Orbyte 50/ })
  // The browser has the new URL before the router renders it.
  window.history.pushState(null, '', '/sale/01J00000000000000000000000')
  await user.click(code)
  expect(place.path).toBe('/sell')
  window.history.pushState(null, '', paths.category('1'))
  await user.click(code)
  expect(requestAt(place.path)).toMatchObject({ tileId: '5' })
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
