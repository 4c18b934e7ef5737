import { PIN_PRODUCT } from '#sandbox/international/products.ts'
import { internationalRecipients as recipients } from '#sandbox/international/scenarios.ts'
import { findAccessibilityViolations } from './support/find-accessibility-violations.ts'
import { delayReads } from './support/delay-reads.ts'
import { openInternational, findOffer, reviewInternational } from './support/sell-international.ts'
import { issuedCode } from './support/sell-voucher.ts'
import { debits, goToOpenItems, saleOn, send, stateOn, expectState, sendButton, pressArmed } from './support/sell.ts'
import { expect, expectConsoleErrors, SLOWLY, test } from './support/shop.ts'
import { text } from '../tests/support/texts.ts'
import { button } from './support/controls.ts'

const NUMBER = '639175550142'
const AMOUNTS = /\/sell\/international\/PHL\/[^/]+\/amounts/

/** The browser notes a 409 and a 422 by itself. */
const REFUSALS = /status of (409|422)/

test('an international top-up is read back, sold, handed out, and sold again at the price of now @long', async ({
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

  await button(page, 'sale.changeAmount').click()
  await expect(page).toHaveURL(AMOUNTS)
  await pressArmed(page, page.getByRole('button', { name: /^Review.*AED 21\.50/ }))
  await expect(page.getByText(text('sale.international.numberChecked'))).toBeVisible()
  await send(page)
  await expectState(page, 'succeeded')
  const receipt = page.getByRole('region', { name: text('sale.receipt') })
  for (const part of [text('international.slip'), 'Philippines', '+63 917 555 0142', 'PHP 300.00', 'AED 21.50']) {
    await expect(receipt).toContainText(part)
  }
  expect(await findAccessibilityViolations(page)).toEqual([])
  expect(debits(shop)).toBe(1)

  await button(page, 'sale.international.again').click()
  await expect(page).toHaveURL(AMOUNTS)
  await pressArmed(page, page.getByRole('button', { name: /^Review.*AED 21\.50/ }))
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

test('another operator stops the sale until a person has decided, one way or another @long', async ({ page, shop }) => {
  await shop.signIn(page)
  const stop = async () => {
    await openInternational(page, shop, recipients.otherOperator)
    await expect(stateOn(page, text('sale.international.operatorDiffers'))).toBeVisible()
  }
  await stop()
  await expect(saleOn(page)).toContainText(/You chose\s*Islanet\s*The check found\s*Lakbay/)
  expect(await findAccessibilityViolations(page)).toEqual([])
  // Enter, pressed as always, leads nowhere.
  await expect(button(page, 'sale.international.sameOperator', { chosen: 'Islanet' })).toHaveAttribute(
    'aria-disabled',
    'false',
  )
  for (let pressed = 0; pressed < 3; pressed++) await page.keyboard.press('Enter')
  await expect(stateOn(page, text('sale.international.operatorDiffers'))).toBeVisible()

  await pressArmed(page, button(page, 'sale.international.useDetected', { detected: 'Lakbay' }))
  await expect(page).toHaveURL(AMOUNTS)
  await expect(saleOn(page)).toContainText(/Operator\s*Lakbay/)
  await expect(saleOn(page)).toContainText('+63 917 000 0018')

  await stop()
  await pressArmed(page, button(page, 'ticket.cancel'))
  await expect(page).toHaveURL(/\/sell$/)

  await stop()
  await pressArmed(page, button(page, 'sale.international.sameOperator', { chosen: 'Islanet' }))
  await expect(
    page.getByText(text('sale.international.saidSame', { detected: 'Lakbay', chosen: 'Islanet' })),
  ).toBeVisible()
  await expect(page.getByText(text('sale.international.numberChecked'))).toBeHidden()
  await expect(button(page, 'sale.send')).not.toBeFocused()
  await page.keyboard.press('Enter')
  expect(debits(shop)).toBe(0)
  // What was said counts for this screen: anyone who comes back to it decides again.
  await page.reload()
  await expect(stateOn(page, text('sale.international.operatorDiffers'))).toBeVisible()
  await pressArmed(page, button(page, 'sale.international.sameOperator', { chosen: 'Islanet' }))
  await pressArmed(page, button(page, 'sale.send'))
  await expectState(page, 'succeeded')
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
  await expectState(page, 'failed')
  await expect(
    page.getByText(text('sale.international.countryDiffers', { chosen: 'Philippines', detected: 'India' })),
  ).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: /^Sell to India/ }).click()
  await expect(page).toHaveURL(/\/sell\/international\/IND$/)

  await openInternational(page, shop, recipients.checkAnswerLost)
  await expectState(page, 'failed')
  await expect(page.getByRole('heading', { name: text('sale.nothingCharged') })).toBeVisible()
  await pressArmed(page, button(page, 'sale.international.tryAgain'))
  await expect(page.getByText(text('sale.international.numberChecked'))).toBeVisible()
  expect(debits(shop)).toBe(0)

  const offered = await findOffer(page, shop, { operator: 'Islanet' })
  shop.sandbox.changePrices()
  await openInternational(page, shop, NUMBER, { offered })
  await expect(stateOn(page, text('failure.price-changed'))).toBeVisible()
  await expect(saleOn(page)).toContainText(/Price before\s*AED\s*21\.50\s*Customer pays now\s*AED\s*22\.58/)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await pressArmed(page, page.getByRole('button', { name: /^Review.*AED 22\.58/ }))
  await expect(page.getByText(text('sale.international.numberChecked'))).toBeVisible()

  const gone = { ...offered, denomination: { ...offered.denomination, id: 'f'.repeat(32) } }
  await openInternational(page, shop, '639175550143', { offered: gone })
  await expect(page.getByText(text('failure.denomination-not-found'))).toBeVisible()
  await pressArmed(page, button(page, 'sale.international.chooseAmount'))
  await expect(page).toHaveURL(AMOUNTS)
  await expect(page.getByRole('button', { name: /^Review.*AED 22\.58/ })).toBeVisible()
  expectConsoleErrors(consoleErrors, REFUSALS)
})

test.describe('while the answer takes its time', () => {
  test.use({ settings: SLOWLY })

  test('once sent nobody waits for it, and the desk names it @long', async ({ page, shop }) => {
    await reviewInternational(page, shop, recipients.succeedsAfterTwoFinds)
    await send(page)
    await expectState(page, 'pending', { brand: 'Islanet' })
    await page.reload()
    await expectState(page, 'pending', { brand: 'Islanet' })
    await expect(page.getByRole('heading', { name: /^Next check in \d+ seconds$/ })).toBeVisible()
    await expect(button(page, 'sale.checkNow')).toHaveAttribute('aria-disabled', 'true')
    await pressArmed(page, button(page, 'sale.nextCustomer'))
    await expect(page).toHaveURL(/\/sell$/)
    await goToOpenItems(page)
    const row = page.getByRole('row').filter({ hasText: 'Islanet, Philippines' })
    await expect(row).toContainText('+63 917 000 0002')
    await expect(row).toContainText('21.50')
  })
})

test('what was sent is paid once: a lost confirm, a pending one over a reload, and a product with a PIN @long', async ({
  page,
  shop,
}) => {
  await reviewInternational(page, shop, recipients.answerLostAfter)
  await send(page)
  await expectState(page, 'succeeded')

  await openInternational(page, shop, recipients.succeedsAfterTwoFinds)
  await expect(sendButton(page)).toBeVisible()
  const reads = await delayReads(page)
  await send(page)
  await expectState(page, 'pending', { brand: 'Islanet' })
  await reads.release()
  await page.reload()
  await expectState(page, 'succeeded')
  expect(debits(shop)).toBe(2)

  await openInternational(page, shop, NUMBER, { amount: PIN_PRODUCT })
  await send(page)
  const card = page.getByRole('region', { name: text('delivery.heading.pin') })
  await expect(button(card, 'delivery.hide')).toBeVisible()
  const { number = 'a number' } = issuedCode(shop)
  await expect(card).toContainText(number)
  await expect(page.getByRole('region', { name: text('sale.receipt') })).toContainText('Philippines')
  await button(card, 'delivery.hide').click()
  await expect(card).not.toContainText(number)
  await button(card, 'delivery.showAgain').click()
  await page.getByRole('button', { name: /Given to the customer/ }).click()
  await expect(page.getByText(/^Handed over: given at/)).toBeVisible()
  expect(debits(shop)).toBe(3)
})

test('operator and flag stand on an international sale without a fresh offer @long', async ({ page, shop }) => {
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
