import type { Page } from 'playwright/test'

import type { Sale } from '#domain/sale/sale.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { turnPaymentsOn } from './support/as-supervisor.ts'
import { debits, openTicket, review, send, expectState, TILES, pickQamra, pick } from './support/sell.ts'
import { expect, test, type Shop, typeByHand } from './support/shop.ts'
import { text } from '../tests/support/texts.ts'
import { button } from './support/controls.ts'

const method = (page: Page, name: 'cash' | 'card' | 'other') =>
  page.getByRole('radio', { name: text(`payment.${name}`), exact: true })
const cash = (page: Page) => page.getByRole('group', { name: text('payment.given') })
const chip = (page: Page, amount: string) => cash(page).getByRole('button', { name: amount, exact: true })

async function lastSale(page: Page, shop: Shop): Promise<Sale | undefined> {
  const { sales } = (await (await page.request.get(`${shop.url}/api/sales`)).json()) as { sales: Sale[] }
  return sales[0]
}

test('a top-up in a shop that records payments takes three taps besides its digits @long', async ({ page, shop }) => {
  await turnPaymentsOn(shop)
  await shop.signIn(page)
  // The page counts the taps itself, whatever this test presses.
  await page.evaluate(() => {
    const { dataset } = document.documentElement
    addEventListener('pointerdown', () => (dataset['taps'] = String(Number(dataset['taps'] ?? 0) + 1)), true)
  })
  await pickQamra(page)
  await typeByHand(page, '0501234567')
  await page.keyboard.press('Enter')
  await typeByHand(page, '45')
  await page.keyboard.press('Enter')
  await expect(method(page, 'cash')).toBeChecked()
  await button(page, 'sale.send').click()
  await expectState(page, 'succeeded')
  await expect(page.locator('html')).toHaveAttribute('data-taps', '3')
  expect(debits(shop)).toBe(1)
  expect((await lastSale(page, shop))?.paymentMethod).toBe('cash')
})

test('several codes are paid with one amount of cash, and the change is for all of them @long', async ({
  page,
  shop,
}) => {
  await turnPaymentsOn(shop)
  await shop.signIn(page)
  await pick(page, TILES.code)
  await button(page, 'sale.changeVoucher').click()
  await button(page, 'ticket.more').click()
  await button(page, 'ticket.more').click()
  await button(page, 'ticket.review').click()
  await chip(page, '200').click()
  await page.getByRole('button', { name: /^Sell 3 codes\s+AED 150\.00/ }).click()
  await expectState(page, 'succeeded')
  const change = page.getByRole('region', { name: text('payment.change') })
  await expect(change).toContainText(new RegExp(`${text('payment.change')}.*50\\.00`))
  expect(debits(shop)).toBe(3)
})

test('a refund is recorded with the method by which it was paid out @long', async ({ page, shop }) => {
  await turnPaymentsOn(shop)
  await openTicket(page, shop)
  await review(page, recipients.noFunds)
  await method(page, 'card').check()
  await send(page)
  await page.getByRole('button', { name: /^Cancel and refund/ }).click()
  await expect(page.getByRole('heading', { name: 'Refund AED 25.00' })).toBeVisible()
  const refundedBy = page.getByRole('group', { name: text('payment.refundedBy') })
  await expect(refundedBy.getByRole('radio', { name: text('payment.card') })).toBeChecked()
  await refundedBy.getByRole('radio', { name: text('payment.cash') }).check()
  await page.getByRole('button', { name: 'Refunded AED 25.00' }).click()
  await expect(page.getByRole('heading', { name: 'Refunded AED 25.00' })).toBeVisible()
  const sale = await lastSale(page, shop)
  expect(sale?.paymentMethod).toBe('card')
  expect(sale?.refund?.done?.paymentMethod).toBe('cash')
})
