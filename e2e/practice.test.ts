import type { Page } from 'playwright/test'

import { text } from '../tests/support/texts.ts'
import { openNewShop, setUp } from './support/new-shop.ts'
import { answerPrintDialogs, documentsOf } from './support/print-dialog.ts'
import { pickQamra, review, send, expectState } from './support/sell.ts'
import { expect, expectConsoleErrors, test, typePin } from './support/shop.ts'
import { button, link } from './support/controls.ts'

const PIN = '604918'

async function switchBy(page: Page, item: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: /Hamad/ }).click()
  await page.getByRole('menuitem', { name: item }).click()
  await typePin(page, PIN)
}

const framed = (page: Page) => page.locator('html[data-practice]')

test('a till of a real shop practices and comes back, and the provider of the shop gets no request from it @long', async ({
  page,
  consoleErrors,
}) => {
  // Requests at the moment of the switch still name the mode that the page showed before.
  expectConsoleErrors(consoleErrors, /409/)
  await answerPrintDialogs(page)
  const shop = await openNewShop()
  try {
    await setUp(page.request, shop, PIN)
    await page.goto(`${shop.url}/sell`)
    await expect(page.getByRole('button', { name: /Mobile recharge/ })).toBeVisible()
    await expect(framed(page)).toHaveCount(0)

    await switchBy(page, text('userMenu.practice'))
    await expect(framed(page)).toBeVisible()
    await expect(page.getByRole('banner').getByText(text('shell.practice'))).toBeVisible()
    const requests = shop.sandbox.requests().length
    await pickQamra(page)
    await review(page, '501234567')
    await expect(page.getByText('P 0001').first()).toBeVisible()
    await send(page)
    await expectState(page, 'succeeded')
    await button(page, 'sale.print').first().click()
    await expect.poll(async () => (await documentsOf(page)).join()).toContain(text('sale.receipt.practice'))
    expect((await documentsOf(page)).join()).toContain('P 0001')
    expect(shop.sandbox.requests()).toHaveLength(requests)
    expect(shop.sandbox.ledger()).toEqual([])

    await link(page, 'shell.sales').click()
    await expect(page.getByText('P 0001').first()).toBeVisible()
    await switchBy(page, text('userMenu.practice.end'))
    await expect(framed(page)).toHaveCount(0)
    await link(page, 'shell.sales').click()
    await expect(page.getByText(text('salesList.empty'))).toBeVisible()
    await expect(page.getByText('P 0001')).toHaveCount(0)

    await page.getByRole('link', { name: text('shell.sell'), exact: true }).click()
    await pickQamra(page)
    await review(page, '501234568')
    await send(page)
    await expect.poll(() => shop.sandbox.ledger().length).toBe(1)
  } finally {
    await page.close()
    await shop.close()
  }
})
