import type { Page } from 'playwright/test'

import { BY_USB, choosePrinting } from './support/choose-printing.ts'
import { asciiOf, countRuns, plugInPrinters } from './support/fake-printers.ts'
import { delayReads } from './support/delay-reads.ts'
import { answerPrintDialogs, documentsOf } from './support/print-dialog.ts'
import { debits, stateOn } from './support/sell.ts'
import { expect, test, type Shop } from './support/shop.ts'

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
  const button = page.getByRole('button', { name: /^Go on/ })
  await expect(button).toHaveAttribute('aria-disabled', 'false')
  await button.click()
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
  await expect(page.getByText('3 codes to hand over')).toBeVisible()
  await expect(lines(page)).toHaveCount(3)
  expect(debits(shop)).toBe(3)

  await page.getByRole('link', { name: /^Hand over\s*Code 2$/ }).click()
  await expect(stateOn(page, 'Sold')).toBeVisible()
  await expect(page.getByRole('group', { name: 'PIN', exact: true })).toBeVisible()
  await page.keyboard.press('g')
  await expect(page.getByText(/^Handed over: given/)).toBeVisible()
  await page.getByRole('link', { name: /^Back to the quantity/ }).click()
  await expect(page.getByText('2 codes to hand over')).toBeVisible()
})

test('all codes are printed in one go by a receipt printer, each cut off, and handed over with it', async ({
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
  await expect(page.getByText(/to hand over/)).toBeHidden()
  await expect(page.getByRole('link', { name: /to hand over/ })).toBeHidden()
})

test('all codes are printed in one go by the browser, and it is asked once whether they are on paper', async ({
  page,
  shop,
}) => {
  await answerPrintDialogs(page)
  await shop.signIn(page)
  await reviewMany(page, /^Gaming/, /^Orbyte 50/, 2)
  await sellAll(page)
  await expect(stateOn(page, 'Sold')).toBeVisible()
  await page.getByRole('button', { name: /^Print all 2/ }).click()
  await expect(page.getByText('Is it on paper?')).toBeVisible()
  const [paper = '', ...others] = await documentsOf(page)
  expect(others).toEqual([])
  for (const { number } of shop.sandbox.codes()) expect(paper.replaceAll(' ', '')).toContain(number)
  await expect(page.getByText('2 codes to hand over')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Yes/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 receipts printed')).toBeVisible()
  await expect(page.getByText(/to hand over/)).toBeHidden()
})

test('the codes of one account are no duplicates of each other', async ({ page, shop }) => {
  await shop.signIn(page)
  await reviewMany(page, /^Gaming/, /^Nimbra ID 100/, 2, 'amal@example.ae')
  await sellAll(page)
  await expect(stateOn(page, 'Sold')).toBeVisible()
  expect(debits(shop)).toBe(2)
})

test('a quantity without funds in the middle stops, and goes on with the very same sale', async ({ page, shop }) => {
  await shop.signIn(page)
  await stopAfterTwo(page, shop)
  await expect(page.getByRole('heading', { name: 'Refund AED 50.00, or go on' })).toBeVisible()
  expect(debits(shop)).toBe(2)

  shop.sandbox.setBalance('500.00')
  await goOn(page)
  await expect(stateOn(page, 'Sold')).toBeVisible()
  expect(debits(shop)).toBe(3)
  await expect(lines(page)).toHaveCount(3)
})

test('a quantity that ends in the middle names what goes back', async ({ page, shop }) => {
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

test('a line that fails is sold anew only when a person says so', async ({ page, shop }) => {
  await shop.signIn(page)
  await reviewMany(page, /^Gaming/, /^Quillo 10, fails at once/, 2)
  await sellAll(page)
  await expect(stateOn(page, 'Stopped after 0 of 2')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Refund AED 20.00, or go on' })).toBeVisible()
  const failed = await lines(page).first().textContent()
  await goOn(page)
  // The new one fails like the one before: another sale stands in its line.
  await expect(lines(page).first()).not.toHaveText(failed ?? '')
  await expect(stateOn(page, 'Stopped after 0 of 2')).toBeVisible()
  await expect(lines(page).first()).toContainText('Not sold')
  expect(debits(shop)).toBe(0)
})

test('a reload in the middle sells each line once', async ({ page, shop }) => {
  await shop.signIn(page)
  await reviewMany(page, /^Gaming/, /^Quillo 10, pending/, 3)
  const confirms = () => shop.sandbox.requests().filter(({ path }) => path === '/transaction/confirm').length
  const reads = await delayReads(page, () => confirms() === 2)
  await sellAll(page)
  await expect(stateOn(page, 'Selling 2 of 3')).toBeVisible()
  await expect.poll(confirms).toBe(2)

  // Read before it, the second line may be settled, and the third would be begun.
  await page.reload()
  await reads.release()

  await expect(stateOn(page, 'Stopped after \\d of 3')).toBeVisible()
  await expect(page.getByText('Code 3 is next.')).toBeVisible()
  await goOn(page)
  await expect(stateOn(page, 'Sold')).toBeVisible()
  expect(debits(shop)).toBe(3)
  const accounted = new Set(shop.sandbox.ledger().map(({ transactionId }) => transactionId))
  expect(accounted.size).toBe(3)
})

test('a quantity that stopped goes on at another till, without what this tab remembers, and for no colleague', async ({
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
  await other.goto(page.url())
  await expect(other.getByRole('heading', { name: 'There is no such quantity' })).toBeVisible()
  await other.getByRole('button', { name: /Switch person/ }).click()
  await other.getByRole('button', { name: /^Amal/ }).click()
  await other.keyboard.type('2580')
  await other.keyboard.press('Enter')
  await expect(other).toHaveURL(/\/sell$/)
  await other.goto(page.url())
  await expect(stateOn(other, 'Stopped after 2 of 3')).toBeVisible()
  await goOn(other)
  await expect(stateOn(other, 'Sold')).toBeVisible()
  await expect(stateOn(page, 'Sold')).toBeVisible()
  expect(debits(shop)).toBe(3)
  await context.close()
})
