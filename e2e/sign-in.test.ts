import type { Locator } from 'playwright/test'

import en from '../src/browser/i18n/en.json' with { type: 'json' }
import { enterAs, expect, lock, test } from './support/shop.ts'
import { text, textIn } from '../tests/support/texts.ts'
import { heading } from './support/controls.ts'
import { expectSound } from './walk/walk.ts'

test('a phone shows names as a list and the PIN as a sheet, with nothing below the fold @long', async ({
  page,
  shop,
}) => {
  const [width, height] = [390, 844]
  await page.setViewportSize({ width, height })
  await page.goto(shop.url)
  const expectInSight = async (buttons: Locator) => {
    for (const button of await buttons.all()) await expect(button).toBeInViewport({ ratio: 1 })
  }
  await expect(page.getByRole('button', { name: /^Hamad/ })).toBeVisible()
  await expectInSight(page.getByRole('button'))
  await expect(page.getByText('no real money')).toBeInViewport({ ratio: 1 })

  await page.getByRole('button', { name: /^Hamad/ }).click()
  const sheet = page.getByRole('dialog', { name: /Hamad/ })
  await expect(sheet.getByRole('button', { name: en['signIn.tooShortSupervisor'] })).toBeVisible()
  await expectInSight(sheet.getByRole('button'))
  await sheet.getByRole('button', { name: en['signIn.back'] }).click()
  await expect(sheet).toBeHidden()

  await page.getByRole('button', { name: /^Amal/ }).click()
  for (const digit of '2580') await page.getByRole('dialog').getByRole('button', { name: digit, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: en['signIn.enter'] }).click()
  await expect(page).toHaveURL(/\/sell$/)
})

test('each person reads their own language at every till, and each till has its own @long', async ({
  page,
  shop,
  browser,
}) => {
  const html = page.locator('html')
  const fonts: string[] = []
  page.on('request', (request) => request.url().endsWith('.woff2') && fonts.push(request.url()))
  await page.goto(shop.url)
  await expect(heading(page, 'signIn.title')).toBeVisible()
  await expectSound(page)
  // Fonts for other scripts load only when a text needs them.
  expect(fonts.filter((font) => !/-latin-/.test(font))).toEqual([])
  await page.getByRole('combobox', { name: text('shell.language') }).selectOption('العربية')
  await expect(html).toHaveAttribute('dir', 'rtl')
  await page.reload()
  await expect(html).toHaveAttribute('lang', 'ar')

  await enterAs(page, 'Amal', '2580')
  await page.getByRole('button', { name: /^Amal R/ }).click()
  await page.getByRole('menuitem', { name: textIn('ar', 'shell.language') }).click()
  await page.getByRole('menuitemradio', { name: 'हिन्दी' }).click()
  await expect(html).toHaveAttribute('lang', 'hi')
  await expect(html).toHaveAttribute('dir', 'ltr')
  await expect(page.getByRole('link', { name: textIn('hi', 'shell.sell') })).toBeVisible()
  await expect.poll(() => fonts.some((font) => /-devanagari-/.test(font))).toBe(true)
  await lock(page, 'hi')
  await expect(html).toHaveAttribute('lang', 'ar')

  const other = await browser.newPage()
  await shop.signIn(other)
  await expect(other.locator('html')).toHaveAttribute('lang', 'hi')
  await other.close()
})

test('every screen shows that the till is practicing @long', async ({ page, shop }) => {
  await shop.signIn(page)
  for (const path of ['/sell', '/sales', '/wallet', '/nowhere']) {
    await page.goto(shop.url + path)
    await expect(page.getByText('no real money')).toBeVisible()
  }
})
