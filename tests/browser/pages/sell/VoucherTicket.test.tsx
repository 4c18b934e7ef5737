// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'

import { useDraft } from '#browser/sale/draft.ts'
import { paths, routes } from '#browser/paths.ts'
import { findSaleRequest } from '#browser/sale/sale-request.ts'
import SellPage from '#browser/pages/sell/SellPage.tsx'
import { accountFromNumber, findVoucherBlockReason, noteOf } from '#browser/pages/sell/ContactField.tsx'
import type { AmountEntry } from '#browser/pages/sell/ticket-entry.ts'
import { findSaleId } from '#domain/sale/id.ts'
import { readContact } from '#domain/phone/contact.ts'
import { decimal } from '#domain/money/money.ts'
import { voucherCatalog } from '../../../support/a-voucher.ts'
import { proxyWith } from '../../../support/fake-proxy.ts'
import { press, renderPage } from '../../../support/render-page.tsx'
import { startingWith, text } from '../../../support/texts.ts'

const user = userEvent.setup()
const TILES = { fixed: '11', ranged: '12', account: '13', accountRanged: '14' }
const content = { kind: 'voucher', serviceId: 'fixed', amount: '20' } as const

const SHELVES = Object.fromEntries(
  [routes.sell, routes.category, routes.product, routes.service].map((path) => [path, <SellPage key={path} />]),
)

const noSales = (_: string, path: string) => (path === '/api/sales' ? { body: { sales: [] } } : undefined)
const proxy = proxyWith(noSales, { catalog: voucherCatalog })
const sell = (at: string) => renderPage(SHELVES, { at, proxy })

const ticketOf = (name: keyof typeof TILES) => sell(paths.product(TILES[name]))

const asked = (place: { path: string }) => {
  const id = findSaleId(place.path.replace('/sale/', ''))
  const request = id && findSaleRequest(id)
  if (request?.content.kind === 'international') throw new Error('no international sale was asked for')
  return request && { ...request, content: request.content }
}

const enter = async (field: HTMLElement, words: string) => {
  await user.click(field)
  await user.paste(words)
}

beforeEach(() => useDraft.getState().clear())

it('the ticket of a fixed voucher sends no review once the address has changed, even before the next page shows', async () => {
  const { place } = ticketOf('fixed')
  const review = await screen.findByRole('button', { name: /^Review.*AED\u00a020\.00/ })
  window.history.pushState(null, '', paths.product(TILES.ranged))
  await user.click(review)
  expect(place.path).toBe(paths.product(TILES.fixed))
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('toptill-request'))).toEqual([])
})

it('the ticket of a fixed voucher has nothing to type: Enter requests the review, without a number typed for something else', async () => {
  useDraft.getState().setNumber('0501234567')
  const { place } = ticketOf('fixed')
  const review = await screen.findByRole('button', { name: /^Review.*AED\u00a020\.00/ })
  await waitFor(() => expect(review).toHaveFocus())
  expect(screen.queryByLabelText(text('ticket.amount'))).not.toBeInTheDocument()
  expect(screen.queryByRole('group', { name: text('shell.keypad') })).not.toBeInTheDocument()
  await user.keyboard('{Enter}')
  expect(asked(place)).toEqual({ stage: 'asked', tileId: '11', content })
  expect(useDraft.getState().number).toBe('0501234567')
})

it('the ticket of a fixed voucher from an order is for one code, whatever quantity was typed before, and carries the order', async () => {
  useDraft.getState().fill({ serviceId: 'fixed', quantity: 3, orderId: '01JORDER' })
  const { place } = ticketOf('fixed')
  await press(/^Review.*AED\u00a020\.00/)
  expect(screen.queryByRole('group', { name: text('ticket.quantity') })).not.toBeInTheDocument()
  expect(asked(place)).toEqual({ stage: 'asked', tileId: '11', content: { ...content, orderId: '01JORDER' } })
})

it('the order that filled a ticket is not sold to another number', () => {
  useDraft.getState().fill({ serviceId: 'fixed', number: '0501234567', orderId: '01JORDER' })
  const { setNumber } = useDraft.getState()
  const orders = ['050 123 4567', '0501234568'].map((number) => (setNumber(number), useDraft.getState().orderId))
  expect(orders).toEqual(['01JORDER', undefined])
})

it('the ticket of a fixed voucher loses no digit: without a field for it, it goes to the next number', async () => {
  ticketOf('fixed')
  await screen.findByRole('button', { name: startingWith('ticket.review') })
  expect(screen.queryByText(text('storefront.numberStays'))).not.toBeInTheDocument()
  await user.keyboard('0501')
  expect(useDraft.getState().number).toBe('501')
})

it('the ticket of a fixed voucher goes back to the products with Esc, and forgets the selection', async () => {
  const { place } = ticketOf('fixed')
  await press(text('ticket.more'))
  await user.keyboard('{Escape}')
  expect(place.path).toBe(paths.category('10'))
  expect(useDraft.getState()).toMatchObject({ quantity: 1, serviceId: undefined })
})

it('the ticket of a voucher with several amounts takes the amount like a top-up, with digits typed anywhere', async () => {
  const { place } = ticketOf('ranged')
  expect(await screen.findByText('AED 50 to 500, in steps of 50')).toBeInTheDocument()
  screen.getByLabelText(text('ticket.amount')).blur()
  await user.keyboard('120')
  expect(screen.getByText('Must be in steps of 50: try 100 or 150')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Use AED\u00a0150' }))
  await user.click(screen.getByRole('button', { name: /^Review.*AED\u00a0150\.00/ }))
  expect(asked(place)?.content).toEqual({ kind: 'voucher', serviceId: 'ranged', amount: '150' })
})

it('the ticket of a voucher for an account repeats what was typed, and sends it in the form of a number', async () => {
  const { place } = ticketOf('account')
  const field = await screen.findByLabelText(text('ticket.contact'))
  expect(screen.getByText(text('storefront.numberStays'))).toBeInTheDocument()
  expect(screen.getByRole('button', { name: text('ticket.enterAccount') })).toBeInTheDocument()
  await enter(field, '050 123 4567')
  expect(screen.getByText(text('ticket.contact.phone'))).toBeInTheDocument()
  await user.keyboard('{Enter}')
  expect(asked(place)?.content).toEqual({ ...content, serviceId: 'account', account: '971501234567' })
})

it('the ticket of a voucher for an account shows no error early, and leads back to what is missing or wrong', async () => {
  ticketOf('account')
  const field = await screen.findByLabelText(text('ticket.contact'))
  await enter(field, 'amal@')
  expect(screen.queryByText(text('ticket.contactProblem.not-email'))).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: text('ticket.finishAccount.email') }))
  expect(field).toHaveFocus()
  await user.paste(' twice')
  expect(screen.getByText(text('ticket.contactProblem.not-email'))).toBeInTheDocument()
  expect(screen.getByRole('button', { name: text('ticket.fixAccount') })).toBeInTheDocument()
})

it('the ticket of a voucher for an account is filled with the number that was typed before the product was selected', async () => {
  useDraft.getState().setNumber('0501234567')
  ticketOf('account')
  const field = await screen.findByLabelText(text('ticket.contact'))
  expect(field).toHaveProperty('value', '+971 50 123 4567')
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(startingWith('ticket.review')))
})

it('the ticket of a voucher for an account takes the account from the keypad and from anywhere, then asks for the amount', async () => {
  const { place } = ticketOf('accountRanged')
  const field = await screen.findByLabelText(text('ticket.contact'))
  const pad = within(screen.getByRole('group', { name: text('shell.keypad') }))
  for (const digit of '05012345') fireEvent.click(pad.getByRole('button', { name: digit }))
  await user.click(document.body)
  await user.keyboard('67')
  expect(field).toHaveProperty('value', '0501234567')
  await user.click(screen.getByRole('button', { name: text('ticket.enterAmount') }))
  expect(screen.getByLabelText(text('ticket.amount'))).toHaveFocus()
  await user.keyboard('30{Enter}')
  expect(asked(place)?.content).toMatchObject({ amount: '30', account: '971501234567' })
})

it("a customer's contact is sent when entered, and left out when removed", async () => {
  const { place } = ticketOf('fixed')
  await press(text('ticket.addCustomer'))
  const field = screen.getByLabelText(text('ticket.customer'))
  expect(field).toHaveFocus()
  await enter(field, '0501')
  expect(screen.getByRole('button', { name: text('ticket.finishCustomer.phone') })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: text('ticket.dropCustomer') }))
  expect(screen.queryByLabelText(text('ticket.customer'))).not.toBeInTheDocument()

  await user.click(screen.getByRole('button', { name: text('ticket.addCustomer') }))
  await enter(screen.getByLabelText(text('ticket.customer')), 'amal@example.ae')
  await user.keyboard('{Enter}')
  expect(asked(place)?.content).toEqual({ ...content, customer: 'amal@example.ae' })
})

it('a quantity is one to ten codes with the total on the button, requested under one id, and the request is stored', async () => {
  const { place } = ticketOf('fixed')
  const fewer = await screen.findByRole('button', { name: text('ticket.fewer') })
  const more = screen.getByRole('button', { name: text('ticket.more') })
  expect(fewer).toHaveAttribute('aria-disabled', 'true')
  for (let press = 0; press < 11; press++) fireEvent.click(more)
  expect(screen.getByText('10 codes')).toBeInTheDocument()
  expect(more).toHaveAttribute('aria-disabled', 'true')
  await user.click(fewer)
  await user.click(screen.getByRole('button', { name: /^Review.*AED\u00a0180\.00/ }))
  const id = place.path.replace('/batch/', '')
  expect(place.path).toBe(paths.batch(id))
  expect(findSaleRequest(id)).toMatchObject({ stage: 'asked', count: 9, content })
})

it('a quantity starts at one again with another product', async () => {
  ticketOf('fixed')
  await press(text('ticket.more'))
  await user.click(screen.getByRole('button', { name: /Pixelmoor Pay/ }))
  expect(await screen.findByLabelText(text('ticket.amount'))).toBeInTheDocument()
  expect(screen.getByText('1 code')).toBeInTheDocument()
})

it.each([
  { typed: '', remark: undefined },
  { typed: '0501', remark: undefined },
  { typed: 'amal@', remark: undefined },
  { typed: '050 123 4567', remark: { message: 'ticket.contact.phone', isGood: true } },
  { typed: '+44 7911 123456', remark: { message: 'ticket.contact.phone', isGood: true } },
  { typed: 'amal@example.ae', remark: { message: 'ticket.contact.email', isGood: true } },
  { typed: 'two words', remark: { message: 'ticket.contactProblem.not-email', isBad: true } },
  { typed: '050 123 4567 8', remark: { message: 'ticket.contactProblem.too-long', isBad: true } },
])('the hint beside an account says which kind "$typed" is, or nothing yet', ({ typed, remark }) => {
  expect(noteOf(readContact(typed))).toEqual(remark)
})

it.each([
  { typed: '0501234567', account: '+971 50 123 4567' },
  { typed: '501234567', account: '+971 50 123 4567' },
  { typed: '+971 4 123 4567', account: '+971 4 123 4567' },
  { typed: '50', account: '+971 50' },
  { typed: '', account: '' },
  { typed: '0501234567890', account: '' },
])('a number typed before the product was selected $typed is the account "$account"', ({ typed, account }) => {
  expect(accountFromNumber(typed)).toBe(account)
})

it('a number typed before the product was selected means the same number as an account', () => {
  expect(readContact(accountFromNumber('050 123 4567'))).toEqual({ status: 'phone', text: '971501234567' })
})

const legal: AmountEntry = { status: 'legal', amount: decimal(50) }
const noAmount: AmountEntry = { status: 'empty' }

it.each([
  { account: undefined, amount: legal, customer: '', blockReason: undefined },
  { account: undefined, amount: noAmount, customer: '', blockReason: 'amount: ticket.enterAmount' },
  { account: '', amount: noAmount, customer: '', blockReason: 'account: ticket.enterAccount' },
  { account: 'amal@', amount: legal, customer: '', blockReason: 'account: ticket.finishAccount.email' },
  { account: '0501', amount: legal, customer: '', blockReason: 'account: ticket.finishAccount.phone' },
  { account: 'a b', amount: legal, customer: '', blockReason: 'account: ticket.fixAccount' },
  { account: 'amal@example.ae', amount: legal, customer: '', blockReason: undefined },
  { account: '0501234567', amount: noAmount, customer: '', blockReason: 'amount: ticket.enterAmount' },
  { account: undefined, amount: legal, customer: '0501', blockReason: 'customer: ticket.finishCustomer.phone' },
  { account: undefined, amount: legal, customer: 'amal@x', blockReason: 'customer: ticket.finishCustomer.email' },
  { account: undefined, amount: legal, customer: 'a b', blockReason: 'customer: ticket.fixCustomer' },
  { account: undefined, amount: legal, customer: '0501234567', blockReason: undefined },
])('account $account, customer $customer: $blockReason', ({ account, amount, customer, blockReason }) => {
  const found = findVoucherBlockReason({
    account: account === undefined ? undefined : readContact(account),
    amount,
    customer: readContact(customer),
  })
  expect(found && `${found.field}: ${found.message}`).toBe(blockReason)
})
