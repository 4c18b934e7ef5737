// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'

import { useDraft } from '#browser/sale/draft.ts'
import { paths, routes } from '#browser/paths.ts'
import { findSaleRequest } from '#browser/sale/sale-request.ts'
import SellPage from '#browser/pages/sell/SellPage.tsx'
import { proxyPaths } from '#contract/proxy/paths.ts'
import { findSaleId } from '#domain/sale/id.ts'
import { voucherCatalogue } from '../../../support/a-voucher.ts'
import { proxyWith } from '../../../support/fake-proxy.ts'
import { renderPage } from '../../../support/render-page.tsx'
import { startingWith, text } from '../../../support/texts.ts'

const TILES = { fixed: '11', ranged: '12', account: '13', accountRanged: '14' }

const SHELVES = Object.fromEntries(
  [routes.sell, routes.category, routes.product, routes.service].map((path) => [path, <SellPage key={path} />]),
)

const sell = (at: string) => {
  const others = proxyWith((_, path) => (path === proxyPaths.sales ? { body: { sales: [] } } : undefined))
  const proxy: typeof others = (method, path, body) =>
    path === proxyPaths.catalogue ? { body: voucherCatalogue } : others(method, path, body)
  return renderPage(SHELVES, { at, proxy })
}

const ticketOf = (name: keyof typeof TILES) => sell(paths.product(TILES[name]))

const asked = (place: { path: string }) => {
  const id = findSaleId(place.path.replace('/sale/', ''))
  const request = id && findSaleRequest(id)
  if (request?.content.kind === 'international') throw new Error('no international sale was asked for')
  return request && { ...request, content: request.content }
}

beforeEach(() => useDraft.getState().clear())

describe('the ticket of a voucher of one value', () => {
  it('reviews nothing any more once the address is another one, though its successor is not there yet', async () => {
    const user = userEvent.setup()
    const { place } = ticketOf('fixed')
    const review = await screen.findByRole('button', { name: /^Review.*AED 20\.00/ })
    window.history.pushState(null, '', paths.product(TILES.ranged))
    await user.click(review)
    expect(place.path).toBe(paths.product(TILES.fixed))
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith('toptill-request'))).toEqual([])
  })

  it('has nothing to type: Enter asks for the review', async () => {
    const user = userEvent.setup()
    const { place } = ticketOf('fixed')
    const review = await screen.findByRole('button', { name: /^Review.*AED 20\.00/ })
    await waitFor(() => expect(review).toHaveFocus())
    expect(screen.queryByLabelText(text('ticket.amount'))).not.toBeInTheDocument()
    expect(screen.queryByRole('group', { name: text('shell.keypad') })).not.toBeInTheDocument()
    await user.keyboard('{Enter}')
    expect(asked(place)).toEqual({
      stage: 'asked',
      tileId: '11',
      content: { kind: 'voucher', serviceId: 'fixed', amount: '20' },
    })
  })

  it('of an order is for one code, whatever quantity was typed before, and carries the order', async () => {
    const user = userEvent.setup()
    useDraft.getState().fill({ serviceId: 'fixed', quantity: 3, orderId: '01JORDER' })
    const { place } = ticketOf('fixed')
    await user.click(await screen.findByRole('button', { name: /^Review.*AED 20\.00/ }))
    expect(screen.queryByRole('group', { name: text('ticket.quantity') })).not.toBeInTheDocument()
    expect(asked(place)).toEqual({
      stage: 'asked',
      tileId: '11',
      content: { kind: 'voucher', serviceId: 'fixed', amount: '20', orderId: '01JORDER' },
    })
  })

  it('is three presses away from its review, from the first shelf', async () => {
    const user = userEvent.setup()
    const { place } = sell('/sell')
    await user.click(await screen.findByRole('button', { name: /Gaming/ }))
    await user.click(await screen.findByRole('button', { name: /Pixelmoor 20/ }))
    await user.click(await screen.findByRole('button', { name: startingWith('ticket.review') }))
    expect(asked(place)?.content.serviceId).toBe('fixed')
  })

  it('sends no number that was typed for something else, and keeps what is typed now above the shelves', async () => {
    const user = userEvent.setup()
    useDraft.getState().setNumber('0501234567')
    const { place } = ticketOf('fixed')
    await screen.findByRole('button', { name: startingWith('ticket.review') })
    await user.keyboard('{Enter}')
    expect(asked(place)?.content).not.toHaveProperty('account')
    expect(useDraft.getState().number).toBe('0501234567')
  })

  it('loses no digit: without a field for it, it is the next number', async () => {
    const user = userEvent.setup()
    ticketOf('fixed')
    await screen.findByRole('button', { name: startingWith('ticket.review') })
    await user.keyboard('0501')
    expect(useDraft.getState().number).toBe('501')
  })

  it('goes back to the shelf with Esc, and forgets what was chosen', async () => {
    const user = userEvent.setup()
    const { place } = ticketOf('fixed')
    await user.click(await screen.findByRole('button', { name: text('ticket.more') }))
    await user.keyboard('{Escape}')
    expect(place.path).toBe(paths.category('10'))
    expect(useDraft.getState()).toMatchObject({ quantity: 1, serviceId: undefined })
  })
})

describe('a typed number', () => {
  const STAYS = text('storefront.numberStays')

  it('is said to stay where an account is asked for, and not where none is', async () => {
    const { unmount } = ticketOf('account')
    expect(await screen.findByText(STAYS)).toBeInTheDocument()
    unmount()
    ticketOf('fixed')
    await screen.findByRole('button', { name: startingWith('ticket.review') })
    expect(screen.queryByText(STAYS)).not.toBeInTheDocument()
  })
})

describe('the ticket of a voucher of many values', () => {
  it('takes the amount like a recharge, with digits typed anywhere', async () => {
    const user = userEvent.setup()
    const { place } = ticketOf('ranged')
    expect(await screen.findByText('AED 50 to 500, steps of 50')).toBeInTheDocument()
    screen.getByLabelText(text('ticket.amount')).blur()
    await user.keyboard('120')
    expect(screen.getByText('Steps of 50: try 100 or 150')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Use AED 150' }))
    await user.click(screen.getByRole('button', { name: /^Review.*AED 150\.00/ }))
    expect(asked(place)?.content).toEqual({ kind: 'voucher', serviceId: 'ranged', amount: '150' })
  })
})

describe('the ticket of a voucher for an account', () => {
  it.each([
    { typed: 'amal@example.ae', said: text('ticket.contact.email'), account: 'amal@example.ae' },
    { typed: '050 123 4567', said: text('ticket.contact.phone'), account: '971501234567' },
    { typed: '+44 7911 123456', said: text('ticket.contact.phone'), account: '+447911123456' },
  ])('says of "$typed" that it is an $said, and sends it', async ({ typed, said, account }) => {
    const user = userEvent.setup()
    const { place } = ticketOf('account')
    const field = await screen.findByLabelText(text('ticket.contact'))
    expect(screen.getByRole('button', { name: text('ticket.enterAccount') })).toBeInTheDocument()
    await user.type(field, typed)
    expect(screen.getByText(said)).toBeInTheDocument()
    await user.keyboard('{Enter}')
    expect(asked(place)?.content).toEqual({ kind: 'voucher', serviceId: 'account', amount: '20', account })
  })

  it('says nothing before the end, and leads back to what is unfinished or wrong', async () => {
    const user = userEvent.setup()
    ticketOf('account')
    const field = await screen.findByLabelText(text('ticket.contact'))
    await user.type(field, 'amal@')
    expect(screen.queryByText(text('ticket.contactProblem.not-email'))).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: text('ticket.finishAccount.email') }))
    expect(field).toHaveFocus()
    await user.type(field, ' twice')
    expect(screen.getByText(text('ticket.contactProblem.not-email'))).toBeInTheDocument()
    expect(screen.getByRole('button', { name: text('ticket.fixAccount') })).toBeInTheDocument()
  })

  it('is filled with the number that was typed before the product was picked', async () => {
    useDraft.getState().setNumber('0501234567')
    ticketOf('account')
    const field = await screen.findByLabelText(text('ticket.contact'))
    expect(field).toHaveProperty('value', '+971 50 123 4567')
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(startingWith('ticket.review')))
  })

  it('feeds the account from the keypad and from anywhere, then asks for the amount', async () => {
    const user = userEvent.setup()
    const { place } = ticketOf('accountRanged')
    const field = await screen.findByLabelText(text('ticket.contact'))
    const pad = within(screen.getByRole('group', { name: text('shell.keypad') }))
    for (const digit of '05012345') await user.click(pad.getByRole('button', { name: digit }))
    await user.click(document.body)
    await user.keyboard('67')
    expect(field).toHaveProperty('value', '0501234567')
    await user.click(screen.getByRole('button', { name: text('ticket.enterAmount') }))
    expect(screen.getByLabelText(text('ticket.amount'))).toHaveFocus()
    await user.keyboard('30{Enter}')
    expect(asked(place)?.content).toMatchObject({ amount: '30', account: '971501234567' })
  })
})

describe('a customer', () => {
  it('is sent when entered, and left out when taken away', async () => {
    const user = userEvent.setup()
    const { place } = ticketOf('fixed')
    await user.click(await screen.findByRole('button', { name: text('ticket.addCustomer') }))
    const field = screen.getByLabelText(text('ticket.customer'))
    expect(field).toHaveFocus()
    await user.type(field, '0501')
    expect(screen.getByRole('button', { name: text('ticket.finishCustomer.phone') })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: text('ticket.dropCustomer') }))
    expect(screen.queryByLabelText(text('ticket.customer'))).not.toBeInTheDocument()

    await user.click(screen.getByRole('button', { name: text('ticket.addCustomer') }))
    await user.type(screen.getByLabelText(text('ticket.customer')), 'amal@example.ae{Enter}')
    expect(asked(place)?.content).toEqual({
      kind: 'voucher',
      serviceId: 'fixed',
      amount: '20',
      customer: 'amal@example.ae',
    })
  })
})

describe('a quantity', () => {
  it('is one to ten codes, with the total on the action', async () => {
    const user = userEvent.setup()
    ticketOf('fixed')
    const fewer = await screen.findByRole('button', { name: text('ticket.fewer') })
    const more = screen.getByRole('button', { name: text('ticket.more') })
    expect(fewer).toHaveAttribute('aria-disabled', 'true')
    for (let press = 0; press < 11; press++) await user.click(more)
    expect(screen.getByText('10 codes')).toBeInTheDocument()
    expect(more).toHaveAttribute('aria-disabled', 'true')
    await user.click(fewer)
    expect(screen.getByRole('button', { name: /^Review.*AED 180\.00/ })).toBeInTheDocument()
  })

  it('asks for the quantity under one id, with the request kept', async () => {
    const user = userEvent.setup()
    const { place } = ticketOf('fixed')
    const more = await screen.findByRole('button', { name: text('ticket.more') })
    await user.click(more)
    await user.click(more)
    await user.click(screen.getByRole('button', { name: /^Review.*AED 60\.00/ }))
    const id = place.path.replace('/batch/', '')
    expect(place.path).toBe(paths.batch(id))
    expect(findSaleRequest(id)).toMatchObject({
      stage: 'asked',
      count: 3,
      content: { kind: 'voucher', serviceId: 'fixed', amount: '20' },
    })
  })

  it('begins at one again with another product', async () => {
    const user = userEvent.setup()
    ticketOf('fixed')
    await user.click(await screen.findByRole('button', { name: text('ticket.more') }))
    await user.click(screen.getByRole('button', { name: /Pixelmoor Pay/ }))
    expect(await screen.findByLabelText(text('ticket.amount'))).toBeInTheDocument()
    expect(screen.getByText('1 code')).toBeInTheDocument()
  })
})
