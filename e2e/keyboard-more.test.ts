import type { Page } from 'playwright/test'

import { denominationsOf } from '#domain/cash.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { turnDrawersOn } from './support/as-supervisor.ts'
import { keyboardOf, type Keyboard } from './support/keyboard.ts'
import {
  button,
  dialogOf,
  headingOf,
  isSold,
  lookRound,
  pick,
  pressWhenArmed,
  searchOf,
  sendRecharge,
  signInByKeys,
} from './support/keyboard-steps.ts'
import { debits } from './support/sell.ts'
import { expect, SLOWLY, test } from './support/shop.ts'
import { startingWith, text } from '../tests/support/texts.ts'

// The flows that are not done all day, by the keys of a keyboard alone.

/** From the menu behind the name of who is here. */
async function chooseInMenu(page: Page, keys: Keyboard, item: Parameters<typeof text>[0]): Promise<void> {
  await keys.enter(page.getByRole('banner').locator('[aria-haspopup="menu"]'))
  await keys.isAt(page.getByRole('menuitem').first())
  await keys.arrowTo(page.getByRole('menuitem', { name: text(item) }), 'ArrowDown')
  await keys.press('Enter')
}

async function sendThreeCodes(page: Page, keys: Keyboard): Promise<void> {
  await pick(page, keys, /^Gaming/, /^Orbyte 50/)
  await keys.isAt(button(page, 'ticket.review'))
  await keys.tabTo(page.getByRole('button', { name: text('ticket.more') }), 'back')
  await keys.press('Enter', 'Enter')
  await keys.enter(button(page, 'ticket.review'))
  await pressWhenArmed(keys, page.getByRole('button', { name: startingWith('sale.sellCodes', { count: 3 }) }))
}

test('three codes of a quantity are sold, shown and given by keys alone @long', async ({ page, shop }) => {
  const keys = keyboardOf(page)
  await signInByKeys(page, shop, keys, 'Amal')
  await sendThreeCodes(page, keys)
  await isSold(page, keys)
  await keys.tabTo(page.getByRole('button', { name: text('batch.showAll', { count: 3 }) }), 'back')
  await pressWhenArmed(keys, page.getByRole('button', { name: text('batch.showAll', { count: 3 }) }))
  await keys.isAt(button(page, 'delivery.givenNext'))
  await pressWhenArmed(keys, button(page, 'delivery.givenNext'))
  await keys.isAt(searchOf(page))
  expect(debits(shop)).toBe(3)
})

test('a quantity that stopped is looked at and ended by keys alone @long', async ({ page, shop }) => {
  const keys = keyboardOf(page)
  shop.sandbox.setBalance('100.00')
  await signInByKeys(page, shop, keys, 'Amal')
  await sendThreeCodes(page, keys)
  // Neither way on is the one without thinking: none of them has the focus.
  await keys.isAt(headingOf(page, text('batch.stopped', { sold: 2, of: 3 })))
  await keys.enter(page.getByRole('button', { name: text('batch.stopHere'), exact: true }))
  await expect(headingOf(page, text('batch.soldOf', { sold: 2, of: 3 }))).toBeVisible()
  await keys.isAt(button(page, 'sale.nextCustomer'))
})

test.describe('with a service that answers late', () => {
  test.use({ settings: SLOWLY })

  test('a sale that waits is left, found among the open items and opened again by keys alone @long', async ({
    page,
    shop,
  }) => {
    const keys = keyboardOf(page)
    await signInByKeys(page, shop, keys, 'Amal')
    await sendRecharge(page, keys, recipients.succeedsAfterTwoFinds)
    await expect(headingOf(page, text('state.pending.heading', { brand: 'Qamra' }))).toBeVisible()
    const call = page.getByRole('button', { name: text('sale.callSupervisor') })
    await keys.tabTo(call, 'back')
    await pressWhenArmed(keys, call)
    await lookRound(page, keys, call)
    await keys.tabTo(button(page, 'sale.nextCustomer'))
    await pressWhenArmed(keys, button(page, 'sale.nextCustomer'))
    await keys.isAt(searchOf(page))
    await keys.enter(page.locator('[aria-keyshortcuts="F8"]'))
    await expect(headingOf(page, text('openItems.title'))).toBeVisible()
    await keys.enter(page.getByRole('row').filter({ hasText: '25.00' }).getByRole('link').first())
    await expect(headingOf(page, text('state.pending.heading', { brand: 'Qamra' }))).toBeVisible()
    await keys.isAt(button(page, 'sale.nextCustomer'))
  })
})

test('what the service cancelled is resolved and refunded by a supervisor with keys alone @long', async ({
  page,
  shop,
}) => {
  const keys = keyboardOf(page)
  await signInByKeys(page, shop, keys, 'Hamad')
  await sendRecharge(page, keys, recipients.cancelled)
  await expect(headingOf(page, text('state.cancelled.heading'))).toBeVisible()
  await keys.isAt(button(page, 'sale.nextCustomer'))
  const resolve = page.getByRole('button', { name: text('sale.resolve') })
  await keys.tabTo(resolve, 'back')
  await pressWhenArmed(keys, resolve)
  await lookRound(page, keys, resolve)
  await keys.press('Enter')
  const sold = dialogOf(page).getByRole('radio', { name: text('sale.resolve.sold') })
  await keys.tabTo(sold)
  await keys.press('ArrowDown')
  await keys.isAt(dialogOf(page).getByRole('radio', { name: text('sale.resolve.not-sold') }))
  await keys.tabTo(dialogOf(page).getByLabel(text('sale.resolve.note')))
  await keys.type('Reversed')
  await keys.enter(dialogOf(page).getByRole('button', { name: text('sale.resolve.not-sold.do') }))
  await expect(page.getByRole('heading', { name: text('sale.resolved.not-sold') })).toBeVisible()
  await keys.isAt(button(page, 'sale.nextCustomer'))
  await keys.tabTo(page.getByRole('button', { name: text('sale.refundedAmount', { amount: 'AED 25.00' }) }), 'back')
  await pressWhenArmed(keys, page.getByRole('button', { name: text('sale.refundedAmount', { amount: 'AED 25.00' }) }))
  await expect(page.getByRole('heading', { name: text('sale.refundedHeading', { amount: 'AED 25.00' }) })).toBeVisible()
  await keys.isAt(button(page, 'sale.nextCustomer'))
})

test('an international top-up is stopped where another operator is found, and sold, by keys alone @long', async ({
  page,
  shop,
}) => {
  const keys = keyboardOf(page)
  await signInByKeys(page, shop, keys, 'Amal')
  await keys.press('ArrowDown')
  await keys.arrowTo(page.getByRole('button', { name: /^International/ }))
  await keys.press('Enter')
  await keys.isAt(page.getByRole('searchbox'))
  await keys.type('philip')
  await expect(page.getByRole('button', { name: /Philippines/ })).toBeVisible()
  await keys.press('Enter')
  await keys.isAt(page.getByLabel(text('international.recipientNumber')))
  await keys.type('9175550142')
  const operators = page.getByRole('group', { name: text('international.operators') })
  await expect(operators.getByRole('button').first()).toBeVisible()
  await keys.enter(operators.getByRole('button', { name: /^Islanet/ }))
  await keys.isAt(page.getByRole('tab', { selected: true }))
  const amount = page.getByRole('tabpanel').getByRole('button', { name: /PHP 300/ })
  await keys.tabTo(page.getByRole('tabpanel').getByRole('button').first())
  await keys.arrowTo(amount)
  await keys.press('Enter')
  await pressWhenArmed(keys, button(page, 'ticket.review'))
  await pressWhenArmed(keys, button(page, 'sale.send'))
  await isSold(page, keys)
  expect(debits(shop)).toBe(1)
})

/** Counts a drawer: three notes of 100 and nothing else, row by row or with one press for the rest. */
async function countDrawer(page: Page, keys: Keyboard, how: 'each' | 'rest' = 'each'): Promise<void> {
  await keys.isAt(page.getByLabel(text('shift.countOf.note', { value: '1,000' })))
  for (const { value } of denominationsOf('AED')) {
    await keys.press(value === '100' ? '3' : '0', 'Enter')
    if (how === 'rest' && value === '100') return keys.enter(button(page, 'shift.nothingElse'))
  }
}

test('a shift is opened, cash is taken out, and it is closed, by keys alone @long', async ({ page, shop }) => {
  const keys = keyboardOf(page)
  await turnDrawersOn(shop)
  await signInByKeys(page, shop, keys, 'Amal')
  await chooseInMenu(page, keys, 'userMenu.shift')
  await countDrawer(page, keys)
  await keys.enter(page.getByRole('button', { name: text('shift.open'), exact: true }))
  await keys.isAt(headingOf(page, text('shift.title')))

  const cash = page.getByRole('button', { name: text('shift.cashInOut') })
  await keys.enter(cash)
  await keys.goRound(dialogOf(page))
  await keys.tabTo(page.getByLabel(text('shift.amount', { currency: 'AED' })))
  await keys.type('20')
  await keys.tabTo(page.getByLabel(text('shift.why')))
  await keys.type('Water')
  await keys.enter(page.getByRole('button', { name: text('shift.write') }))
  await expect(page.getByRole('row').filter({ hasText: 'Water' })).toBeVisible()
  await keys.isAt(cash)

  await keys.enter(page.getByRole('link', { name: startingWith('shift.closeShift') }))
  await countDrawer(page, keys, 'rest')
  await keys.enter(page.getByRole('button', { name: text('shift.step.compare'), exact: true }))
  await keys.isAt(headingOf(page, text('shift.closeShift')))
  await keys.enter(page.getByRole('button', { name: text('shift.reason.wrong-change') }))
  await keys.enter(
    page.getByRole('button', {
      name: text('shift.closeAndPrint', { name: text('shift.zNumber', { number: '0001' }) }),
    }),
  )
  await expect(page.getByText(text('shift.closed.next'))).toBeVisible()
  await keys.isAt(headingOf(page, text('shift.closeShift')))
  await keys.enter(page.getByRole('link', { name: text('shift.done') }))
  await keys.isAt(page.getByLabel(text('shift.countOf.note', { value: '1,000' })))
})
