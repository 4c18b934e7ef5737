import type { Page } from 'playwright/test'

import { text } from '../tests/support/texts.ts'
import { startBuiltShop, QUICKLY } from './support/built.ts'
import { findAccessibilityViolations } from './support/find-accessibility-violations.ts'
import { answerPrintDialogs, documentsOf } from './support/print-dialog.ts'
import { pickQamra, review, send, expectState } from './support/sell.ts'
import { expect, expectConsoleErrors, test, typePin } from './support/shop.ts'
import { button } from './support/controls.ts'

const PIN = '604918'

/** A shop that sells for real, set up by its first supervisor at this page. */
async function openRealShop(page: Page) {
  let printed = ''
  const shop = await startBuiltShop({ env: QUICKLY, service: 'real', print: (line) => (printed += `${line}\n`) })
  const [link = ''] = /http\S+\/setup#\S+/.exec(printed) ?? []
  const code = link.split('#')[1]
  const { status } = await fetchSetup(page, shop.url, code)
  expect(status).toBe(200)
  await page.goto(`${shop.url}/sell`)
  return shop
}

async function fetchSetup(page: Page, url: string, code: string | undefined) {
  const answer = await page.request.post(`${url}/api/setup`, {
    headers: { origin: url },
    data: { code, name: 'Hamad', pin: PIN, terminal: 'Counter' },
  })
  return { status: answer.status() }
}

/** A supervisor's PIN, from the menu of the person. */
async function switchBy(page: Page, item: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: /Hamad/ }).click()
  await page.getByRole('menuitem', { name: item }).click()
  await typePin(page, PIN)
}

const framed = (page: Page) => page.locator('html[data-practice]')

test('a till of a real shop practices and comes back, and the service of the shop hears nothing of it', async ({
  page,
  consoleErrors,
}, info) => {
  // What is asked at the moment of the switch still says what the page showed before.
  expectConsoleErrors(consoleErrors, /409/)
  await answerPrintDialogs(page)
  const shop = await openRealShop(page)
  try {
    await expect(page.getByRole('button', { name: /Mobile recharge/ })).toBeVisible()
    await expect(framed(page)).toHaveCount(0)

    await switchBy(page, text('userMenu.practice'))
    await expect(framed(page)).toBeVisible()
    await expect(page.getByRole('banner').getByText(text('shell.practice'))).toBeVisible()
    const requests = shop.sandbox.requests().length
    await pickQamra(page)
    await review(page, '501234567')
    await page.screenshot({ path: info.outputPath('review.png') })
    await expect(page.getByText('P 0001').first()).toBeVisible()
    expect(await findAccessibilityViolations(page)).toEqual([])
    await send(page)
    await expectState(page, 'succeeded')
    await page.screenshot({ path: info.outputPath('sold.png') })
    await button(page, 'sale.print').first().click()
    await expect.poll(async () => (await documentsOf(page)).join()).toContain(text('sale.receipt.practice'))
    expect((await documentsOf(page)).join()).toContain('P 0001')
    expect(shop.sandbox.requests()).toHaveLength(requests)
    expect(shop.sandbox.ledger()).toEqual([])

    await page.goto(`${shop.url}/sales`)
    await expect(page.getByText('P 0001').first()).toBeVisible()
    await switchBy(page, text('userMenu.practice.end'))
    await expect(framed(page)).toHaveCount(0)
    await page.goto(`${shop.url}/sales`)
    await expect(page.getByText('P 0001')).toHaveCount(0)

    await page.goto(`${shop.url}/sell`)
    await pickQamra(page)
    await review(page, '501234568')
    await send(page)
    await expect.poll(() => shop.sandbox.ledger().length).toBe(1)
  } finally {
    await page.close()
    await shop.close()
  }
})
