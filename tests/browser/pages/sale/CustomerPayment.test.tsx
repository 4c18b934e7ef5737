// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import SalePage from '#browser/pages/sale/SalePage.tsx'
import { paths, routes } from '#browser/paths.ts'
import { decimal, money } from '#domain/money.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { aSale } from '../../../support/a-shop.ts'
import { fakeDialogs } from '../../../support/fake-dialog.ts'
import { aStatus, proxyWith, tillSettings } from '../../../support/fake-proxy.ts'
import { NOW } from '../../../support/now.ts'
import { renderPage } from '../../../support/render-page.tsx'
import { startingWith, text } from '../../../support/texts.ts'

fakeDialogs()

const payments = { methods: ['cash', 'card', 'other'] as ('cash' | 'card' | 'other')[], default: 'cash' as const }
const dirhams = (amount: string) => money(decimal(amount), 'AED')

function showSale(sale: Sale, settings: Partial<typeof tillSettings> = { payments }, status = aStatus()) {
  const proxy = proxyWith(
    (method, path) =>
      path.startsWith(`/api/sales/${sale.id}`)
        ? {
            body:
              method === 'POST' && path.endsWith('/confirm')
                ? { ...sale, version: sale.version + 1, state: 'pending' }
                : sale,
          }
        : undefined,
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
/** The review ignores presses that were meant for the page before. */
const pressArmed = async (button: HTMLElement) => {
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'false'))
  await userEvent.click(button)
}

describe('the payment of a review', () => {
  it('is the default of the shop, without a tap, and is sent with the sale', async () => {
    const sale = aReview()
    const { confirmed } = showSale(sale)
    const send = await sendButton()
    expect(await screen.findByRole('radio', { name: text('payment.cash') })).toBeChecked()
    expect(send).toHaveFocus()
    await pressArmed(send)
    expect(await confirmed()).toEqual({ version: sale.version, paidBy: 'cash' })
  })

  it('is not seen, and not sent, where the shop notes none', async () => {
    const sale = aReview()
    const { confirmed } = showSale(sale, {})
    await pressArmed(await sendButton())
    expect(screen.queryByRole('radio')).not.toBeInTheDocument()
    expect(await confirmed()).toEqual({ version: sale.version })
  })

  it('by card hides the cash, and Enter sends again after the tap', async () => {
    const sale = aReview()
    const { confirmed } = showSale(sale)
    const send = await sendButton()
    await userEvent.click(await screen.findByRole('radio', { name: text('payment.card') }))
    expect(screen.queryByRole('group', { name: text('payment.given') })).not.toBeInTheDocument()
    expect(send).toHaveFocus()
    await pressArmed(send)
    expect(await confirmed()).toEqual({ version: sale.version, paidBy: 'card' })
  })

  it('shows the change for the cash that is given, and outlives a reload', async () => {
    const sale = aReview({ amount: dirhams('45'), pays: dirhams('45') })
    const { page, unmount } = showSale(sale)
    await sendButton()
    await userEvent.click(await screen.findByRole('button', { name: '100' }))
    expect(screen.getByText(text('payment.change')).parentElement).toHaveTextContent('55.00')
    unmount()
    page()
    expect(await screen.findByRole('button', { name: '100' })).toHaveAttribute('aria-pressed', 'true')
  })
})

describe('the cash of a review', () => {
  const type = async (amount: string) => {
    await userEvent.click(await screen.findByRole('button', { name: text('payment.type', { amount: '' }) }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByLabelText(text('payment.ofTotal', { amount: 'AED 50.00' })), amount)
    await userEvent.click(dialog.getByRole('button', { name: text('payment.done') }))
  }

  it('that is too little says how much is missing and sends nothing, until enough is given', async () => {
    const { seen, confirmed } = showSale(aReview())
    await sendButton()
    await type('40')
    const blocked = await screen.findByRole('button', { name: /10\.00/ })
    expect(blocked).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(blocked)
    expect(seen.map(({ path }) => path)).not.toContainEqual(expect.stringMatching(/confirm$/))
    await userEvent.click(screen.getByRole('button', { name: '100' }))
    await pressArmed(await sendButton())
    expect(await confirmed()).toMatchObject({ paidBy: 'cash', given: '100.00' })
  })

  it('is forgotten when the customer pays by card after all', async () => {
    const { confirmed } = showSale(aReview())
    await sendButton()
    await userEvent.click(await screen.findByRole('button', { name: '100' }))
    await userEvent.click(screen.getByRole('radio', { name: text('payment.card') }))
    await userEvent.click(screen.getByRole('radio', { name: text('payment.cash') }))
    expect(screen.queryByRole('button', { pressed: true })).not.toBeInTheDocument()
    await pressArmed(await sendButton())
    expect(await confirmed()).not.toHaveProperty('given')
  })

  it('of one sale is not that of the next', async () => {
    const { unmount } = showSale(aReview())
    await userEvent.click(await screen.findByRole('button', { name: '100' }))
    unmount()
    showSale(aReview({ id: '01J0000000000000000000000B' as Sale['id'] }))
    expect(await screen.findByRole('button', { name: '100' })).toHaveAttribute('aria-pressed', 'false')
  })
})

it('a shop with one way to pay has nothing to choose', async () => {
  showSale(aReview(), { payments: { methods: ['card'], default: 'card' } })
  await sendButton()
  expect(screen.queryByRole('radio')).not.toBeInTheDocument()
  expect(screen.queryByRole('group', { name: text('payment.given') })).not.toBeInTheDocument()
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

it('a review and what is sold are marked where they are a test transaction', async () => {
  const { unmount } = showSale(aReview({ isTest: true }))
  expect(await screen.findByText(text('sale.test.chip'))).toBeVisible()
  unmount()
  showSale(aSale({ state: 'succeeded', finalAt: NOW, isTest: true }))
  expect(await screen.findByText(text('sale.test.chip'))).toBeVisible()
})

describe('the three questions before a large gift-card sale', () => {
  const card = aReview({ kind: 'voucher', pays: dirhams('500'), amount: dirhams('500') })

  it('come before the review, and going on is said with the sale', async () => {
    const { confirmed } = showSale(card, { scamStop: { amountAbove: '100' } })
    const goOn = await screen.findByRole('button', { name: text('sale.scam.goOn') })
    expect(screen.queryByRole('button', { name: new RegExp(`^${text('sale.sell')}`) })).not.toBeInTheDocument()
    await pressArmed(goOn)
    await pressArmed(await screen.findByRole('button', { name: new RegExp(`^${text('sale.sell')}`) }))
    expect(await confirmed()).toEqual({ version: card.version, scamAsked: true })
  })

  it('are not answered by Enter, which is pressed as always', async () => {
    showSale(card, { scamStop: { amountAbove: '100' } })
    const goOn = await screen.findByRole('button', { name: text('sale.scam.goOn') })
    await waitFor(() => expect(goOn).toHaveAttribute('aria-disabled', 'false'))
    await userEvent.keyboard('{Enter}')
    expect(screen.getByText(text('sale.scam.called'))).toBeVisible()
  })

  it.each([
    { what: 'a small sale of gift cards', sale: card, amountAbove: '500' },
    { what: 'a large recharge', sale: aReview({ pays: dirhams('500') }), amountAbove: '100' },
  ])('are not asked before $what', async ({ sale, amountAbove }) => {
    showSale(sale, { scamStop: { amountAbove } })
    expect(await screen.findByRole('button', { name: /^(Sell|Send)/ })).toBeVisible()
    expect(screen.queryByText(text('sale.scam.called'))).not.toBeInTheDocument()
  })

  it('Stop leaves the sale unsent', async () => {
    const { seen, place } = showSale(card, { scamStop: { amountAbove: '100' } })
    await pressArmed(await screen.findByRole('button', { name: text('sale.scam.stop') }))
    await waitFor(() => expect(place.path).toBe(paths.sell()))
    expect(seen.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      `/api/sales/${card.id}/abandon`,
    ])
  })
})

describe('what goes back to the customer', () => {
  const sold = (changes: Partial<Sale>) =>
    aSale({
      state: 'succeeded',
      confirmedAt: NOW,
      finalAt: NOW,
      paidBy: 'cash',
      given: dirhams('100'),
      ...changes,
    })

  it('is shown with the notes and coins for it while the customer is there', async () => {
    showSale(sold({ pays: dirhams('45') }))
    const notes = within(within(await screen.findByRole('region', { name: text('sale.readBack') })).getByRole('list'))
    expect(notes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['1 ×50', '1 ×5'])
  })

  it.each([
    { what: 'the exact cash was given', changes: { given: dirhams('50') } },
    { what: 'it was sold long ago', changes: { confirmedAt: NOW - 60 * 60_000 } },
  ])('is not asked for when $what', async ({ changes }) => {
    showSale(sold(changes))
    expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument()
    expect(screen.queryByText(text('payment.changePieces'))).not.toBeInTheDocument()
  })

  it('is on the screen of a sale that waits, too', async () => {
    showSale(sold({ state: 'pending', pays: dirhams('45') }))
    expect(await screen.findByRole('region', { name: text('payment.change') })).toHaveTextContent('55.00')
  })
})
