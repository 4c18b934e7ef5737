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
