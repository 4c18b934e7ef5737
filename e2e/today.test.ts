import { text } from '../tests/support/texts.ts'
import { link } from './support/controls.ts'
import { enterAs, expect, lock, test } from './support/shop.ts'
import { pickQamra, sell } from './support/sell.ts'

test('a supervisor signs in to the day, and each figure leads to its list', async ({ page, shop }) => {
  await shop.signIn(page)
  await pickQamra(page)
  await sell(page, '501234567', '45')
  await lock(page)

  await enterAs(page, 'Hamad', '604918')
  await expect(page).toHaveURL(/\/today$/)
  await expect(page.getByRole('paragraph').filter({ hasText: /^AED\s45 sold by \d\d:\d\d\./ })).toBeVisible()
  const rail = page.getByRole('navigation', { name: text('shell.nav') })
  await expect(rail.getByRole('link').first()).toHaveText(text('shell.today'))
  const wallet = page.getByRole('region', { name: text('wallet.title') })
  await expect(wallet).toContainText('4,275')
  const chart = page.getByRole('slider', { name: text('reports.byHour') })
  await chart.press('End')
  await expect(chart).toHaveAttribute('aria-valuetext', /AED\s45\.00/)
  await page.getByRole('link', { name: /Qamra Recharge/ }).click()
  await expect(page).toHaveURL(/\/sales\?.*service=qamra-rc/)
  await page.goBack()
  await link(page, 'ready.wallet.go').click()
  await expect(page).toHaveURL(/\/wallet$/)

  await rail.getByRole('link', { name: text('shell.sell'), exact: true }).click()
  await expect(page).toHaveURL(/\/sell$/)
})
