import type { Browser, Page } from 'playwright/test'

import { recipients } from '#sandbox/scenarios.ts'
import { openTicket, review, saleOn, send, expectState, nextCustomer } from './support/sell.ts'
import { SLOW } from '../tests/support/pace.ts'
import { enterAs, expect, expectUnreachable, lock, test, type Shop } from './support/shop.ts'
import { button } from './support/controls.ts'

const badge = (page: Page) => page.getByRole('link', { name: /^Open items \d/ })
const rowOf = (page: Page, account: string) => page.getByRole('row').filter({ hasText: account })

async function atAnotherTill(browser: Browser, shop: Shop, name: string): Promise<Page> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await shop.signIn(page, name)
  return page
}

test.describe('a waiting sale', () => {
  test.use({ polling: SLOW })

  test('a notification covers no key of the next number', async ({ page, shop, consoleErrors }) => {
    await openTicket(page, shop)
    await review(page, recipients.succeedsAfterTwoFinds)
    await send(page)
    await expectState(page, 'pending', { brand: 'Qamra' })
    await nextCustomer(page)
    // The customer left before the sale completed.
    shop.moveClock(20_000)
    await shop.restart({ polling: {} })
    await expect(page.getByText(/went through/)).toBeVisible()
    const key = page.getByRole('button', { name: '0', exact: true })
    const isUncovered = await key.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
    expect(isUncovered).toBe(true)
    expectUnreachable(consoleErrors)
  })

  test('a waiting sale stays in the open items over a reload, a sign-out and a restart, and another till can take it over', async ({
    page,
    shop,
    browser,
  }) => {
    await openTicket(page, shop)
    await review(page, recipients.succeedsAfterTwoFinds)
    await send(page)
    await expectState(page, 'pending', { brand: 'Qamra' })
    await nextCustomer(page)

    await badge(page).click()
    await expect(page).toHaveURL(/\/open-items$/)
    const row = rowOf(page, '+971 50 000 0002')
    await expect(row).toContainText(/25\.00.*Waiting.*Next check in.*Amal/)
    await page.reload()
    await expect(row).toBeVisible()

    await lock(page)
    await enterAs(page, 'Amal', '2580')
    await expect(badge(page)).toHaveAccessibleName('Open items 1')
    await shop.restart()

    const other = await atAnotherTill(browser, shop, 'Joseph Mathew')
    await badge(other).click()
    await button(rowOf(other, '+971 50 000 0002'), 'sale.takeOver').click()
    await expectState(other, 'pending', { brand: 'Qamra' })
    await expect(saleOn(other)).toContainText('Joseph Mathew took over the sale')
    await expect(button(saleOn(other), 'sale.takeOver')).toBeHidden()

    // The till from which the sale was taken now shows it as another cashier's sale.
    await badge(page).click()
    await expect(row).toContainText('Joseph')
    await expect(button(row, 'sale.takeOver')).toBeVisible()
    await other.context().close()
  })
})
