import { openNewShop } from './support/new-shop.ts'
import { expect, test } from './support/shop.ts'
import { text } from '../tests/support/texts.ts'

// 21:43 in the shop; 06:43 of the next day for a browser in New Zealand.
test.use({ timezoneId: 'Pacific/Auckland' })
const NOW = new Date('2026-11-22T17:43:00Z')

test("greeting and clock of the sign-in page follow the shop's time zone in both languages @long", async ({
  page,
  shop,
}) => {
  await page.clock.setFixedTime(NOW)
  await page.goto(shop.url)
  await page.getByRole('button', { name: 'Amal' }).click()
  await expect(page.getByText('Good evening, Amal')).toBeVisible()
  await expect(page.getByRole('time')).toContainText('Sun 22 Nov21:43')

  await page.getByRole('combobox', { name: text('shell.language') }).selectOption('العربية')
  await expect(page.getByText(/^مساء الخير/)).toBeVisible()
  await expect(page.getByRole('time')).toContainText('الأحد')
  await expect(page.getByRole('time')).toContainText('21:43')
})

test("the clocks of setup pages follow the shop's time zone @long", async ({ page }) => {
  const shop = await openNewShop()
  try {
    await page.clock.setFixedTime(NOW)
    await page.goto(shop.setupLink)
    await expect(page.getByRole('time')).toContainText('21:43')
    await page.goto(new URL('/enroll', shop.setupLink).href)
    await expect(page.getByRole('time')).toContainText('21:43')
    // The page must not send requests to a stopped server.
    await page.goto('about:blank')
  } finally {
    await shop.close()
  }
})
