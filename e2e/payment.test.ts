import type { Page } from 'playwright/test'

import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { changeSettings, turnPaymentsOn } from './support/as-supervisor.ts'
import { debits, openTicket, review, saleOn, send, stateOn } from './support/sell.ts'
import { expect, test, type Shop } from './support/shop.ts'
import { startingWith, text } from '../tests/support/texts.ts'

const method = (page: Page, name: 'cash' | 'card' | 'other') =>
  page.getByRole('radio', { name: text(`payment.${name}`), exact: true })
const cash = (page: Page) => page.getByRole('group', { name: text('payment.given') })
const chip = (page: Page, amount: string) => cash(page).getByRole('button', { name: amount, exact: true })

/** The sale that was opened last, as its cashier may read it. */
async function lastSale(page: Page, shop: Shop): Promise<Sale | undefined> {
  const { sales } = (await (await page.request.get(`${shop.url}${proxyPaths.sales}`)).json()) as { sales: Sale[] }
  return sales[0]
}

test('a recharge of a shop that notes payments still takes three taps besides its digits', async ({ page, shop }) => {
  await turnPaymentsOn(shop)
  await shop.signIn(page)
  // The page counts them itself, whatever this test presses.
  await page.evaluate(() => {
    const { dataset } = document.documentElement
    addEventListener('pointerdown', () => (dataset['taps'] = String(Number(dataset['taps'] ?? 0) + 1)), true)
  })
  await page.getByRole('button', { name: /Mobile recharge/ }).click()
  await page.getByRole('button', { name: /^Qamra Recharge/ }).click()
  await page.keyboard.type('0501234567', { delay: 90 })
  await page.keyboard.press('Enter')
  await page.keyboard.type('45', { delay: 90 })
  await page.keyboard.press('Enter')
  await expect(method(page, 'cash')).toBeChecked()
  await page.getByRole('button', { name: startingWith('sale.send') }).click()
  await expect(stateOn(page, 'Sold')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-taps', '3')
  expect(debits(shop)).toBe(1)
  expect((await lastSale(page, shop))?.paidBy).toBe('cash')
})

test('cash of 100 for 45 is 55 back, told with what to give back, and too little sends nothing', async ({
  page,
  shop,
}) => {
  await turnPaymentsOn(shop)
  await openTicket(page, shop)
  await review(page, recipients.success, '45')

  await cash(page)
    .getByRole('button', { name: text('payment.type', { amount: '' }) })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('40')
  await dialog.getByRole('button', { name: text('payment.done') }).click()
  const blocked = saleOn(page).getByRole('button', { name: /5\.00 missing$/ })
  await expect(blocked).toHaveAttribute('aria-disabled', 'true')
  await expect(saleOn(page).getByRole('button', { name: startingWith('sale.send') })).toBeHidden()
  expect(debits(shop)).toBe(0)

  await chip(page, '100').click()
  await expect(page.getByText(text('payment.hint.change', { change: '55.00', given: '100.00' }))).toBeVisible()
  // Who tapped sends with Enter.
  const sendButton = saleOn(page).getByRole('button', { name: startingWith('sale.send') })
  await expect(sendButton).toBeFocused()
  await expect(sendButton).toHaveAttribute('aria-disabled', 'false')
  await page.keyboard.press('Enter')
  await expect(stateOn(page, 'Sold')).toBeVisible()
  const sold = page.getByRole('region', { name: text('sale.readBack') })
  await expect(sold).toContainText(new RegExp(`${text('payment.change')}.*55\\.00`))
  await expect(sold.getByRole('listitem')).toHaveText([/1 ×\s*50/, /1 ×\s*5/])
  expect(debits(shop)).toBe(1)
})

test('a card is noted with the sale, over a reload of its review @long', async ({ page, shop }) => {
  await turnPaymentsOn(shop)
  await openTicket(page, shop)
  await review(page, recipients.success, '45')
  await method(page, 'card').check()
  await expect(cash(page)).toBeHidden()
  await page.reload()
  await expect(method(page, 'card')).toBeChecked()
  await send(page)
  await expect(stateOn(page, 'Sold')).toBeVisible()
  const sale = await lastSale(page, shop)
  expect(sale?.paidBy).toBe('card')
  expect(sale?.given).toBeUndefined()
})

test('several codes are paid with one sum of cash, and its change is for all of them @long', async ({ page, shop }) => {
  await turnPaymentsOn(shop)
  await shop.signIn(page)
  await page.getByRole('button', { name: /^Gaming/ }).click()
  await page.getByRole('button', { name: /^Orbyte 50/ }).click()
  await page.getByRole('button', { name: 'One more' }).click()
  await page.getByRole('button', { name: 'One more' }).click()
  await page.getByRole('button', { name: /^Review/ }).click()
  await chip(page, '200').click()
  await page.getByRole('button', { name: /^Sell 3 codes\s+AED 150\.00/ }).click()
  await expect(stateOn(page, 'Sold')).toBeVisible()
  const change = page.getByRole('region', { name: text('payment.change') })
  await expect(change).toContainText(new RegExp(`${text('payment.change')}.*50\\.00`))
  expect(debits(shop)).toBe(3)
})

test('a refund is noted as it was paid out @long', async ({ page, shop }) => {
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
  expect(sale?.paidBy).toBe('card')
  expect(sale?.refund?.done?.paidBy).toBe('cash')
})

test('a shop that notes no payments sees nothing of them @long', async ({ page, shop }) => {
  await openTicket(page, shop)
  await review(page, recipients.success, '45')
  await expect(page.getByRole('radio')).toHaveCount(0)
  await expect(cash(page)).toBeHidden()
  await send(page)
  await expect(stateOn(page, 'Sold')).toBeVisible()
  expect((await lastSale(page, shop))?.paidBy).toBeUndefined()
})

test('a large sale of gift cards begins with questions, and is stopped with nothing left of it', async ({
  page,
  shop,
}) => {
  await changeSettings(shop, { scamStop: { quantityAbove: 1 } })
  await shop.signIn(page)
  await page.getByRole('button', { name: /^Gaming/ }).click()
  await page.getByRole('button', { name: /^Orbyte 50/ }).click()
  await page.getByRole('button', { name: 'One more' }).click()
  await page.getByRole('button', { name: /^Review/ }).click()
  await expect(page.getByText(text('sale.scam.called'))).toBeVisible()
  await expect(page.getByRole('button', { name: /^Sell 2 codes/ })).toBeHidden()
  const stop = page.getByRole('button', { name: text('sale.scam.stop') })
  await expect(stop).toHaveAttribute('aria-disabled', 'false')
  await stop.click()
  await expect(page).toHaveURL(/\/sell$/)
  expect(debits(shop)).toBe(0)
})
