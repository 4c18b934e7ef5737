// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'

import SalePage from '#browser/pages/sale/SalePage.tsx'
import { paths, routes } from '#browser/paths.ts'
import { useCustomerDisplay } from '#browser/sale/customer-display.ts'
import type { TicketReply } from '#api/displays.ts'
import type { TerminalSettings } from '#api/settings.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { aed, aSale } from '../../../support/a-shop.ts'
import { aStatus, proxyWith, tillSettings } from '../../../support/fake-proxy.ts'
import { NOW } from '../../../support/now.ts'
import { press, renderPage } from '../../../support/render-page.tsx'
import { startingWith, text } from '../../../support/texts.ts'

const payments: TerminalSettings['payments'] = { methods: ['cash', 'card', 'other'], default: 'cash' }

function showSale(sale: Sale, settings: Partial<TerminalSettings> = { payments }, status = aStatus()) {
  const pending = { ...sale, version: sale.version + 1, state: 'pending' }
  const proxy = proxyWith(
    (_, path) => {
      if (!path.startsWith(`/api/sales/${sale.id}`)) return undefined
      return { body: path.endsWith('/confirm') ? pending : sale }
    },
    { settings: { ...tillSettings, ...settings }, status: () => ({ body: status }) },
  )
  const page = () => renderPage({ [routes.sale]: <SalePage /> }, { at: paths.sale(sale.id), proxy })
  const shown = page()
  const confirmed = async () => {
    await waitFor(() => expect(shown.seen.some(({ path }) => path.endsWith('/confirm'))).toBe(true))
    return shown.seen.find(({ path }) => path.endsWith('/confirm'))?.body
  }
  return { ...shown, page, confirmed }
}

const aReview = (changes: Partial<Sale> = {}) => aSale({ state: 'checked', ...changes })
const sendButton = () => screen.findByRole('button', { name: startingWith('sale.send') })
/** The review ignores presses that were meant for the previous page. */
const pressArmed = async (button: HTMLElement) => {
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'false'))
  await userEvent.click(button)
}

it("the payment of a review is the shop's default without a tap, and is sent with the sale", async () => {
  const sale = aReview()
  const { confirmed } = showSale(sale)
  const send = await sendButton()
  expect(await screen.findByRole('radio', { name: text('payment.cash') })).toBeChecked()
  expect(send).toHaveFocus()
  await pressArmed(send)
  expect(await confirmed()).toEqual({ version: sale.version, paymentMethod: 'cash' })
})

it.each<[string, Partial<TerminalSettings>, { paymentMethod?: string }]>([
  ['notes none', {}, {}],
  ['has only one method', { payments: { methods: ['card'], default: 'card' } }, { paymentMethod: 'card' }],
])('the payment of a review offers no choice where the shop %s', async (_, settings, sent) => {
  const sale = aReview()
  const { confirmed } = showSale(sale, settings)
  await pressArmed(await sendButton())
  expect(screen.queryByRole('radio')).not.toBeInTheDocument()
  expect(screen.queryByRole('group', { name: text('payment.given') })).not.toBeInTheDocument()
  expect(await confirmed()).toEqual({ version: sale.version, ...sent })
})

it('the payment by card hides the cash field, and Enter still sends after the tap', async () => {
  const sale = aReview()
  const { confirmed } = showSale(sale)
  const send = await sendButton()
  await userEvent.click(await screen.findByRole('radio', { name: text('payment.card') }))
  expect(screen.queryByRole('group', { name: text('payment.given') })).not.toBeInTheDocument()
  expect(send).toHaveFocus()
  await pressArmed(send)
  expect(await confirmed()).toEqual({ version: sale.version, paymentMethod: 'card' })
})

it('the payment of a review shows the change for the cash received, also after a reload', async () => {
  const sale = aReview({ amount: aed('45'), pays: aed('45') })
  const { page, unmount } = showSale(sale)
  await sendButton()
  await press('100')
  expect(screen.getByText(text('payment.change')).parentElement).toHaveTextContent('55.00')
  unmount()
  page()
  expect(await screen.findByRole('button', { name: '100' })).toHaveAttribute('aria-pressed', 'true')
})

it('the cash of a review is formatted with decimals and thousands, and its change has space from the start', async () => {
  showSale(aReview({ amount: aed('921.5'), pays: aed('921.5') }))
  const cashTendered = within(await screen.findByRole('group', { name: text('payment.given') }))
  expect(cashTendered.getAllByRole('button')[0]).toHaveAccessibleName(/921\.50$/)
  expect(screen.getByText(text('payment.change')).nextElementSibling).toHaveTextContent('–')
  await userEvent.click(cashTendered.getByRole('button', { name: '1,000' }))
  expect(screen.getByText(text('payment.change')).nextElementSibling).toHaveTextContent('78.50')
})

const type = async (amount: string) => {
  await press(text('payment.type', { amount: '' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText(text('payment.ofTotal', { amount: 'AED 50.00' })), amount)
  await userEvent.click(dialog.getByRole('button', { name: text('payment.done') }))
}

it('too little cash shows the missing amount and sends nothing until there is enough', async () => {
  const { seen, confirmed } = showSale(aReview())
  await sendButton()
  await type('40')
  const blocked = await screen.findByRole('button', { name: /10\.00/ })
  expect(blocked).toHaveAttribute('aria-disabled', 'true')
  await userEvent.click(blocked)
  expect(seen.map(({ path }) => path)).not.toContainEqual(expect.stringMatching(/confirm$/))
  await userEvent.click(screen.getByRole('button', { name: '100' }))
  await pressArmed(await sendButton())
  expect(await confirmed()).toMatchObject({ paymentMethod: 'cash', cashTendered: '100.00' })
})

it('the cash of a review is discarded when the customer pays by card', async () => {
  const { confirmed } = showSale(aReview())
  await sendButton()
  await press('100')
  await userEvent.click(screen.getByRole('radio', { name: text('payment.card') }))
  await userEvent.click(screen.getByRole('radio', { name: text('payment.cash') }))
  expect(screen.queryByRole('button', { pressed: true })).not.toBeInTheDocument()
  await pressArmed(await sendButton())
  expect(await confirmed()).not.toHaveProperty('given')
})

it("the cash of one sale's review is not used for the next", async () => {
  const { unmount } = showSale(aReview())
  await press('100')
  unmount()
  showSale(aReview({ id: '01J0000000000000000000000B' as Sale['id'] }))
  expect(await screen.findByRole('button', { name: '100' })).toHaveAttribute('aria-pressed', 'false')
})

it.each([
  { shift: 'none', says: 'failure.shift-needed' },
  { shift: 'counting', says: 'failure.drawer-counting' },
] as const)('a review at a till whose shift is $shift says so, and takes no money', async ({ shift, says }) => {
  const { seen } = showSale(aReview(), { payments, drawer: true }, aStatus({ shift }))
  expect(await screen.findByText(text(says))).toBeVisible()
  expect(screen.getByRole('link', { name: text('userMenu.shift') })).toHaveAttribute('href', paths.shift())
  const blocked = screen.getByRole('button', { name: new RegExp(text('sale.noShift')) })
  expect(blocked).toHaveAttribute('aria-disabled', 'true')
  await userEvent.click(blocked)
  expect(seen.map(({ method }) => method)).not.toContain('POST')
})

it('a review and a sale show when they are a test transaction', async () => {
  const { unmount } = showSale(aReview({ isTest: true }))
  expect(await screen.findByText(text('sale.test.chip'))).toBeVisible()
  unmount()
  showSale(aSale({ state: 'succeeded', finalAt: NOW, isTest: true }))
  expect(await screen.findByText(text('sale.test.chip'))).toBeVisible()
})

const card = aReview({ kind: 'voucher', pays: aed('500'), amount: aed('500') })

it('the fraud warning before a large gift-card sale comes before the review, and continuing is sent with the sale', async () => {
  const { confirmed } = showSale(card, { fraudWarning: { amountAbove: '100' } })
  const goOn = await screen.findByRole('button', { name: text('sale.scam.goOn') })
  expect(screen.queryByRole('button', { name: new RegExp(`^${text('sale.sell')}`) })).not.toBeInTheDocument()
  await pressArmed(goOn)
  await pressArmed(await screen.findByRole('button', { name: new RegExp(`^${text('sale.sell')}`) }))
  expect(await confirmed()).toEqual({ version: card.version, fraudWarningShown: true })
})

it('the fraud warning before a large gift-card sale is not answered by a repeated Enter', async () => {
  showSale(card, { fraudWarning: { amountAbove: '100' } })
  const goOn = await screen.findByRole('button', { name: text('sale.scam.goOn') })
  await waitFor(() => expect(goOn).toHaveAttribute('aria-disabled', 'false'))
  await userEvent.keyboard('{Enter}')
  expect(screen.getByText(text('sale.scam.called'))).toBeVisible()
})

it.each([
  { what: 'a small sale of gift cards', sale: card, amountAbove: '500' },
  { what: 'a large top-up', sale: aReview({ pays: aed('500') }), amountAbove: '100' },
])('the fraud warning before a large gift-card sale is not shown before $what', async ({ sale, amountAbove }) => {
  showSale(sale, { fraudWarning: { amountAbove } })
  expect(await screen.findByRole('button', { name: /^(Sell|Send)/ })).toBeVisible()
  expect(screen.queryByText(text('sale.scam.called'))).not.toBeInTheDocument()
})

it('the fraud warning before a large gift-card sale leaves the sale unsent after Stop', async () => {
  const { seen, place } = showSale(card, { fraudWarning: { amountAbove: '100' } })
  await pressArmed(await screen.findByRole('button', { name: text('sale.scam.stop') }))
  await waitFor(() => expect(place.path).toBe(paths.sell()))
  const posted = seen.filter(({ method }) => method === 'POST').map(({ path }) => path)
  expect(posted).toEqual([`/api/sales/${card.id}/abandon`])
})

const sold = (changes: Partial<Sale>) =>
  aSale({
    state: 'succeeded',
    confirmedAt: NOW,
    finalAt: NOW,
    paymentMethod: 'cash',
    cashTendered: aed('100'),
    ...changes,
  })

it('a sale with change shows the notes and coins for it while the customer is there', async () => {
  showSale(sold({ pays: aed('45') }))
  const notes = within(within(await screen.findByRole('region', { name: text('sale.readBack') })).getByRole('list'))
  expect(notes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['1 ×50', '1 ×5'])
})

it.each([
  ['the exact cash was given', { cashTendered: aed('50') }],
  ['it was sold long ago', { confirmedAt: NOW - 60 * 60_000 }],
])('the notes and coins for change are not shown when %s', async (_, changes) => {
  showSale(sold(changes))
  expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument()
  expect(screen.queryByText(text('payment.changePieces'))).not.toBeInTheDocument()
})

it('the notes and coins for change are shown on a waiting sale, too', async () => {
  showSale(sold({ state: 'pending', pays: aed('45') }))
  expect(await screen.findByRole('region', { name: text('payment.change') })).toHaveTextContent('55.00')
})

const customerSays = (answer: TicketReply | undefined) => act(() => useCustomerDisplay.setState({ reply: answer }))
beforeEach(() => useCustomerDisplay.setState({ reply: undefined, shown: undefined }))

it('a review shows its sale on the display, waits for the customer, and can continue without them', async () => {
  const sale = aReview()
  const { seen, confirmed } = showSale(sale, {})
  expect(await sendButton()).toBeVisible()
  expect(useCustomerDisplay.getState().shown).toEqual({ kind: 'sale', id: sale.id })
  customerSays({ isWatched: true, isAwaited: true })
  await userEvent.click(screen.getByRole('button', { name: text('display.awaited') }))
  expect(seen.some(({ path }) => path.endsWith('/confirm'))).toBe(false)
  await pressArmed(screen.getByRole('button', { name: startingWith('display.goOn') }))
  expect(await confirmed()).toMatchObject({ version: sale.version, skipCustomerConfirmation: true })
})

it('a review says that the customer has confirmed, and sends without another question', async () => {
  const sale = aReview()
  const { confirmed } = showSale(sale, {})
  await sendButton()
  customerSays({ isWatched: true, answer: 'number-correct' })
  expect(screen.getByText(text('display.confirmed'))).toBeVisible()
  await pressArmed(await sendButton())
  expect(await confirmed()).toEqual({ version: sale.version })
})

it('a customer who wants another number leads back to the ticket, once', async () => {
  const { place, unmount } = showSale(aReview(), {})
  await sendButton()
  customerSays({ isWatched: true, answer: 'number-changed' })
  await waitFor(() => expect(place.path).toMatch(/^\/sell\/(product|service)\//))
  unmount()
  customerSays({ isWatched: true, answer: 'number-changed' })
  const again = showSale(aReview(), {})
  expect(await screen.findByText(text('display.changed'))).toBeVisible()
  expect(again.place.path).toBe(paths.sale(aReview().id))
})
