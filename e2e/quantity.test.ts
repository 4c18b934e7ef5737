import type { Page } from 'playwright/test'

import { BY_USB, choosePrinting } from './support/choose-printing.ts'
import { asciiOf, countRuns, plugInPrinters } from './support/fake-printers.ts'
import { debits, expectState } from './support/sell.ts'
import { codeOn } from './support/sell-voucher.ts'
import { text } from '../tests/support/texts.ts'
import { chooseInUserMenu, expect, test, type Shop, typePin, giveClock } from './support/shop.ts'
import { button, heading } from './support/controls.ts'

const CUT = [0x1d, 0x56]

async function reviewMany(page: Page, shelf: RegExp, product: RegExp, count: number, account?: string): Promise<void> {
  await page.getByRole('button', { name: shelf }).click()
  if (/Quillo/.test(product.source)) await page.getByRole('button', { name: /^Odd codes/ }).click()
  await page.getByRole('button', { name: product }).click()
  if (account === undefined) await button(page, 'sale.changeVoucher').click()
  else await page.getByLabel(text('ticket.contact')).fill(account)
  for (let more = 1; more < count; more++) await button(page, 'ticket.more').click()
  await button(page, 'ticket.review').click()
  await expect(button(page, 'sale.sell')).toHaveAttribute('aria-disabled', 'false')
}

const sellAll = (page: Page) => page.getByRole('button', { name: /^Sell \d+ codes/ }).click()
/**
 * Checks that a colleague learns nothing about the quantity at `address`; then its cashier signs in at the same till.
 */
async function refuseAndSwitchToAmal(page: Page, address: string): Promise<void> {
  await giveClock(page)
  await page.goto(address)
  await expect(heading(page, 'batch.missing')).toBeVisible()
  await chooseInUserMenu(page, text('shell.switch'))
  await page.getByRole('button', { name: /^Amal/ }).click()
  await typePin(page, '2580')
  await expect(page).toHaveURL(/\/sell$/)
}

test('a receipt printer prints all codes in one job, cuts after each, and that hands them over @long', async ({
  page,
  shop,
}) => {
  await plugInPrinters(page)
  await shop.signIn(page)
  await choosePrinting(page, BY_USB)
  await page.reload()
  await reviewMany(page, /^Gaming/, /^Orbyte 50/, 3)
  await sellAll(page)
  await expectState(page, 'succeeded')
  await expect(page.getByRole('button', { name: /^Print all 3/ })).toBeEnabled()
  await page.keyboard.press('p')
  await expect(page.getByText('3 receipts printed')).toBeVisible()

  const bytes = await page.evaluate(() => window.printed.usb)
  expect(countRuns(bytes, CUT)).toBe(3)
  const text = asciiOf(bytes).replaceAll(' ', '')
  const numbers = shop.sandbox.codes().map(({ number }) => number ?? 'no code')
  expect(new Set(numbers).size).toBe(3)
  for (const number of numbers) expect(text).toContain(number)
  await expect(page.getByText(/not handed over/)).toBeHidden()
  await expect(page.getByRole('link', { name: /not handed over/ })).toBeHidden()
})

const confirmsOn = (shop: Shop) => shop.sandbox.requests().filter(({ path }) => path === '/transaction/confirm').length

function expectSoldOnce(shop: Shop, count: number): void {
  expect(debits(shop)).toBe(count)
  expect(new Set(shop.sandbox.ledger().map(({ transactionId }) => transactionId)).size).toBe(count)
  expect(confirmsOn(shop)).toBe(count)
}

test('a quantity that is closed after its second code is completed by the till, for its cashier at another till @long', async ({
  page,
  shop,
  browser,
}) => {
  await shop.signIn(page)
  await reviewMany(page, /^Gaming/, /^Quillo 10, pending/, 4)
  const address = page.url()
  await sellAll(page)
  await expect.poll(() => confirmsOn(shop)).toBeGreaterThanOrEqual(2)
  await page.close()
  await expect.poll(() => debits(shop)).toBe(4)

  const context = await browser.newContext()
  const other = await context.newPage()
  await shop.signIn(other, 'Joseph Mathew')
  await refuseAndSwitchToAmal(other, address)
  await other.goto(address)
  await expectState(other, 'succeeded')
  await expect(codeOn(other)).toHaveCount(4)
  expectSoldOnce(shop, 4)
  expect(new Set(shop.sandbox.codes().map(({ number }) => number)).size).toBe(4)

  await other.goto(`${shop.url}/sales`)
  await other
    .getByRole('row', { name: /Quillo/ })
    .first()
    .click()
  await other.getByRole('link', { name: /^Line \d of 4$/ }).click()
  await expect(other).toHaveURL(address)
  await context.close()
})
