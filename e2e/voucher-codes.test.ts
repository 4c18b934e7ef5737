import type { Page } from 'playwright/test'

import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { codeOn, isInSight, openVoucherSale } from './support/sell-voucher.ts'
import { expect, test } from './support/shop.ts'
import { startingWith, text } from '../tests/support/texts.ts'

/** @security V14.2.1: A code leaves the screen after a minute and at sign-out, and is in no URL or title. */

const card = (page: Page) =>
  page.getByRole('region', { name: /^(PIN for the customer|Link for the customer|For the customer)$/ })
const isWhole = (page: Page) => card(page).evaluate((element) => element.scrollWidth <= element.clientWidth)
const ON_A_PHONE = 'a phone shows a code, its QR code and every way to hand it over at once'
test(ON_A_PHONE, { tag: '@sizes' }, async ({ page, shop }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await shop.signIn(page)
  await openVoucherSale(page, shop, vouchers.numberAndLink)
  await expect(codeOn(page)).toBeVisible()
  const ways = ['delivery.share', 'delivery.copyPin', 'delivery.moreWays', 'delivery.givenNext'] as const
  const buttons = ways.map((way) => page.getByRole('button', { name: startingWith(way) }).first())
  for (const what of [codeOn(page), page.getByRole('img', { name: text('delivery.qr') }).first(), ...buttons])
    await expect.poll(() => isInSight(what), String(what)).toBe(true)
})

const ODD = {
  'very long': 'Q7ZK'.repeat(60),
  'of many lines': Array.from({ length: 8 }, (_, line) => `LINE ${line + 1}: 4410-0038-1172`).join('\n'),
  'of one long word': 'abcdefghij-'.repeat(12),
}
for (const [name, number] of Object.entries(ODD)) {
  test(`a code ${name} is completely visible at every width`, { tag: '@sizes' }, async ({ page, shop }) => {
    await page.route('**/reveal', async (route) => {
      const answer = await route.fetch()
      const revealed = (await answer.json()) as { voucher: object }
      await route.fulfill({ json: { ...revealed, voucher: { number, serial: '9'.repeat(64) } } })
    })
    await shop.signIn(page)
    await openVoucherSale(page, shop, vouchers.numberAndSerial)
    await expect(codeOn(page)).toBeVisible()
    for (const [width, height] of [
      [1280, 800],
      [1024, 768],
      [800, 1280],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      const drawn = codeOn(page).locator('[aria-hidden] > *')
      expect((await drawn.allInnerTexts()).join('').replaceAll('\n', '')).toBe(number.replaceAll('\n', ''))
      await expect.poll(() => isWhole(page), `${width} px`).toBe(true)
      const inner = await drawn.last().boundingBox()
      const outer = await card(page).boundingBox()
      expect(inner && outer && inner.y + inner.height <= outer.y + outer.height).toBe(true)
      await drawn.last().scrollIntoViewIfNeeded()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  })
}
