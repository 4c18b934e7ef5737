import type { Page } from 'playwright/test'

import { recipients } from '#sandbox/scenarios.ts'
import { startingWith, text } from '../tests/support/texts.ts'
import { button } from './support/controls.ts'
import {
  debits,
  expectState,
  fillTicket,
  nextCustomer,
  numberField,
  openTicket,
  pick,
  pickQamra,
  pressArmed,
  sell,
  TILES,
} from './support/sell.ts'
import { ARMED_MS, expect, pass, test, typeByHand } from './support/shop.ts'
import { readCsv } from '../tests/support/read-csv.ts'

const FIRST = '501234567'
const basket = (page: Page) => page.getByRole('region', { name: text('basket.title') })
const inBasket = (page: Page) => basket(page).getByRole('listitem')
const lines = (page: Page) => page.getByRole('list', { name: text('batch.lines') }).getByRole('listitem')
const sellLines = (page: Page) => page.getByRole('button', { name: /^Sell \d+ lines?/ })

async function addTopUp(page: Page, account: string, amount?: string): Promise<void> {
  await pickQamra(page)
  await fillTicket(page, account, amount)
  await button(page, 'basket.add').click()
}

/** A code with one price is reviewed at once, and goes from its review into the basket. */
async function addCode(page: Page): Promise<void> {
  await pick(page, TILES.code)
  await button(page, 'basket.add').click()
}

async function reviewBasket(page: Page): Promise<void> {
  await button(page, 'basket.review').click()
  await expect(sellLines(page)).toBeVisible()
}

test('a basket of two top-ups and a code is sold in one payment, and its code is handed over', async ({
  page,
  shop,
}) => {
  await shop.signIn(page)
  await addTopUp(page, FIRST)
  await addCode(page)
  await addTopUp(page, '501234568', '50')
  await expect(inBasket(page)).toHaveCount(3)
  await expect(numberField(page)).toBeFocused()
  await page.reload()
  await expect(inBasket(page)).toHaveCount(3)
  await reviewBasket(page)
  await expect(lines(page)).toHaveText([/Qamra.*\+971 50 123 4567/, /Orbyte 50/, /Qamra.*\+971 50 123 4568/])
  expect(debits(shop)).toBe(0)
  await expect(sellLines(page)).toHaveAccessibleName(/AED\s125\.00/)
  await pressArmed(page, sellLines(page))
  await expectState(page, 'succeeded')
  expect(debits(shop)).toBe(3)
  await expect(lines(page).nth(1)).toContainText(shop.sandbox.codes()[0]?.number?.slice(0, 4) ?? 'no code')
  await pressArmed(page, button(page, 'delivery.givenNext'))
  await expect(numberField(page)).toBeFocused()
  await expect(basket(page)).toBeHidden()
})

test('what fails or is refused is not charged, the refund is said, and the result is a file', async ({
  page,
  shop,
}) => {
  await shop.signIn(page)
  await addTopUp(page, FIRST)
  await addTopUp(page, recipients.fails.slice(3), '30')
  await addTopUp(page, recipients.checkRefused.slice(3), '40')
  await reviewBasket(page)
  await expect(lines(page).nth(2)).toContainText(text('lines.out'))
  await expect(sellLines(page)).toHaveAccessibleName(/^Sell 2 lines.*AED\s55\.00/)
  await pressArmed(page, sellLines(page))
  await expect(page.getByRole('heading', { name: text('batch.soldOf', { sold: 1, of: 2 }) })).toBeVisible()
  await expect(page.getByRole('heading', { name: text('batch.refundOrGoOn', { amount: 'AED 30.00' }) })).toBeVisible()
  expect(debits(shop)).toBe(1)

  await button(page, 'reports.csv').click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: text('reports.save') }).click()
  const file = await (await downloading).createReadStream()
  const chunks: Buffer[] = []
  for await (const chunk of file) chunks.push(chunk as Buffer)
  const rows = readCsv(
    Buffer.concat(chunks)
      .toString('utf8')
      .replace(/^\uFEFF/, ''),
  )
  expect(rows).toMatchObject([
    { line: '1', account: "'971501234567", amount: '25.00', state: 'succeeded' },
    { line: '2', amount: '30.00', state: 'failed', reason: 'Subscriber number is not active.' },
    { line: '3', amount: '40.00', state: 'refused' },
  ])
  await nextCustomer(page)
  await expect(numberField(page)).toBeFocused()
})

test('a basket that is reloaded while it is reviewed is the same batch, and can be edited', async ({ page, shop }) => {
  await shop.signIn(page)
  await addTopUp(page, FIRST)
  await addCode(page)
  await reviewBasket(page)
  const address = page.url()
  await page.reload()
  await expect(sellLines(page)).toBeVisible()
  expect(page.url()).toBe(address)
  await button(page, 'basket.edit').click()
  await expect(inBasket(page)).toHaveCount(2)
  await page.getByRole('button', { name: text('basket.remove', { product: 'Orbyte 50' }) }).click()
  // One line is an ordinary sale.
  await button(page, 'basket.review').click()
  await expect(page).toHaveURL(/\/sale\//)
  expect(debits(shop)).toBe(0)
})

test('a basket is still there after the way back from its review, until it is sold', async ({ page, shop }) => {
  await shop.signIn(page)
  await addTopUp(page, FIRST)
  await addTopUp(page, '501234568', '50')
  await reviewBasket(page)
  await page.goBack()
  await expect(inBasket(page)).toHaveCount(2)
  await reviewBasket(page)
  await pressArmed(page, sellLines(page))
  await expectState(page, 'succeeded')
  await nextCustomer(page)
  await expect(numberField(page)).toBeFocused()
  await expect(basket(page)).toBeHidden()
})

test('a basket is filled, reviewed and sold with the keyboard alone', async ({ page, shop }) => {
  // From then on, the operator of the prefix is known.
  await openTicket(page, shop)
  await sell(page, FIRST)
  await nextCustomer(page)
  const tabTo = async (name: RegExp) => {
    const control = page.getByRole('button', { name })
    await expect(control).toBeVisible()
    for (let tabs = 0; tabs < 80; tabs++) {
      if (await control.evaluate((each) => each === document.activeElement)) return page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab does not reach ${name.source}`)
  }
  const add = async (number: string) => {
    await expect(numberField(page)).toBeFocused()
    await typeByHand(page, number)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/sell\/product\//)
    await typeByHand(page, '50')
    await tabTo(startingWith('basket.add'))
  }
  await add('501234568')
  await add('501234569')
  await expect(inBasket(page)).toHaveCount(2)
  await tabTo(startingWith('basket.review'))
  await expect(sellLines(page)).toBeFocused()
  await expect(sellLines(page)).toHaveAccessibleName(/AED\s100\.00/)
  await pass(page, ARMED_MS)
  await page.keyboard.press('Enter')
  await expectState(page, 'succeeded')
  await expect(button(page, 'sale.nextCustomer')).toBeFocused()
  expect(debits(shop)).toBe(3)
})

test('the basket of a person is gone when another one signs in', async ({ page, shop }) => {
  await shop.signIn(page)
  await addTopUp(page, FIRST)
  await expect(inBasket(page)).toHaveCount(1)
  await shop.signIn(page, 'Joseph Mathew')
  await expect(numberField(page)).toBeFocused()
  await expect(basket(page)).toBeHidden()
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(FIRST)
})
