// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'

import SalePage from '#browser/pages/sale/SalePage.tsx'
import { ARM_MS } from '#browser/pages/sale/SaleParts.tsx'
import { paths, routes } from '#browser/paths.ts'
import { useCustomerDisplay } from '#browser/sale/customer-display.ts'
import type { TicketReply } from '#api/displays.ts'
import type { TerminalSettings } from '#api/settings.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { aed, aSale } from '../../../../support/a-shop.ts'
import { aStatus, proxyWith, tillSettings } from '../../../../support/fake-proxy.ts'
import { NOW } from '../../../../support/now.ts'
import { renderPage } from '../../../../support/render-page.tsx'
import { startingWith, text } from '../../../../support/texts.ts'

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

const payKeys = async () => within(await screen.findByRole('group', { name: text('sale.send') }))
const payKey = async (name: string) => (await payKeys()).getByRole('button', { name })
const EXACT = `${text('payment.exact')} AED\u00a050.00`
const isConfirm = ({ path }: { path: string }) => path.endsWith('/confirm')

it("the first key of a review is the shop's default, and Enter sends with it", async () => {
  const sale = aReview()
  const { confirmed } = showSale(sale)
  const exact = await payKey(EXACT)
  expect(exact).toHaveFocus()
  await waitFor(() => expect(exact).toHaveAttribute('aria-disabled', 'false'))
  await userEvent.keyboard('{Enter}')
  expect(await confirmed()).toEqual({ version: sale.version, paymentMethod: 'cash', cashTendered: '50' })
})

it('the first key of a review is the card in a shop where most customers pay with it', async () => {
  showSale(aReview(), { payments: { methods: ['cash', 'card'], default: 'card' } })
  const keys = (await payKeys()).getAllByRole('button')
  expect(keys[0]).toHaveAccessibleName(`${text('payment.card')} AED\u00a050.00`)
  expect(keys[0]).toHaveFocus()
})

it.each([
  ['100, 50 back', { paymentMethod: 'cash', cashTendered: '100' }],
  [text('payment.card'), { paymentMethod: 'card' }],
  [text('payment.other'), { paymentMethod: 'other' }],
])('pressing the key "%s" of a review sends with that payment, and nothing else sends', async (name, said) => {
  const sale = aReview()
  const { confirmed } = showSale(sale)
  await pressArmed(await payKey(name))
  expect(await confirmed()).toEqual({ version: sale.version, ...said })
  expect(screen.queryByRole('button', { name: startingWith('sale.send') })).not.toBeInTheDocument()
})

it('a press on a key before the review listens sends nothing', async () => {
  // The delay passes when the test says so, however long the page took to load.
  const delayed: (() => void)[] = []
  const later = globalThis.setTimeout
  const onTimeout = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((run: () => void, ms?: number) =>
      ms === ARM_MS ? delayed.push(run) : later(run, ms)) as never)
  onTestFinished(() => onTimeout.mockRestore())
  const { seen } = showSale(aReview())
  const card = await payKey(text('payment.card'))
  expect(card).toHaveAttribute('aria-disabled', 'true')
  act(() => card.click())
  act(() => delayed.forEach((run) => run()))
  expect(card).toHaveAttribute('aria-disabled', 'false')
  expect(seen.some(isConfirm)).toBe(false)
})

it('a shop that notes no payments has only the button that sends', async () => {
  const sale = aReview()
  const { confirmed } = showSale(sale, {})
  await pressArmed(await sendButton())
  expect(screen.queryByRole('group', { name: text('sale.send') })).not.toBeInTheDocument()
  expect(await confirmed()).toEqual({ version: sale.version })
})

it('a split sends what each method pays, and the cash received for its part', async () => {
  const sale = aReview()
  const { confirmed } = showSale(sale)
  await pressArmed(await payKey(text('payment.split')))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('button', { name: text('payment.splitFirst') })).toHaveAttribute('aria-disabled', 'true')
  const amount = dialog.getByRole('textbox')
  for (const outside of ['0', '50', '51']) {
    await userEvent.clear(amount)
    await userEvent.type(amount, outside)
    expect(dialog.getAllByText(text('payment.splitLess', { amount: 'AED 50.00' }))).not.toHaveLength(0)
  }
  await userEvent.clear(amount)
  await userEvent.type(amount, '20')
  const rest = within(dialog.getByRole('group', { name: text('payment.splitRest', { amount: 'AED\u00a030.00' }) }))
  await userEvent.click(rest.getByRole('radio', { name: text('payment.other') }))
  await userEvent.click(dialog.getByRole('radio', { name: '100' }))
  expect(dialog.getByText(text('payment.changeIs', { amount: 'AED 80.00' }))).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: text('sale.send') }))
  expect(await confirmed()).toEqual({
    version: sale.version,
    paymentMethod: 'other',
    split: { paymentMethod: 'cash', amount: '20.00' },
    cashTendered: '100',
  })
})

it('a shop with one method has one key', async () => {
  const sale = aReview()
  const { confirmed } = showSale(sale, { payments: { methods: ['card'], default: 'card' } })
  const keys = await payKeys()
  expect(keys.getAllByRole('button')).toHaveLength(1)
  await pressArmed(keys.getByRole('button'))
  expect(await confirmed()).toEqual({ version: sale.version, paymentMethod: 'card' })
})

it('the keys of a review are written with decimals and thousands', async () => {
  showSale(aReview({ amount: aed('921.5'), pays: aed('921.5') }))
  const keys = await payKeys()
  expect(keys.getByRole('button', { name: /921\.50$/ })).toBeVisible()
  expect(keys.getByRole('button', { name: '1,000, 78.50 back' })).toBeVisible()
})

it('the arrows move between the keys of a review, and press none', async () => {
  const { seen } = showSale(aReview())
  await waitFor(async () => expect(await payKey(EXACT)).toHaveFocus())
  await userEvent.keyboard('{ArrowDown}')
  expect(await payKey('100, 50 back')).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  expect(await payKey(EXACT)).toHaveFocus()
  expect(seen.some(isConfirm)).toBe(false)
})

async function openOtherAmount() {
  await pressArmed(await payKey(text('payment.otherAmount')))
  return within(await screen.findByRole('dialog'))
}
const amountIn = (dialog: Awaited<ReturnType<typeof openOtherAmount>>) =>
  dialog.getByLabelText(text('payment.ofTotal', { amount: 'AED 50.00' }))

it('another amount of cash shows the change, and is sent', async () => {
  const sale = aReview()
  const { confirmed } = showSale(sale)
  const dialog = await openOtherAmount()
  await userEvent.type(amountIn(dialog), '60.50')
  expect(dialog.getByText(text('payment.changeIs', { amount: 'AED 10.50' }))).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: text('sale.send') }))
  expect(await confirmed()).toEqual({ version: sale.version, paymentMethod: 'cash', cashTendered: '60.5' })
})

it('too little cash shows the missing amount and sends nothing', async () => {
  const { seen } = showSale(aReview())
  const dialog = await openOtherAmount()
  await userEvent.type(amountIn(dialog), '40{Enter}')
  const blocked = dialog.getByRole('button', { name: /10\.00/ })
  expect(blocked).toHaveAttribute('aria-disabled', 'true')
  await userEvent.click(blocked)
  expect(seen.some(isConfirm)).toBe(false)
})

it.each([
  { shift: 'none', says: 'shift.none', leads: 'shift.open' },
  { shift: 'counting', says: 'failure.drawer-counting', leads: 'shift.title' },
] as const)('a review at a till whose shift is $shift says so, and takes no money', async ({ shift, says, leads }) => {
  const { seen } = showSale(aReview(), { payments, drawer: true }, aStatus({ shift }))
  expect(await screen.findByText(text(says))).toBeVisible()
  expect(screen.getByRole('link', { name: text(leads) })).toHaveAttribute('href', paths.shift())
  const keys = await payKeys()
  expect(keys.getByText(text('sale.noShift'))).toBeVisible()
  for (const key of keys.getAllByRole('button')) {
    expect(key).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(key)
  }
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

it('the keys of a review wait for the customer, and send without them after another press', async () => {
  const sale = aReview()
  const { seen, confirmed } = showSale(sale)
  await payKeys()
  customerSays({ isWatched: true, isAwaited: true })
  expect((await payKeys()).getByText(text('display.awaited'))).toBeVisible()
  await userEvent.click(await payKey(text('payment.card')))
  expect(seen.some(isConfirm)).toBe(false)
  const without = screen.getByRole('button', { name: text('display.without') })
  await pressArmed(without)
  expect(without).toHaveAttribute('aria-disabled', 'true')
  await pressArmed(await payKey(text('payment.card')))
  expect(await confirmed()).toEqual({ version: sale.version, paymentMethod: 'card', skipCustomerConfirmation: true })
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
