import type { Page } from 'playwright/test'

import { recipients } from '#sandbox/scenarios.ts'
import { requestReview, debits, openTicket, pickQamra, review, saleOn, send, stateOn } from './support/sell.ts'
import { expect, expectConsoleErrors, SLOWLY, test, type Shop } from './support/shop.ts'
import { text } from '../tests/support/texts.ts'

async function toTicket(page: Page, shop: Shop) {
  await page.goto(`${shop.url}/sell`)
  await pickQamra(page)
}

test('the same sold again within minutes is asked about first @long', async ({ page, shop, consoleErrors }) => {
  await openTicket(page, shop)
  await review(page, recipients.success)
  await send(page)
  await expect(stateOn(page, 'Sold')).toBeVisible()

  await toTicket(page, shop)
  await requestReview(page, recipients.success)
  await expect(stateOn(page, 'Sell it again?')).toBeVisible()
  await expect(page.getByText('Sold to this number just now, AED 25.00.')).toBeVisible()
  // Enter, pressed once too often, leads back.
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Mobile number')).toHaveValue('50 000 0001')

  await page.getByRole('button', { name: /^Review/ }).click()
  const again = page.getByRole('button', { name: 'Sell it again' })
  await expect(again).toHaveAttribute('aria-disabled', 'false')
  await again.click()
  await expect(saleOn(page).getByRole('button', { name: /^Send top-up/ })).toBeVisible()
  await page.reload()
  await send(page)
  await expect(stateOn(page, 'Sold')).toBeVisible()
  expect(debits(shop)).toBe(2)
  expectConsoleErrors(consoleErrors, /409/)
})

test('two tills that review the same: the second is asked when it sends', async ({
  page,
  shop,
  browser,
  consoleErrors,
}) => {
  await openTicket(page, shop)
  await review(page, recipients.success)
  const context = await browser.newContext()
  const other = await context.newPage()
  await openTicket(other, shop, 'Joseph Mathew')
  await review(other, recipients.success)
  await send(other)
  await expect(stateOn(other, 'Sold')).toBeVisible()
  await context.close()

  await send(page)
  await expect(stateOn(page, 'Sell it again?')).toBeVisible()
  await expect(page.getByRole('region', { name: 'The other sale' })).toContainText('Joseph M.')
  expect(debits(shop)).toBe(1)
  const again = page.getByRole('button', { name: 'Sell it again' })
  await expect(again).toHaveAttribute('aria-disabled', 'false')
  await again.click()
  await expect(stateOn(page, 'Sold')).toBeVisible()
  expect(debits(shop)).toBe(2)
  expectConsoleErrors(consoleErrors, /409/)
})

test.describe('while the first one waits', () => {
  test.use({ settings: SLOWLY })

  test('the same cannot be sold, and the first is a tap away @long', async ({ page, shop, consoleErrors }) => {
    await openTicket(page, shop)
    await review(page, recipients.succeedsAfterTwoFinds)
    await send(page)
    await expect(stateOn(page, 'Waiting for Qamra')).toBeVisible()
    const first = page.url()

    await toTicket(page, shop)
    await requestReview(page, recipients.succeedsAfterTwoFinds)
    await expect(stateOn(page, text('sale.duplicate.open'))).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sell it again' })).toBeHidden()
    const open = page.getByRole('button', { name: 'Open that sale' })
    await expect(open).toHaveAttribute('aria-disabled', 'false')
    await open.click()
    await expect(page).toHaveURL(first)
    expect(shop.sandbox.requests().filter(({ path }) => path === '/transaction/check')).toHaveLength(1)
    expectConsoleErrors(consoleErrors, /409/)
  })
})
