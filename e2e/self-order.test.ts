import type { Page } from 'playwright/test'

import { internationalRecipients } from '#sandbox/international/scenarios.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { enrolTablet } from './support/kiosk.ts'
import { debits, send, stateOn } from './support/sell.ts'
import { expect, test } from './support/shop.ts'
import { typeByHand } from './support/type-by-hand.ts'
import { startingWith, text } from '../tests/support/texts.ts'

/** A QR code as a scanner at the counter types it. */
async function scan(page: Page, code: string): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 5_000))
  for (const key of [...code, 'Enter']) {
    await page.keyboard.press(key)
    await page.clock.runFor(5)
  }
  await page.clock.runFor(1_000)
  await page.clock.resume()
}

const button = (page: Page, id: Parameters<typeof text>[0]) => page.getByRole('button', { name: text(id), exact: true })

test('an order goes from the tablet to the receipt: chosen, checked and called by the customer, scanned and sold at the counter', async ({
  page,
  shop,
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 800, height: 1280 }, hasTouch: true })
  const tablet = await context.newPage()
  const complaints: string[] = []
  tablet.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await enrolTablet(tablet, shop)
  await tablet.goto(shop.url)
  // Their language lasts for this customer.
  await tablet.getByRole('button', { name: 'العربية' }).click()
  await expect(tablet.locator('html')).toHaveAttribute('dir', 'rtl')
  await tablet.getByRole('button', { name: 'English' }).click()
  await expect(tablet.locator('html')).toHaveAttribute('dir', 'ltr')
  await tablet.getByRole('button', { name: /Mobile recharge/ }).click()
  await tablet.getByRole('button', { name: /^Qamra Recharge/ }).click()
  await tablet.getByLabel('Mobile number').fill(recipients.success)
  await tablet.getByLabel('Amount', { exact: true }).fill('25')
  await button(tablet, 'selfOrder.goOn')
    .or(tablet.getByRole('button', { name: startingWith('selfOrder.goOn') }))
    .click()
  await expect(tablet.getByRole('heading', { name: text('selfOrder.isNumberRight') })).toBeVisible()
  const placing = tablet.waitForResponse((response) => response.url().includes('/api/orders/'))
  await button(tablet, 'selfOrder.correct').click()
  const { id } = (await (await placing).json()) as { id: string }
  await expect(tablet.getByRole('heading', { name: /A-1/ })).toBeVisible()
  await expect(tablet.getByRole('img', { name: /A-1/ })).toBeVisible()
  expect(shop.sandbox.requests().filter(({ path }) => path.startsWith('/transaction'))).toEqual([])

  await page.clock.install()
  await shop.signIn(page)
  const chip = page.getByRole('link', { name: '1 order' })
  await expect(chip).toBeVisible()
  await expect(page.getByRole('status', { name: 'Barcode scanner' })).toBeAttached()
  await expect.poll(() => page.getByRole('main').getByRole('button').count()).toBeGreaterThan(3)
  await scan(page, `TOPTILL-ORDER:${id}`)
  await expect(page.getByRole('heading', { name: 'A-1' })).toBeVisible()
  // It fills no ticket by itself.
  await page.getByRole('button', { name: /^Take/ }).click()
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('25')
  await expect(page.getByText(text('orders.ticketOf', { label: 'A-1' })).first()).toBeVisible()
  await page.getByRole('button', { name: /^Review/ }).click()
  await send(page)
  await expect(stateOn(page, 'Sold')).toBeVisible()
  expect(debits(shop)).toBe(1)
  await expect(chip).toBeHidden()

  // The tablet invites the next one by itself.
  await button(tablet, 'selfOrder.done').click()
  await button(tablet, 'selfOrder.start').click()

  // An international top-up: the number says the country, the operators and amounts are those of now.
  await tablet.getByRole('button', { name: /^International/ }).click()
  await tablet.getByLabel(text('selfOrder.internationalNumber')).click()
  await typeByHand(tablet, internationalRecipients.success)
  await tablet.getByRole('button', { name: 'Islanet' }).click()
  await tablet.getByRole('button', { name: startingWith('selfOrder.goOn') }).click()
  await tablet.getByRole('button', { name: /^PHP 300/ }).click()
  await button(tablet, 'selfOrder.correct').click()
  await expect(tablet.getByRole('heading', { name: /A-2/ })).toBeVisible()
  await page.getByRole('button', { name: startingWith('sale.nextCustomer') }).click()
  await chip.click()
  await page.getByRole('button', { name: /^Take/ }).click()
  await expect(page.getByText(text('orders.ticketOf', { label: 'A-2' })).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^PHP 300/ })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: /^Review/ }).click()
  await send(page)
  await expect(stateOn(page, 'Sold')).toBeVisible()
  expect(debits(shop)).toBe(2)
  await expect(chip).toBeHidden()
  expect(complaints, 'the browser of the tablet complained').toEqual([])
  await context.close()
})
