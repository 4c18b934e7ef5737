import { expect, expectUnreachable, test } from './support/shop.ts'

test('a practice till opens on the sign-in screen, and a demo cashier comes in', async ({ page, shop }) => {
  await page.goto(shop.url)
  await expect(page).toHaveTitle(/Toptill/)
  await expect(page).toHaveURL(/\/sign-in/)

  await shop.signIn(page)

  await expect(page.getByRole('main')).toBeVisible()
  expect(shop.sandbox.requests().map(({ path }) => path)).not.toContain('/transaction/check')
})

test('a person stays signed in when the till is started anew', async ({ page, shop, consoleErrors }) => {
  await shop.signIn(page)
  await shop.restart()
  await page.reload()
  await expect(page).toHaveURL(/\/sell/)
  await expect(page.getByText('Amal R.')).toBeVisible()
  expectUnreachable(consoleErrors)
})

test('a till follows the system into the dark, until a person chooses for it', async ({ page, shop }) => {
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  await page.emulateMedia({ colorScheme: 'dark' })
  await shop.signIn(page)
  expect(await scheme()).toBe('dark')
  await page.getByRole('banner').getByRole('button', { name: 'Amal R.' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Dark theme' }).click()
  await expect.poll(scheme).toBe('light')
  await page.reload()
  await expect(page.getByRole('button', { name: /^Mobile recharge/ })).toBeVisible()
  expect(await scheme()).toBe('light')
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true })

  test('no key caps are shown where there are only fingers', async ({ page, shop }) => {
    await shop.signIn(page)
    await expect(page.getByRole('button', { name: /^Mobile recharge/ })).toBeVisible()
    await expect(page.getByText('Ready for the next sale')).toBeVisible()
    await expect(page.locator('kbd').filter({ visible: true })).toHaveCount(0)
  })
})
