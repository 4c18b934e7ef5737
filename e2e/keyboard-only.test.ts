import { recipients } from '#sandbox/scenarios.ts'
import { keyboardOf } from './support/keyboard.ts'
import {
  button,
  dialogOf,
  headingOf,
  isSold,
  lookRound,
  pick,
  pickTile,
  pressWhenArmed,
  searchOf,
  sendRecharge,
  signInByKeys,
  typeRecharge,
} from './support/keyboard-steps.ts'
import { enrolTablet } from './support/kiosk.ts'
import { debits } from './support/sell.ts'
import { codeOn } from './support/sell-voucher.ts'
import { expect, test } from './support/shop.ts'
import { text } from '../tests/support/texts.ts'

// Nobody presses, clicks or focuses anything here but by the keys of a keyboard. How the rest of a flow is done with it is in keyboard-supervisor.test.ts.

test('a recharge is sold by keys alone, from the sign-in to the next customer', async ({ page, shop }) => {
  const keys = keyboardOf(page)
  await signInByKeys(page, shop, keys, 'Amal')
  await sendRecharge(page, keys, recipients.success)
  await isSold(page, keys)
  expect(debits(shop)).toBe(1)
  await keys.tabTo(button(page, 'delivery.share'), 'back')
  await pressWhenArmed(keys, button(page, 'delivery.share'))
  await lookRound(page, keys, button(page, 'delivery.share'))
  await keys.enter(button(page, 'sale.nextCustomer'))
  await keys.isAt(searchOf(page))
})

test('a sale is looked up in the list, and help is opened and closed, by keys alone @long', async ({ page, shop }) => {
  const keys = keyboardOf(page)
  await signInByKeys(page, shop, keys, 'Amal')
  await sendRecharge(page, keys, recipients.success)
  await keys.isAt(button(page, 'sale.nextCustomer'))
  await keys.enter(page.getByRole('link', { name: text('shell.sales'), exact: true }))
  await expect(headingOf(page, text('salesList.title'))).toBeVisible()
  const sale = page.getByRole('row').filter({ hasText: '25.00' }).getByRole('link').first()
  const dialog = dialogOf(page)
  await keys.enter(sale)
  await keys.isAt(dialog)
  await keys.press('Escape')
  await expect(dialog).toBeHidden()
  await keys.isAt(sale)
  await keys.press('?')
  await lookRound(page, keys, sale)
  await expect(dialog).toBeHidden()
})

test('a code is sold, hidden, shown again and given by keys alone @long', async ({ page, shop }) => {
  const keys = keyboardOf(page)
  await signInByKeys(page, shop, keys, 'Amal')
  await pick(page, keys, /^Gaming/, /^Orbyte 50/)
  await pressWhenArmed(keys, button(page, 'ticket.review'))
  await pressWhenArmed(keys, button(page, 'sale.sell'))
  await expect(codeOn(page)).toBeVisible()
  await keys.isAt(button(page, 'delivery.givenNext'))

  await keys.tabTo(page.getByRole('button', { name: text('delivery.hide') }), 'back')
  await pressWhenArmed(keys, page.getByRole('button', { name: text('delivery.hide') }))
  await expect(codeOn(page)).toBeHidden()
  // The button that hid it is gone: what comes next has the focus, and is pressed by no Enter too many.
  await keys.isAt(button(page, 'sale.nextCustomer'))
  await keys.tabTo(button(page, 'delivery.showAgain'), 'back')
  await pressWhenArmed(keys, button(page, 'delivery.showAgain'))
  await expect(codeOn(page)).toBeVisible()
  await keys.isAt(button(page, 'delivery.givenNext'))
  await keys.press('g')
  await expect(page.getByText(/^Handed over: given/)).toBeVisible()
  await pressWhenArmed(keys, button(page, 'sale.nextCustomer'))
  await keys.isAt(searchOf(page))
})

test('a sale that did not go through is given up and refunded from the open items by keys alone @long', async ({
  page,
  shop,
}) => {
  const keys = keyboardOf(page)
  await signInByKeys(page, shop, keys, 'Amal')
  await sendRecharge(page, keys, recipients.noFunds)
  await expect(headingOf(page, text('state.not-executed.heading'))).toBeVisible()
  await keys.isAt(button(page, 'sale.sendAgain'))
  await keys.enter(page.getByRole('button', { name: text('sale.abandon', { amount: 'AED 25.00' }) }))
  await keys.isAt(button(page, 'sale.nextCustomer'))

  await expect(page.locator('[aria-keyshortcuts="F8"]')).toBeVisible()
  await keys.press('F8')
  await keys.isAt(headingOf(page, text('openItems.title')))
  const refund = page.getByRole('button', { name: text('sale.refundHeading', { amount: 'AED 25.00' }) })
  await keys.enter(refund)
  await lookRound(page, keys, refund)
  await keys.press('Enter')
  await keys.enter(dialogOf(page).getByRole('button', { name: text('sale.refundedAmount', { amount: 'AED 25.00' }) }))
  await expect(page.getByText(text('openItems.empty'))).toBeVisible()
  // The row that had the focus is gone.
  await keys.isAt(headingOf(page, text('openItems.title')))
  await keys.enter(page.getByRole('link', { name: text('shell.sell'), exact: true }))
  await keys.isAt(searchOf(page))
})

test('an order is placed at the tablet, and taken and sold at the till, by keys alone @long', async ({
  page,
  shop,
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 800, height: 1280 } })
  const tablet = await context.newPage()
  await enrolTablet(tablet, shop)
  const customer = keyboardOf(tablet)
  await tablet.goto(shop.url)
  await customer.enter(button(tablet, 'selfOrder.start'))
  await customer.isAt(headingOf(tablet, text('storefront.all')))
  await customer.tabTo(tablet.getByRole('main').getByRole('button').first())
  await pickTile(tablet, customer, /^Mobile recharge/, /^Qamra Recharge/)
  await typeRecharge(tablet, customer, recipients.success)
  await customer.isAt(headingOf(tablet, text('selfOrder.isNumberRight')))
  await customer.enter(tablet.getByRole('button', { name: text('selfOrder.correct'), exact: true }))
  await customer.isAt(headingOf(tablet, /A-1/))

  const keys = keyboardOf(page)
  await signInByKeys(page, shop, keys, 'Amal')
  await keys.enter(page.getByRole('link', { name: text('orders.waiting', { count: 1 }) }))
  await expect(headingOf(page, text('orders.title'))).toBeVisible()
  await keys.enter(page.getByRole('button', { name: new RegExp(`^${text('orders.take')}.*A-1$`) }))
  await keys.isAt(page.getByLabel(text('ticket.amount'), { exact: true }))
  await keys.press('Enter')
  await pressWhenArmed(keys, button(page, 'sale.send'))
  await isSold(page, keys)
  expect(debits(shop)).toBe(1)

  await customer.enter(tablet.getByRole('button', { name: text('selfOrder.done') }))
  await expect(button(tablet, 'selfOrder.start')).toBeVisible()
  await context.close()
})
