import type { Page } from 'playwright/test'

import { recipients } from '#sandbox/scenarios.ts'
import {
  requestReview,
  debits,
  openTicket,
  pickQamra,
  review,
  send,
  stateOn,
  expectState,
  numberField,
  sendButton,
  pressArmed,
  sell,
} from './support/sell.ts'
import { expect, expectConsoleErrors, SLOWLY, test, type Shop } from './support/shop.ts'
import { text } from '../tests/support/texts.ts'
import { button } from './support/controls.ts'

async function toTicket(page: Page, shop: Shop) {
  await page.goto(`${shop.url}/sell`)
  await pickQamra(page)
}

test('the same sold again within minutes is asked about first @long', async ({ page, shop, consoleErrors }) => {
  await openTicket(page, shop)
  await sell(page, recipients.success)

  await toTicket(page, shop)
  await requestReview(page, recipients.success)
  await expect(stateOn(page, text('sale.duplicate.ask'))).toBeVisible()
  await expect(page.getByText('Sold to this number just now, AED 25.00.')).toBeVisible()
  // Enter, pressed once too often, leads back.
  await expect(button(page, 'ticket.cancel')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(numberField(page)).toHaveValue('50 000 0001')

  await button(page, 'ticket.review').click()
  const again = button(page, 'sale.duplicate.again')
  await pressArmed(page, again)
  await expect(sendButton(page)).toBeVisible()
  await page.reload()
  await send(page)
  await expectState(page, 'succeeded')
  expect(debits(shop)).toBe(2)
  expectConsoleErrors(consoleErrors, /409/)
})

test('two tills that review the same: the second is asked when it sends @long', async ({
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
  await expectState(other, 'succeeded')
  await context.close()

  await send(page)
  await expect(stateOn(page, text('sale.duplicate.ask'))).toBeVisible()
  await expect(page.getByRole('region', { name: text('sale.duplicate.other') })).toContainText('Joseph M.')
  expect(debits(shop)).toBe(1)
  const again = button(page, 'sale.duplicate.again')
  await pressArmed(page, again)
  await expectState(page, 'succeeded')
  expect(debits(shop)).toBe(2)
  expectConsoleErrors(consoleErrors, /409/)
})

test.describe('while the first one waits', () => {
  test.use({ settings: SLOWLY })

  test('the same cannot be sold, and the first is a tap away @long', async ({ page, shop, consoleErrors }) => {
    await openTicket(page, shop)
    await review(page, recipients.succeedsAfterTwoFinds)
    await send(page)
    await expectState(page, 'pending', { brand: 'Qamra' })
    const first = page.url()

    await toTicket(page, shop)
    await requestReview(page, recipients.succeedsAfterTwoFinds)
    await expect(stateOn(page, text('sale.duplicate.open'))).toBeVisible()
    await expect(button(page, 'sale.duplicate.again')).toBeHidden()
    const open = button(page, 'sale.duplicate.openThat')
    await pressArmed(page, open)
    await expect(page).toHaveURL(first)
    expect(shop.sandbox.requests().filter(({ path }) => path === '/transaction/check')).toHaveLength(1)
    expectConsoleErrors(consoleErrors, /409/)
  })
})
