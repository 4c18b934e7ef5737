import { reviewInternational } from './support/sell-international.ts'
import { pickQamra, review, saleOn, send, stateOn } from './support/sell.ts'
import { expect, lock, test } from './support/shop.ts'
import { text } from '../tests/support/texts.ts'

test('the warning of a category is told with what is sold below it @long', async ({ page, shop }) => {
  await shop.signIn(page)
  await page.getByRole('button', { name: /^Gaming/ }).click()
  await page.getByRole('button', { name: /^Odd codes/ }).click()
  await page
    .getByRole('button', { name: /^Quillo 10, / })
    .first()
    .click()
  await expect(page.getByText('What is below cannot be returned.')).toBeVisible()
  await page.getByRole('button', { name: /^Review/ }).click()
  await expect(stateOn(page, 'Not confirmed')).toBeAttached()
  await expect(saleOn(page).getByText('What is below cannot be returned.')).toBeVisible()
})

test('the warning of an international tile is told on every step, after a reload, and at the review @long', async ({
  page,
  shop,
}) => {
  const warning = page.getByText('Only prepaid lines. A landline cannot be topped up.')
  await shop.signIn(page)
  await page.getByRole('button', { name: /^Send abroad/ }).click()
  await page.getByRole('button', { name: /^Egypt/ }).click()
  await expect(warning).toBeVisible()
  await expect(page).toHaveURL(/\?tile=93$/)
  await page.reload()
  await expect(warning).toBeVisible()
  await page.getByRole('group', { name: 'Operators' }).getByRole('button').first().click()
  await page
    .getByLabel(/number/i)
    .first()
    .fill('1001234567')
  await page.getByRole('button', { name: text('international.chooseAmount') }).click()
  await expect(page.getByRole('tablist')).toBeVisible()
  await expect(warning).toBeVisible()
  await page.reload()
  await expect(warning).toBeVisible()
  await page.getByRole('tabpanel').getByRole('button').first().click()
  await page.getByRole('button', { name: /^Review/ }).click()
  await expect(page).toHaveURL(/\/sale\//)
  await expect(warning).toBeVisible()
  // The way back keeps it.
  await page.getByRole('button', { name: /^Change amount/ }).click()
  await expect(page).toHaveURL(/tile=93/)
  await expect(warning).toBeVisible()
})

test('a supervisor sees what a sale costs beside what was promised, and the time at the service; a cashier no cost @long', async ({
  page,
  shop,
}) => {
  await shop.signIn(page)
  await pickQamra(page)
  await review(page, '501234567', '50')
  await send(page)
  await expect(stateOn(page, 'Sold')).toBeVisible()
  await page.goto(`${shop.url}/sales`)
  await page.getByRole('link', { name: 'Qamra Recharge' }).first().click()
  const drawer = page.getByRole('dialog', { name: /^Sale / })
  await expect(drawer.getByText('Time at the service')).toBeVisible()
  await expect(drawer.getByText('Cost', { exact: true })).toHaveCount(0)
  const address = page.url()

  await lock(page)
  await shop.signIn(page, 'Hamad Saleh')
  await page.goto(address)
  await expect(drawer.getByText('AED 48.00')).toBeVisible()
  await expect(drawer.getByText('4%, AED 2.00')).toBeVisible()
  await expect(drawer.getByText(text('cost.fit.less'))).toBeVisible()
})

test('operator and flag stand on an international sale without a fresh offer @long', async ({ page, shop }) => {
  await reviewInternational(page, shop, '639171234567')
  await send(page)
  await expect(stateOn(page, 'Sold')).toBeVisible()
  const pictures = page.getByRole('region', { name: 'Receipt' }).locator('img')
  await expect(pictures).toHaveCount(2)
  await expect
    .poll(() => pictures.evaluateAll((all) => all.every((img) => (img as HTMLImageElement).naturalWidth > 0)))
    .toBe(true)
  const asked = () => shop.sandbox.requests().filter(({ path }) => path.startsWith('/international-bridge/')).length
  await page.goto(`${shop.url}/sales`)
  const before = asked()
  const row = page.getByRole('row', { name: /Islanet/ })
  await expect(row.locator('img')).toHaveCount(2)
  await row.getByRole('link').first().click()
  await expect(page.getByRole('dialog').locator('img')).toHaveCount(2)
  expect(asked()).toBe(before)
})

test('the top-up code is a QR code, too, and a tile that names another product is told @long', async ({
  page,
  shop,
}) => {
  await shop.signIn(page, 'Hamad Saleh')
  await page.goto(`${shop.url}/wallet`)
  await expect(page.getByRole('img', { name: 'Top-up code as a QR code' })).toBeVisible()
  await page.goto(`${shop.url}/catalogue-problems`)
  const told = page.getByRole('row', { name: /Egypt/ })
  await expect(told).toContainText('egypt-bundles')
  await page.goto(`${shop.url}/support`)
  await expect(page.getByText(text('support.frontview'))).toBeVisible()
})
