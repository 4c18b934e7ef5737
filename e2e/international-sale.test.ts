import { findAccessibilityViolations } from './support/find-accessibility-violations.ts'
import { reviewInternational } from './support/sell-international.ts'
import { debits, send, stateOn, expectState, pressArmed } from './support/sell.ts'
import { expect, expectConsoleErrors, test } from './support/shop.ts'
import { text } from '../tests/support/texts.ts'
import { button } from './support/controls.ts'

const NUMBER = '639175550142'
const AMOUNTS = /\/sell\/international\/PHL\/[^/]+\/amounts/

/** The browser logs a 409 and a 422 automatically. */
const REFUSALS = /status of (409|422)/

test('an international top-up is read back, sold, handed over, and sold again at the current price @long', async ({
  page,
  shop,
  consoleErrors,
}) => {
  await reviewInternational(page, shop, NUMBER)
  const readBack = page.getByRole('region', { name: text('sale.readBack') })
  for (const part of [
    '+63 917 555 0142',
    'Philippines',
    'Islanet',
    text('sale.international.numberChecked'),
    '300.00',
    '21.50',
  ]) {
    await expect(readBack).toContainText(part)
  }
  await expect(
    page.getByRole('navigation', { name: text('international.steps') }).locator('[aria-current="step"]'),
  ).toHaveText(/Review/)
  expect(await findAccessibilityViolations(page)).toEqual([])
  expect(debits(shop)).toBe(0)

  await page
    .getByRole('navigation', { name: text('international.steps') })
    .getByRole('button', { name: text('international.step.amount') })
    .click()
  await expect(page).toHaveURL(AMOUNTS)
  await pressArmed(page, page.getByRole('button', { name: /^Review.*AED\s21\.50/ }))
  await expect(page.getByText(text('sale.international.numberChecked'))).toBeVisible()
  await send(page)
  await expectState(page, 'succeeded')
  const receipt = page.getByRole('region', { name: text('sale.receipt') })
  for (const part of [text('international.slip'), 'Philippines', '+63 917 555 0142', 'PHP 300.00', 'AED 21.50']) {
    await expect(receipt).toContainText(part)
  }
  expect(await findAccessibilityViolations(page)).toEqual([])
  expect(debits(shop)).toBe(1)

  await button(page, 'sale.again').click()
  await expect(stateOn(page, text('sale.duplicate.ask'))).toBeVisible()
  await expect(page.getByRole('region', { name: text('sale.duplicate.other') })).toContainText(
    'Islanet, Philippines, PHP 300.00',
  )
  await expect(page.getByRole('region', { name: text('sale.duplicate.other') })).toContainText('+63 917 555 0142')
  await pressArmed(page, button(page, 'sale.duplicate.again'))
  await expect(page.getByText(text('sale.international.numberChecked'))).toBeVisible()
  await send(page)
  await expectState(page, 'succeeded')
  expect(debits(shop)).toBe(2)
  expectConsoleErrors(consoleErrors, REFUSALS)
})

test('an international sale shows operator and flag without a fresh offer @long', async ({ page, shop }) => {
  await reviewInternational(page, shop, '639171234567')
  await send(page)
  await expectState(page, 'succeeded')
  const pictures = page.getByRole('region', { name: text('sale.receipt') }).locator('img')
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
