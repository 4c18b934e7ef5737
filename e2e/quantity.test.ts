import type { Page } from 'playwright/test'

import { BY_USB, choosePrinting } from './support/choose-printing.ts'
import { asciiOf, countRuns, plugInPrinters } from './support/fake-printers.ts'
import { findAccessibilityViolations } from './support/find-accessibility-violations.ts'
import { answerPrintDialogs, documentsOf } from './support/print-dialog.ts'
import { debits, stateOn } from './support/sell.ts'
import { isInSight } from './support/sell-voucher.ts'
import { startingWith, text } from '../tests/support/texts.ts'
import { chooseInUserMenu, expect, test, type Shop } from './support/shop.ts'

const CUT = [0x1d, 0x56]

/** From the shelves to the review of so many. */
async function reviewMany(page: Page, shelf: RegExp, product: RegExp, count: number, account?: string): Promise<void> {
  await page.getByRole('button', { name: shelf }).click()
  if (/Quillo/.test(product.source)) await page.getByRole('button', { name: /^Odd codes/ }).click()
  await page.getByRole('button', { name: product }).click()
  if (account !== undefined) await page.getByLabel('Phone or e-mail').fill(account)
  for (let more = 1; more < count; more++) await page.getByRole('button', { name: 'One more' }).click()
  await page.getByRole('button', { name: /^Review/ }).click()
  await expect(page.getByRole('button', { name: /^Sell/ })).toHaveAttribute('aria-disabled', 'false')
}

const sellAll = (page: Page) => page.getByRole('button', { name: /^Sell \d+ codes/ }).click()
const goOn = async (page: Page) => {
  const button = page.getByRole('button', { name: startingWith('batch.goOn') })
  await expect(button).toHaveAttribute('aria-disabled', 'false')
  await button.click()
}
/** A colleague learns nothing about the quantity at `address`; then its cashier signs in at the same till. */
async function refuseAndSwitchToAmal(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('heading', { name: text('batch.missing') })).toBeVisible()
  await chooseInUserMenu(page, 'Switch person')
  await page.getByRole('button', { name: /^Amal/ }).click()
  await page.keyboard.type('2580')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/sell$/)
}
const lines = (page: Page) => page.getByRole('list', { name: 'Codes of this quantity' }).getByRole('listitem')

/** A wallet in which the third code of AED 50 finds nothing left. */
async function stopAfterTwo(page: Page, shop: Shop): Promise<void> {
  shop.sandbox.setBalance('100.00')
  await reviewMany(page, /^Gaming/, /^Orbyte 50/, 3)
  await sellAll(page)
  await expect(stateOn(page, 'Stopped after 2 of 3')).toBeVisible()
  await expect(page.getByText('Code 3 did not go through.')).toBeVisible()
}

test('three codes are sold at one press, each a sale of its own', async ({ page, shop }) => {
  await shop.signIn(page)
  await reviewMany(page, /^Gaming/, /^Orbyte 50/, 3)
  await expect(page.getByText('3 codes, shown here and on the receipts')).toBeVisible()
  expect(debits(shop)).toBe(0)
  await page.getByRole('button', { name: /^Sell 3 codes\s+AED 150\.00/ }).click()

  await expect(stateOn(page, 'Sold')).toBeVisible()
  await expect(page).toHaveURL(/\/batch\//)
  await expect(page.getByText(text('batch.undelivered', { count: 3 }))).toBeVisible()
  await expect(lines(page)).toHaveCount(3)
  expect(debits(shop)).toBe(3)

  await page.getByRole('link', { name: /^Hand over\s*Code 2$/ }).click()
  await expect(stateOn(page, 'Sold')).toBeVisible()
  await expect(page.getByRole('group', { name: 'PIN', exact: true })).toBeVisible()
  await page.keyboard.press('g')
  await expect(page.getByText(/^Handed over: given/)).toBeVisible()
  await page.getByRole('link', { name: /^Back to the quantity/ }).click()
  await expect(page.getByText(text('batch.undelivered', { count: 2 }))).toBeVisible()
})

test('all codes are printed in one go by a receipt printer, each cut off, and handed over with it @long', async ({
  page,
  shop,
}) => {
  await plugInPrinters(page)
  await shop.signIn(page)
  await choosePrinting(page, BY_USB)
  await page.reload()
  await reviewMany(page, /^Gaming/, /^Orbyte 50/, 3)
  await sellAll(page)
  await expect(stateOn(page, 'Sold')).toBeVisible()
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

test('all codes are printed in one go by the browser, and it is asked once whether they are on paper @long', async ({
  page,
  shop,
}) => {
  await answerPrintDialogs(page)
  await shop.signIn(page)
  await reviewMany(page, /^Gaming/, /^Orbyte 50/, 2)
  await sellAll(page)
  await expect(stateOn(page, 'Sold')).toBeVisible()
  await page.getByRole('button', { name: /^Print all 2/ }).click()
  await expect(page.getByText(text('delivery.didPrint'))).toBeVisible()
  const [paper = '', ...others] = await documentsOf(page)
  expect(others).toEqual([])
  for (const { number } of shop.sandbox.codes()) expect(paper.replaceAll(' ', '')).toContain(number)
  await expect(page.getByText(text('batch.undelivered', { count: 2 }))).toBeVisible()
  await expect(page.getByRole('button', { name: /^Yes/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 receipts printed')).toBeVisible()
  await expect(page.getByText(/not handed over/)).toBeHidden()
})

test('all codes are shown together at one press, each of them counted, and hidden again @long', async ({
  page,
  shop,
}) => {
  await shop.signIn(page)
  await reviewMany(page, /^Gaming/, /^Orbyte 50/, 3)
  await sellAll(page)
  await expect(stateOn(page, 'Sold')).toBeVisible()
  const codes = page.getByRole('group', { name: text('delivery.pin'), exact: true })
  await expect(codes).toHaveCount(0)
  await page.getByRole('button', { name: text('batch.showAll', { count: 3 }) }).click()
  await expect(codes).toHaveCount(3)
  for (const [index, { number = '?' }] of shop.sandbox.codes().entries())
    expect((await codes.nth(index).locator('[aria-hidden] > *').allTextContents()).join('')).toBe(number)
  expect(await findAccessibilityViolations(page)).toEqual([])

  await page.setViewportSize({ width: 390, height: 844 })
  for (const way of ['batch.printAll', 'batch.copyAll'] as const)
    await expect.poll(() => isInSight(page.getByRole('button', { name: startingWith(way, { count: 3 }) }))).toBe(true)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  await page.getByRole('button', { name: text('delivery.hide') }).click()
  await expect(codes).toHaveCount(0)
  await page.getByRole('link', { name: /^Hand over\s*Code 1$/ }).click()
  await expect(page.getByText(text('delivery.shownTimes', { count: 1 }))).toBeVisible()
  await expect(page.getByRole('button', { name: text('delivery.show') })).toBeVisible()
})

test('the codes of one account are no duplicates of each other @long', async ({ page, shop }) => {
  await shop.signIn(page)
  await reviewMany(page, /^Gaming/, /^Nimbra ID 100/, 2, 'amal@example.ae')
  await sellAll(page)
  await expect(stateOn(page, 'Sold')).toBeVisible()
  expect(debits(shop)).toBe(2)
})

test('a quantity without funds in the middle stops, and goes on with the very same sale @long', async ({
  page,
  shop,
}) => {
  await shop.signIn(page)
  await stopAfterTwo(page, shop)
  await expect(page.getByRole('heading', { name: text('batch.refundOrGoOn', { amount: 'AED 50.00' }) })).toBeVisible()
  expect(debits(shop)).toBe(2)

  shop.sandbox.setBalance('500.00')
  await goOn(page)
  await expect(stateOn(page, 'Sold')).toBeVisible()
  expect(debits(shop)).toBe(3)
  await expect(lines(page)).toHaveCount(3)
})

test('a quantity that ends in the middle names what goes back @long', async ({ page, shop }) => {
  await shop.signIn(page)
  await stopAfterTwo(page, shop)
  await page.getByRole('button', { name: 'Stop here' }).click()
  await expect(stateOn(page, '2 of 3 sold')).toBeVisible()
  await expect(page.getByText('Refund AED 50.00 from that sale')).toBeVisible()
  await expect(lines(page).last()).toContainText('Cancelled here')
  await page.reload()
  await expect(stateOn(page, '2 of 3 sold')).toBeVisible()
  expect(debits(shop)).toBe(2)
})

test('a line that fails is sold again only when a person says so @long', async ({ page, shop }) => {
  await shop.signIn(page)
  await reviewMany(page, /^Gaming/, /^Quillo 10, fails at once/, 2)
  await sellAll(page)
  await expect(stateOn(page, 'Stopped after 0 of 2')).toBeVisible()
  await expect(page.getByRole('heading', { name: text('batch.refundOrGoOn', { amount: 'AED 20.00' }) })).toBeVisible()
  const failed = await lines(page).first().textContent()
  await goOn(page)
  // The new one fails like the one before: another sale stands in its line.
  await expect(lines(page).first()).not.toHaveText(failed ?? '')
  await expect(stateOn(page, 'Stopped after 0 of 2')).toBeVisible()
  await expect(lines(page).first()).toContainText('Not sold')
  expect(debits(shop)).toBe(0)
})

/** How many confirms the wholesaler has heard. */
const confirmsOn = (shop: Shop) => shop.sandbox.requests().filter(({ path }) => path === '/transaction/confirm').length

/** None is sold twice. */
function expectSoldOnce(shop: Shop, count: number): void {
  expect(debits(shop)).toBe(count)
  expect(new Set(shop.sandbox.ledger().map(({ transactionId }) => transactionId)).size).toBe(count)
  expect(confirmsOn(shop)).toBe(count)
}

test('a reload in the middle does not stop a quantity, and sells each line once @long', async ({ page, shop }) => {
  await shop.signIn(page)
  await reviewMany(page, /^Gaming/, /^Quillo 10, pending/, 3)
  await sellAll(page)
  await expect.poll(() => confirmsOn(shop)).toBeGreaterThan(0)
  await page.reload()
  await expect(stateOn(page, 'Sold')).toBeVisible({ timeout: 60_000 })
  await expect(lines(page)).toHaveCount(3)
  expectSoldOnce(shop, 3)
})

test('a tablet that is closed after the second code leaves a quantity that the till completes, for its cashier at another till', async ({
  page,
  shop,
  browser,
}) => {
  await shop.signIn(page)
  await reviewMany(page, /^Gaming/, /^Quillo 10, pending/, 4)
  const address = page.url()
  await sellAll(page)
  await expect.poll(() => confirmsOn(shop), { timeout: 30_000 }).toBeGreaterThanOrEqual(2)
  await page.close()
  await expect.poll(() => debits(shop), { timeout: 60_000 }).toBe(4)

  const context = await browser.newContext()
  const other = await context.newPage()
  await shop.signIn(other, 'Joseph Mathew')
  await refuseAndSwitchToAmal(other, address)
  await other.goto(address)
  await expect(stateOn(other, 'Sold')).toBeVisible({ timeout: 30_000 })
  await expect(other.getByText(text('batch.undelivered', { count: 4 }))).toBeVisible()
  await expect(lines(other)).toHaveCount(4)
  expectSoldOnce(shop, 4)
  expect(new Set(shop.sandbox.codes().map(({ number }) => number)).size).toBe(4)

  // The sale of a line leads to the quantity as well.
  await other.goto(`${shop.url}/sales`)
  await other
    .getByRole('row', { name: /Quillo/ })
    .first()
    .click()
  await other.getByRole('link', { name: /^Line \d of 4$/ }).click()
  await expect(other).toHaveURL(address)
  await context.close()
})

test('a quantity that is stopped in the middle ends with the code under way @long', async ({ page, shop }) => {
  await shop.signIn(page)
  await reviewMany(page, /^Gaming/, /^Quillo 10, pending/, 10)
  await sellAll(page)
  await page.getByRole('button', { name: 'Stop after this code' }).click()
  await expect(stateOn(page, /^\d of 10 sold$/)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(/is still open/)).toBeHidden({ timeout: 60_000 })
  const sold = debits(shop)
  expect(sold).toBeLessThan(10)
  await expect(stateOn(page, `${sold} of 10 sold`)).toBeVisible()
  await expect(page.getByRole('heading', { name: `Refund AED ${(10 - sold) * 10}.00` })).toBeVisible()
  await expect(page.getByRole('button', { name: startingWith('batch.goOn') })).toHaveCount(0)
  await page.reload()
  await expect(stateOn(page, `${sold} of 10 sold`)).toBeVisible()
  expectSoldOnce(shop, sold)
})

test('a quantity that stopped goes on at another till, without what this tab remembers, and for no colleague @long', async ({
  page,
  shop,
  browser,
}) => {
  await shop.signIn(page)
  await stopAfterTwo(page, shop)
  shop.sandbox.setBalance('500.00')
  const context = await browser.newContext()
  const other = await context.newPage()
  await shop.signIn(other, 'Joseph Mathew')
  await refuseAndSwitchToAmal(other, page.url())
  await other.goto(page.url())
  await expect(stateOn(other, 'Stopped after 2 of 3')).toBeVisible()
  await goOn(other)
  await expect(stateOn(other, 'Sold')).toBeVisible()
  await expect(stateOn(page, 'Sold')).toBeVisible()
  expect(debits(shop)).toBe(3)
  await context.close()
})
