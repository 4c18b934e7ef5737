import { startingWith, text } from '../tests/support/texts.ts'
import { button, link } from './support/controls.ts'
import { scan } from './support/scan.ts'
import { nextCustomer, openTicket, pick, sell, TILES } from './support/sell.ts'
import { expect, expectConsoleErrors, lock, pass, test, typeByHand } from './support/shop.ts'

const CARD = '04A1B2C3D4'

test('a supervisor adds a badge, which signs in with the PIN until it is blocked', async ({ page, shop }) => {
  await shop.signIn(page, 'Hamad Saleh')
  await link(page, 'shell.staff').click()
  await page.getByRole('link', { name: 'Amal Rahman' }).click()
  await button(page, 'staff.badgeAdd').click()
  await expect(page.getByRole('dialog')).toContainText(text('badge.waiting'))
  await scan(page, CARD)
  await expect(page.getByText(startingWith('staff.badgeSince'))).toBeVisible()

  await lock(page)
  await expect(page.getByText(text('badge.hint'))).toBeVisible()
  await scan(page, CARD)
  await expect(page.getByText(text('badge.enterPin', { name: 'Amal' }))).toBeVisible()
  await typeByHand(page, '2580')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/sell$/)
  await expect(page.getByText('Amal R.')).toBeVisible()

  await lock(page)
  await shop.signIn(page, 'Hamad Saleh')
  await link(page, 'shell.staff').click()
  await page.getByRole('link', { name: 'Amal Rahman' }).click()
  await button(page, 'staff.badgeBlock').click()
  await expect(page.getByText(text('staff.badgeNone'))).toBeVisible()
})

test('where the shop allows it, a cashier signs in with the badge alone, and a wrong badge says nothing @long', async ({
  page,
  shop,
  consoleErrors,
}) => {
  await shop.signIn(page, 'Hamad Saleh')
  await link(page, 'shell.settings').click()
  await link(page, 'settings.badge').click()
  const settings = page.getByRole('form', { name: text('settings.badge'), exact: true })
  await settings.getByRole('switch').click()
  await expect(page.getByText(text('settings.saved', { section: text('settings.badge') }))).toBeVisible()
  await link(page, 'shell.staff').click()
  await page.getByRole('link', { name: 'Amal Rahman' }).click()
  await button(page, 'staff.badgeAdd').click()
  await scan(page, CARD)
  await expect(page.getByText(startingWith('staff.badgeSince'))).toBeVisible()

  await lock(page)
  await expect(page.getByText(text('badge.hint'))).toBeVisible()
  await scan(page, '04FFFFFFFF')
  await expect(page.getByRole('alert')).toHaveText(text('failure.wrong-badge'))
  await scan(page, CARD)
  await expect(page).toHaveURL(/\/sell$/)
  await expect(page.getByText('Amal R.')).toBeVisible()
  expectConsoleErrors(consoleErrors, /401/)
})

test('the till measures a sale, and the report shows how long it took @long', async ({ page, shop }) => {
  await openTicket(page, shop)
  await pass(page, 8_000)
  await sell(page, '501234567', '25')
  await pass(page, 4_000)
  const sent = page.waitForResponse((response) => response.url().endsWith('/times'))
  await nextCustomer(page)
  await pick(page, TILES.code)
  expect((await sent).status()).toBe(200)
  await lock(page)
  await shop.signIn(page, 'Hamad Saleh')
  await link(page, 'shell.reports').click()
  const times = page.getByRole('region', { name: text('reports.times') })
  await expect(times.getByRole('row', { name: /Qamra Recharge/ })).toContainText(/\d\.\d s/)
})
