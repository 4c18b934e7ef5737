import type { Page, Request } from 'playwright/test'

import { changeSettings } from './support/as-supervisor.ts'
import { findAccessibilityViolations } from './support/find-accessibility-violations.ts'
import {
  pickQamra,
  saleOn,
  send,
  expectState,
  numberField,
  amountField,
  pressArmed,
  nextCustomer,
} from './support/sell.ts'
import { expect, test } from './support/shop.ts'
import { paths } from '#browser/paths.ts'
import { text, textIn } from '../tests/support/texts.ts'
import { button, heading } from './support/controls.ts'

const numberOn = (display: Page, number: string) => display.getByRole('img', { name: number, exact: true })
const press = async (display: Page, name: string) => {
  const button = display.getByRole('button', { name, exact: true })
  await pressArmed(display, button)
}

test('a customer at the display corrects the number before the till sends it @long', async ({
  page,
  shop,
  browser,
}) => {
  await shop.signIn(page, 'Hamad Saleh', paths.terminals())
  await button(page, 'display.ofTill').click()
  const dialog = page.getByRole('dialog')
  await button(dialog, 'display.pair').click()

  const opening = page.waitForEvent('popup')
  await button(dialog, 'display.openHere').click()
  const window = await opening
  await expect(window.getByRole('heading', { name: 'Sidra Corner Shop' })).toBeVisible()
  expect(window.url()).toBe(`${shop.url}${paths.display()}`)
  await window.close()

  const code = dialog.getByLabel(text('signIn.enroll.code'))
  const before = await code.textContent()
  await button(dialog, 'terminals.anotherCode').click()
  await expect(code).not.toHaveText(before ?? '')
  const tablet = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
  await tablet.goto(`${shop.url}${paths.display()}`)
  await tablet.getByLabel(text('display.code')).fill((await code.textContent()) ?? '')
  await button(tablet, 'display.enter').click()
  await expect(tablet.getByRole('heading', { name: 'Sidra Corner Shop' })).toBeVisible()
  await button(dialog, 'terminals.codeDone').click()

  await page.goto(`${shop.url}${paths.sell()}`)
  await pickQamra(page)
  const number = numberField(page)
  await number.fill('50123')
  await expect(numberOn(tablet, '+971 50 123')).toBeVisible()
  await expect(tablet.getByRole('main').getByText('____')).toBeVisible()
  await number.fill('501234568')
  await amountField(page).fill('25')
  await expect(tablet.getByRole('main').getByText(text('display.number.check'))).toBeVisible()
  expect(await findAccessibilityViolations(tablet)).toEqual([])

  await press(tablet, text('display.number.change'))
  await expect(page.getByText(text('display.changed'))).toBeVisible()
  await expect(number).toBeFocused()
  await number.fill('501234567')
  await expect(numberOn(tablet, '+971 50 123 4567')).toBeVisible()
  await press(tablet, text('display.number.correct'))
  await expect(page.getByText(text('display.confirmed'))).toBeVisible()

  await tablet.getByRole('button', { name: 'العربية' }).click()
  await expect(tablet.getByRole('main').getByText(textIn('ar', 'display.number.thanks'))).toBeVisible()
  await button(page, 'ticket.review').click()
  await expect(tablet.getByRole('main').getByText(textIn('ar', 'display.pay'))).toBeVisible()
  await expect(saleOn(page).getByText(text('display.confirmed'))).toBeVisible()
  await send(page)
  await expectState(page, 'succeeded')
  await expect(tablet.getByRole('heading', { name: textIn('ar', 'display.thanks') })).toBeVisible()
  await expect(tablet.getByRole('main').getByText('4567')).toContainText('+971 •• ••• 4567')
  await nextCustomer(page)
  await expect(tablet.getByRole('main').getByText(text('display.goods'))).toBeVisible()

  // In a shop that requires the customer's confirmation, the send button waits, but the cashier can continue.
  await changeSettings(shop, { requiresCustomerConfirmation: true })
  await pickQamra(page)
  await number.fill('501234569')
  await amountField(page).fill('30')
  await button(page, 'ticket.review').click()
  await expect(button(page, 'display.awaited')).toBeVisible()
  await button(page, 'display.goOn').click()
  await expectState(page, 'succeeded')

  // With two windows of the till side by side, the display follows the one that is used. Windows report use in real
  // time.
  const till = await browser.newContext({ storageState: await page.context().storageState() })
  const saleUrl = page.url()
  await page.close()
  const first = await till.newPage()
  await first.goto(saleUrl)
  await expectState(first, 'succeeded')
  const other = await till.newPage()
  await other.goto(`${shop.url}${paths.sell()}`)
  await pickQamra(other)
  await numberField(other).pressSequentially('501112223')
  await expect(numberOn(tablet, '+971 50 111 2223')).toBeVisible()
  const isNotified = (request: Request) => request.url().endsWith('/api/ticket')
  let ofFirst = 0
  first.on('request', (request) => {
    if (isNotified(request)) ofFirst += 1
  })
  for (let times = 0; times < 3; times += 1) await other.waitForRequest(isNotified)
  expect(ofFirst).toBe(0)
  await heading(first, 'state.succeeded.heading').click()
  await first.waitForRequest(isNotified)
  await expect(numberOn(tablet, '+971 50 111 2223')).not.toBeVisible()
  await till.close()
  await tablet.context().close()
})
