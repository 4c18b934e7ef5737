import type { Page } from 'playwright/test'

import { PIN_PRODUCT } from '#sandbox/international/products.ts'
import { internationalRecipients as recipients } from '#sandbox/international/scenarios.ts'
import { findAccessibilityViolations } from './support/find-accessibility-violations.ts'
import { delayReads } from './support/delay-reads.ts'
import { openInternational, findOffer, reviewInternational } from './support/sell-international.ts'
import { issuedCode } from './support/sell-voucher.ts'
import { debits, goToOpenItems, saleOn, send, stateOn } from './support/sell.ts'
import { expect, expectConsoleErrors, SLOWLY, test } from './support/shop.ts'
import { startingWith, text } from '../tests/support/texts.ts'

const NUMBER = '639175550142'
const AMOUNTS = /\/sell\/international\/PHL\/[^/]+\/amounts/

/** The browser notes a 409 and a 422 by itself. */
const REFUSALS = /status of (409|422)/

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** As soon as it takes a press: at first a screen ignores what was meant for the one before. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  await expect(button(page, name)).not.toHaveAttribute('aria-disabled', 'true')
  await button(page, name).click()
}

test('an international top-up is read back, sold, handed out, and sold again at the price of now', async ({
  page,
  shop,
  consoleErrors,
}) => {
  await reviewInternational(page, shop, NUMBER)
  const readBack = page.getByRole('region', { name: text('sale.readBack') })
  for (const text of ['+63 917 555 0142', 'Philippines', 'Islanet', 'Number checked', '300.00', '21.50']) {
    await expect(readBack).toContainText(text)
  }
  await expect(page.getByRole('navigation', { name: 'Steps' }).locator('[aria-current="step"]')).toHaveText(/Review/)
  expect(await findAccessibilityViolations(page)).toEqual([])
  expect(debits(shop)).toBe(0)

  await button(page, 'Change amount').click()
  await expect(page).toHaveURL(AMOUNTS)
  await press(page, /^Review.*AED 21\.50/)
  await expect(page.getByText('Number checked')).toBeVisible()
  await send(page)
  await expect(stateOn(page, 'Sold')).toBeVisible()
  const receipt = page.getByRole('region', { name: 'Receipt' })
  for (const text of ['International top-up', 'Philippines', '+63 917 555 0142', 'PHP 300.00', 'AED 21.50']) {
    await expect(receipt).toContainText(text)
  }
  expect(await findAccessibilityViolations(page)).toEqual([])
  expect(debits(shop)).toBe(1)

  await button(page, 'Same again').click()
  await expect(page).toHaveURL(AMOUNTS)
  await press(page, /^Review.*AED 21\.50/)
  await expect(stateOn(page, 'Sell it again?')).toBeVisible()
  await expect(page.getByRole('region', { name: 'The other sale' })).toContainText('Islanet, Philippines, PHP 300.00')
  await expect(page.getByRole('region', { name: 'The other sale' })).toContainText('+63 917 555 0142')
  await press(page, 'Sell it again')
  await expect(page.getByText('Number checked')).toBeVisible()
  await send(page)
  await expect(stateOn(page, 'Sold')).toBeVisible()
  expect(debits(shop)).toBe(2)
  expectConsoleErrors(consoleErrors, REFUSALS)
})

test('another operator stops the sale until a person has decided, one way or another', async ({ page, shop }) => {
  await shop.signIn(page)
  const stop = async () => {
    await openInternational(page, shop, recipients.otherOperator)
    await expect(stateOn(page, 'Another operator')).toBeVisible()
  }
  await stop()
  await expect(saleOn(page)).toContainText(/You chose\s*Islanet\s*The check found\s*Lakbay/)
  expect(await findAccessibilityViolations(page)).toEqual([])
  // Enter, pressed as always, leads nowhere.
  await expect(button(page, text('sale.international.sameOperator', { chosen: 'Islanet' }))).toHaveAttribute(
    'aria-disabled',
    'false',
  )
  for (let pressed = 0; pressed < 3; pressed++) await page.keyboard.press('Enter')
  await expect(stateOn(page, 'Another operator')).toBeVisible()

  await press(page, text('sale.international.useDetected', { detected: 'Lakbay' }))
  await expect(page).toHaveURL(AMOUNTS)
  await expect(saleOn(page)).toContainText(/Operator\s*Lakbay/)
  await expect(saleOn(page)).toContainText('+63 917 000 0018')

  await stop()
  await press(page, /^Cancel/)
  await expect(page).toHaveURL(/\/sell$/)

  await stop()
  await press(page, text('sale.international.sameOperator', { chosen: 'Islanet' }))
  await expect(
    page.getByText(text('sale.international.saidSame', { detected: 'Lakbay', chosen: 'Islanet' })),
  ).toBeVisible()
  await expect(page.getByText('Number checked')).toBeHidden()
  await expect(button(page, /^Send top-up/)).not.toBeFocused()
  await page.keyboard.press('Enter')
  expect(debits(shop)).toBe(0)
  // What was said counts for this screen: anyone who comes back to it decides again.
  await page.reload()
  await expect(stateOn(page, 'Another operator')).toBeVisible()
  await press(page, text('sale.international.sameOperator', { chosen: 'Islanet' }))
  await press(page, /^Send top-up/)
  await expect(stateOn(page, 'Sold')).toBeVisible()
  expect(debits(shop)).toBe(1)
  await page.goto(page.url().replace('/sale/', '/sales/'))
  await expect(page.getByText(text('sale.event.operator-accepted', { by: 'Amal Rahman' }))).toBeVisible()
})

test('what is refused names what to do: another country, a lost check, another price, an amount that is gone @long', async ({
  page,
  shop,
  consoleErrors,
}) => {
  await shop.signIn(page)
  await openInternational(page, shop, recipients.otherCountry)
  await expect(stateOn(page, 'Not sold')).toBeVisible()
  await expect(
    page.getByText(text('sale.international.countryDiffers', { chosen: 'Philippines', detected: 'India' })),
  ).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await button(page, /^Sell to India/).click()
  await expect(page).toHaveURL(/\/sell\/international\/IND$/)

  await openInternational(page, shop, recipients.checkAnswerLost)
  await expect(stateOn(page, 'Not sold')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nothing was charged' })).toBeVisible()
  await press(page, /^Try again/)
  await expect(page.getByText('Number checked')).toBeVisible()
  expect(debits(shop)).toBe(0)

  const offered = await findOffer(page, shop, { operator: 'Islanet' })
  shop.sandbox.changePrices()
  await openInternational(page, shop, NUMBER, { offered })
  await expect(stateOn(page, 'The price has changed')).toBeVisible()
  await expect(saleOn(page)).toContainText(/Price before\s*AED\s*21\.50\s*Customer pays now\s*AED\s*22\.58/)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await press(page, /^Review.*AED 22\.58/)
  await expect(page.getByText('Number checked')).toBeVisible()

  const gone = { ...offered, denomination: { ...offered.denomination, id: 'f'.repeat(32) } }
  await openInternational(page, shop, '639175550143', { offered: gone })
  await expect(page.getByText(text('failure.denomination-not-found'))).toBeVisible()
  await press(page, text('sale.international.chooseAmount'))
  await expect(page).toHaveURL(AMOUNTS)
  await expect(button(page, /^Review.*AED 22\.58/)).toBeVisible()
  expectConsoleErrors(consoleErrors, REFUSALS)
})

test.describe('while the answer takes its time', () => {
  test.use({ settings: SLOWLY })

  test('once sent nobody waits for it, and the desk names it @long', async ({ page, shop }) => {
    await reviewInternational(page, shop, recipients.succeedsAfterTwoFinds)
    await send(page)
    await expect(stateOn(page, 'Waiting for Islanet')).toBeVisible()
    await page.reload()
    await expect(stateOn(page, 'Waiting for Islanet')).toBeVisible()
    await expect(page.getByRole('heading', { name: /^Next check in \d+ seconds$/ })).toBeVisible()
    await expect(button(page, 'Check now')).toHaveAttribute('aria-disabled', 'true')
    await press(page, startingWith('sale.nextCustomer'))
    await expect(page).toHaveURL(/\/sell$/)
    await goToOpenItems(page)
    const row = page.getByRole('row').filter({ hasText: 'Islanet, Philippines' })
    await expect(row).toContainText('+63 917 000 0002')
    await expect(row).toContainText('21.50')
  })
})

test('what was sent is paid once: a lost confirm, a pending one over a reload, and a product with a PIN', async ({
  page,
  shop,
}) => {
  await reviewInternational(page, shop, recipients.answerLostAfter)
  await send(page)
  await expect(stateOn(page, 'Sold')).toBeVisible()

  await openInternational(page, shop, recipients.succeedsAfterTwoFinds)
  await expect(saleOn(page).getByRole('button', { name: /^Send top-up/ })).toBeVisible()
  const reads = await delayReads(page)
  await send(page)
  await expect(stateOn(page, 'Waiting for Islanet')).toBeVisible()
  await reads.release()
  await page.reload()
  await expect(stateOn(page, 'Sold')).toBeVisible()
  expect(debits(shop)).toBe(2)

  await openInternational(page, shop, NUMBER, { amount: PIN_PRODUCT })
  await send(page)
  const card = page.getByRole('region', { name: 'PIN for the customer' })
  await expect(card.getByRole('button', { name: 'Hide' })).toBeVisible()
  const { number = 'a number' } = issuedCode(shop)
  await expect(card).toContainText(number)
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('Philippines')
  await card.getByRole('button', { name: 'Hide' }).click()
  await expect(card).not.toContainText(number)
  await card.getByRole('button', { name: 'Show again' }).click()
  await button(page, /Given to the customer/).click()
  await expect(page.getByText(/^Handed over: given at/)).toBeVisible()
  expect(debits(shop)).toBe(3)
})
