import type { BrowserContext } from 'playwright/test'

import { findQrMatrix, qrPath } from '#browser/ui/QrCode.tsx'
import type { Sale } from '#domain/sale/sale.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { aPublicOrigin } from '../tests/support/free-port.ts'
import { every } from '../tests/support/pace.ts'
import { text } from '../tests/support/texts.ts'
import { findAccessibilityViolations } from './support/find-accessibility-violations.ts'
import { answerPrintDialogs, documentsOf, qrCodesOf } from './support/print-dialog.ts'
import { openTicket, review, send, expectState } from './support/sell.ts'
import { expect, test } from './support/shop.ts'
import { button } from './support/controls.ts'

test.use({
  // oxlint-disable-next-line no-empty-pattern
  settings: async ({}, use) => use(await aPublicOrigin()),
  polling: every(1_000),
})

/** Lets the browser obey the header that reloads the page, only sooner. */
async function hurry(context: BrowserContext): Promise<void> {
  await context.route('**/s/**', async (route) => {
    const response = await route.fetch()
    const { refresh, ...headers } = response.headers()
    await route.fulfill({ response, headers: { ...headers, ...(refresh === undefined ? {} : { refresh: '1' }) } })
  })
}

test('a customer follows the QR code of a slip on a phone, without signing in, until the sale is sold @long', async ({
  page,
  shop,
  browser,
}) => {
  await answerPrintDialogs(page)
  await openTicket(page, shop)
  await review(page, recipients.succeedsAfterTwoFinds)
  await send(page)
  await expectState(page, 'pending', { brand: 'Qamra' })
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const { statusLink = '' } = (await (await page.request.get(`${shop.url}/api/sales/${id}`)).json()) as Sale
  expect(statusLink).toContain(`${shop.url}/s/`)
  const matrix = findQrMatrix(statusLink)
  if (!matrix) throw new Error('the link is too long')
  await expect(page.getByRole('img', { name: text('sale.follow.qr') }).locator('path')).toHaveAttribute(
    'd',
    qrPath(matrix),
  )
  await button(page, 'sale.printWaiting').click()
  await expect.poll(() => documentsOf(page)).toHaveLength(1)
  expect(await qrCodesOf(page)).toEqual([qrPath(matrix)])
  expect((await documentsOf(page))[0]).toContain(new URL(shop.url).host)

  const context = await browser.newContext({ viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true })
  await hurry(context)
  const phone = await context.newPage()
  const complaints: string[] = []
  phone.on('console', (message) => complaints.push(message.text()))
  await phone.goto(statusLink)
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(text('display.onItsWay'))
  await expect(phone.getByRole('main')).toContainText(/Practice: no real money was used.*Qamra Recharge.*0002/s)

  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(text('state.succeeded.heading'))
  await expect(phone.getByRole('main')).not.toContainText(/AED|25\.00|Amal|971/)
  expect(await findAccessibilityViolations(phone)).toEqual([])
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  expect(await context.cookies()).toEqual([])
  expect(complaints).toEqual([])
  await expectState(page, 'succeeded')
  await context.close()
})
