import type { Browser, Page } from 'playwright/test'

import { recipients } from '#sandbox/scenarios.ts'
import { delayReads } from './support/delay-reads.ts'
import { answerPrintDialogs, documentsOf } from './support/print-dialog.ts'
import { debits, goToOpenItems, openTicket, pickQamra, review, saleOn, send, stateOn } from './support/sell.ts'
import { expect, expectUnreachable, lock, SLOWLY, test, type Shop } from './support/shop.ts'
import { startingWith, text } from '../tests/support/texts.ts'

const badge = (page: Page) => page.getByRole('link', { name: /^Open items \d/ })
const rowOf = (page: Page, account: string) => page.getByRole('row').filter({ hasText: account })

const goToOpenItemsByRail = (page: Page) => page.getByRole('link', { name: 'Open items', exact: true }).click()

/** Another till of the shop, with somebody else at it. */
async function atAnotherTill(browser: Browser, shop: Shop, name: string): Promise<Page> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await shop.signIn(page, name)
  return page
}

test.describe('a sale that waits', () => {
  test.use({ settings: SLOWLY })

  test('stays on the desk over a reload, a sign-out, another till and a restart, and can be taken over there', async ({
    page,
    shop,
    browser,
  }) => {
    await openTicket(page, shop)
    await review(page, recipients.succeedsAfterTwoFinds)
    await send(page)
    await expect(stateOn(page, 'Waiting for Qamra')).toBeVisible()
    await page.getByRole('button', { name: startingWith('sale.nextCustomer') }).click()

    await badge(page).click()
    await expect(page).toHaveURL(/\/open-items$/)
    const row = rowOf(page, '+971 50 000 0002')
    await expect(row).toContainText(/25\.00.*Waiting.*Next check in.*Amal/)
    await page.reload()
    await expect(row).toBeVisible()

    await lock(page)
    await shop.signIn(page)
    await expect(badge(page)).toHaveAccessibleName('Open items 1')
    await shop.restart()

    const other = await atAnotherTill(browser, shop, 'Joseph Mathew')
    await badge(other).click()
    await rowOf(other, '+971 50 000 0002').getByRole('button', { name: 'Take over' }).click()
    await expect(stateOn(other, 'Waiting for Qamra')).toBeVisible()
    await expect(saleOn(other)).toContainText('Joseph Mathew took it over')
    await expect(saleOn(other).getByRole('button', { name: 'Take over' })).toBeHidden()

    // Where it was taken from, it is a colleague's now.
    await page.goto(`${shop.url}/open-items`)
    await expect(row).toContainText('Joseph')
    await expect(row.getByRole('button', { name: 'Take over' })).toBeVisible()
    await other.context().close()
  })

  test('prints a slip that is no receipt @long', async ({ page, shop }) => {
    await answerPrintDialogs(page)
    await openTicket(page, shop)
    await review(page, recipients.succeedsAfterTwoFinds)
    await send(page)
    await page.getByRole('button', { name: 'Print waiting slip' }).click()
    await expect.poll(() => documentsOf(page)).toHaveLength(1)
    const [slip] = await documentsOf(page)
    expect(slip).toMatch(/Waiting slip.*This is not a receipt.*Sale 0001.*\+971 50 000 0002.*Keep this slip/s)
    expect(slip).toMatch(/PRACTICE\s+NO MONEY MOVED/)
    await expect(page.locator('body > [inert][aria-hidden="true"]')).toHaveCount(0)
  })

  test('is never said to be followed by a till that does not answer @long', async ({ page, shop, consoleErrors }) => {
    await openTicket(page, shop)
    await review(page, recipients.succeedsAfterTwoFinds)
    await send(page)
    await expect(page.getByText('We keep checking')).toBeVisible()
    await page.route('**/api/**', (route) => route.abort())
    await expect(page.getByText(text('sale.lastKnown', { age: 'just now' }))).toBeVisible()
    await expect(page.getByText('We keep checking')).toBeHidden()
    await page.unroute('**/api/**')
    await expect(page.getByText('We keep checking')).toBeVisible()
    expectUnreachable(consoleErrors)
  })
})

test('a sale given up is money to give back, until any cashier ticks it', async ({ page, shop, browser }) => {
  await openTicket(page, shop)
  await review(page, recipients.noFunds)
  await send(page)
  await page.getByRole('button', { name: /^Cancel and refund/ }).click()
  await expect(page.getByRole('heading', { name: 'Refund AED 25.00' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: text('alerts.chip.wallet') })).toBeVisible()

  const other = await atAnotherTill(browser, shop, 'Joseph Mathew')
  await badge(other).click()
  await expect(other.getByRole('heading', { name: text('openItems.section.refunds') })).toBeVisible()
  await rowOf(other, '+971 50 000 0006').getByRole('button', { name: 'Refund AED 25.00' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Refunded AED 25.00' }).click()
  await expect(other.getByText(text('openItems.empty'))).toBeVisible()
  await other.context().close()

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Refunded AED 25.00' })).toBeVisible()
  await expect(page.getByText('By Joseph Mathew')).toBeVisible()
  expect(debits(shop)).toBe(0)
})

test('a supervisor closes what the service cancelled, with what support said @long', async ({ page, shop }) => {
  await openTicket(page, shop)
  await review(page, recipients.cancelled)
  await send(page)
  await expect(stateOn(page, 'Cancelled by the service')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Ask a supervisor' })).toBeVisible()
  await expect(page.getByRole('button', { name: text('sale.resolve') })).toBeHidden()

  await lock(page)
  await shop.signIn(page, 'Hamad Saleh')
  await goToOpenItems(page)
  await expect(page.getByRole('heading', { name: text('openItems.section.attention') })).toBeVisible()
  await rowOf(page, '+971 50 000 0016')
    .getByRole('link', { name: text('openItems.resolve') })
    .click()
  await page.getByRole('button', { name: text('sale.resolve') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('It was not sold').check()
  await expect(dialog.getByRole('button', { name: text('sale.resolve.noteMissing') })).toBeVisible()
  await dialog.getByLabel('What support said').fill('Reversed on their side.')
  await dialog.getByRole('button', { name: text('sale.resolve.not-sold.do') }).click()
  await expect(page.getByRole('heading', { name: text('sale.resolved.not-sold') })).toBeVisible()
  await expect(page.getByText('By Hamad Saleh')).toBeVisible()
  await page.getByRole('button', { name: 'Refunded AED 25.00' }).click()
  await expect(page.getByRole('heading', { name: 'Refunded AED 25.00' })).toBeVisible()
  await page.keyboard.press('F8')
  await expect(page.getByText(text('openItems.empty'))).toBeVisible()
})

test('a sale completed after its cashier left is told to them alone, once, and moves nothing @long', async ({
  page,
  shop,
}) => {
  await openTicket(page, shop)
  await review(page, recipients.heldByTurnover)
  const reads = await delayReads(page)
  await send(page)
  await expect(stateOn(page, 'Held by the service')).toBeVisible()
  await lock(page)
  await reads.release()

  const notification = page.getByRole('status').filter({ hasText: 'Sale 0001 went through, AED 25.00' })
  const completed = page.getByText(text('openItems.updates', { count: 1 }))
  await shop.signIn(page, 'Hamad Saleh')
  await goToOpenItemsByRail(page)
  await expect(completed).toBeVisible()
  await page.getByRole('link', { name: 'Sell', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Mobile recharge/ })).toBeVisible()
  await expect(notification).toBeHidden()
  await lock(page)

  await shop.signIn(page, 'Joseph Mathew')
  await goToOpenItemsByRail(page)
  await expect(page.getByText(text('openItems.empty'))).toBeVisible()
  await lock(page)

  await shop.signIn(page)
  const tile = page.getByRole('button', { name: /^Mobile recharge/ })
  await expect(tile).toBeVisible()
  // The first sale of a till makes the row of recent sales appear, and that is not what is measured.
  await expect(page.getByRole('region', { name: text('quick.recent') })).toBeVisible()
  const before = await tile.boundingBox()
  await expect(notification).toBeVisible()
  expect(await tile.boundingBox()).toEqual(before)
  // Not while something is sold, and again when nothing is.
  await pickQamra(page)
  await expect(notification).toBeHidden()
  await page.goto(`${shop.url}/sell`)
  await expect(notification).toBeVisible()
  // The first presses were meant for what was there before.
  await expect(async () => {
    await notification.getByRole('button', { name: 'Close' }).click()
    await expect(notification).toBeHidden({ timeout: 300 })
  }).toPass()
  await page.reload()
  await expect(tile).toBeVisible()

  await goToOpenItemsByRail(page)
  await expect(completed).toBeVisible()
  await page.getByRole('button', { name: text('openItems.showUpdates') }).click()
  await expect(badge(page)).toBeHidden()
  await rowOf(page, 'Sale 0001').getByRole('link', { name: 'Open' }).click()
  await expect(stateOn(page, 'Sold')).toBeVisible()
})
