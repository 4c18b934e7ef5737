import { internationalRecipients } from '#sandbox/international/scenarios.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { enrollTablet } from './support/kiosk.ts'
import {
  debits,
  send,
  expectState,
  amountField,
  TILES,
  pickQamra,
  pick,
  fillTicket,
  nextCustomer,
} from './support/sell.ts'
import { expect, test } from './support/shop.ts'
import { readyToScan, scan } from './support/scan.ts'
import { text } from '../tests/support/texts.ts'
import { button, heading } from './support/controls.ts'

test('a customer chooses, checks and places an order at the tablet, and the counter scans and sells it with a receipt @long', async ({
  page,
  shop,
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 800, height: 1280 }, hasTouch: true })
  const tablet = await context.newPage()
  const complaints: string[] = []
  tablet.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await enrollTablet(tablet, shop)
  await tablet.goto(shop.url)
  await tablet.getByRole('button', { name: 'العربية' }).click()
  await expect(tablet.locator('html')).toHaveAttribute('dir', 'rtl')
  await tablet.getByRole('button', { name: 'English' }).click()
  await expect(tablet.locator('html')).toHaveAttribute('dir', 'ltr')
  await pickQamra(tablet)
  await fillTicket(tablet, recipients.success, '25')
  await button(tablet, 'selfOrder.goOn').click()
  await expect(heading(tablet, 'selfOrder.isNumberRight')).toBeVisible()
  const placing = tablet.waitForResponse((response) => response.url().includes('/api/orders/'))
  await button(tablet, 'selfOrder.correct').click()
  const { id } = (await (await placing).json()) as { id: string }
  await expect(tablet.getByRole('heading', { name: /A-1/ })).toBeVisible()
  await expect(tablet.getByRole('img', { name: /A-1/ })).toBeVisible()
  expect(shop.sandbox.requests().filter(({ path }) => path.startsWith('/transaction'))).toEqual([])

  await shop.signIn(page)
  const chip = page.getByRole('link', { name: '1 order' })
  await expect(chip).toBeVisible()
  await readyToScan(page)
  await scan(page, `TOPTILL-ORDER:${id}`)
  await expect(page.getByRole('heading', { name: 'A-1' })).toBeVisible()
  await button(page, 'orders.take').click()
  await expect(amountField(page)).toHaveValue('25')
  await expect(page.getByText(text('orders.ticketOf', { label: 'A-1' })).first()).toBeVisible()
  await button(page, 'ticket.review').click()
  await send(page)
  await expectState(page, 'succeeded')
  expect(debits(shop)).toBe(1)
  await expect(chip).toBeHidden()

  await button(tablet, 'selfOrder.done').click()
  await button(tablet, 'selfOrder.start').click()

  // An international top-up: the number determines the country; operators and amounts are the current ones.
  await pick(tablet, TILES.international)
  await tablet.getByLabel(text('selfOrder.internationalNumber')).fill(internationalRecipients.success)
  await tablet.getByRole('button', { name: 'Islanet' }).click()
  await button(tablet, 'selfOrder.goOn').click()
  await tablet.getByRole('button', { name: /^PHP 300/ }).click()
  await button(tablet, 'selfOrder.correct').click()
  await expect(tablet.getByRole('heading', { name: /A-2/ })).toBeVisible()
  await nextCustomer(page)
  await chip.click()
  await button(page, 'orders.take').click()
  await expect(page.getByText(text('orders.ticketOf', { label: 'A-2' })).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^PHP 300/ })).toHaveAttribute('aria-pressed', 'true')
  await button(page, 'ticket.review').click()
  await send(page)
  await expectState(page, 'succeeded')
  expect(debits(shop)).toBe(2)
  await expect(chip).toBeHidden()
  expect(complaints, 'the browser of the tablet complained').toEqual([])
  await context.close()
})
