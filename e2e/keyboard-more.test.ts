import type { Page } from 'playwright/test'

import { paths } from '#browser/paths.ts'
import { dayPaths } from '#contract/proxy/day-paths.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Session } from '#contract/proxy/session.ts'
import type { Shops } from '#contract/proxy/shops.ts'
import { denominationsOf } from '#domain/cash.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { setShopLimits, turnDrawersOn } from './support/as-supervisor.ts'
import { keyboardOf, type Keyboard } from './support/keyboard.ts'
import {
  button,
  headingOf,
  pick,
  pressWhenArmed,
  searchOf,
  sendRecharge,
  signInByKeys,
} from './support/keyboard-steps.ts'
import { debits } from './support/sell.ts'
import { expect, expectConsoleErrors, expectUnreachable, SLOWLY, test } from './support/shop.ts'
import { startingWith, text } from '../tests/support/texts.ts'

// The flows that are not done all day, by the keys of a keyboard alone.

const HAMAD_PIN = '604918'
const dialogOf = (page: Page) => page.getByRole('dialog')
const railTo = (page: Page, id: Parameters<typeof text>[0]) =>
  page
    .getByRole('navigation')
    .getByRole('link', { name: startingWith(id) })
    .first()

/** From the menu behind the name of who is here. */
async function chooseInMenu(page: Page, keys: Keyboard, item: Parameters<typeof text>[0]): Promise<void> {
  await keys.enter(page.getByRole('banner').locator('[aria-haspopup="menu"]'))
  await keys.isAt(page.getByRole('menuitem').first())
  await keys.arrowTo(page.getByRole('menuitem', { name: text(item) }), 'ArrowDown')
  await keys.press('Enter')
}

test('three codes of a quantity are sold, shown and given by keys alone @long', async ({ page, shop }) => {
  const keys = keyboardOf(page)
  await signInByKeys(page, shop, keys, 'Amal')
  await pick(page, keys, /^Gaming/, /^Orbyte 50/)
  await keys.isAt(button(page, 'ticket.review'))
  const more = page.getByRole('button', { name: text('ticket.more') })
  await keys.tabTo(more, 'back')
  await keys.press('Enter', 'Enter')
  await keys.enter(button(page, 'ticket.review'))
  await pressWhenArmed(keys, page.getByRole('button', { name: startingWith('sale.sellCodes', { count: 3 }) }))
  await expect(headingOf(page, text('state.succeeded.heading'))).toBeVisible()
  await keys.isAt(button(page, 'sale.nextCustomer'))
  await keys.tabTo(page.getByRole('button', { name: text('batch.showAll', { count: 3 }) }), 'back')
  await keys.press('Enter')
  await keys.isAt(button(page, 'delivery.givenNext'))
  await pressWhenArmed(keys, button(page, 'delivery.givenNext'))
  await keys.isAt(searchOf(page))
  expect(debits(shop)).toBe(3)
})

test('a quantity that stopped is looked at and ended by keys alone @long', async ({ page, shop }) => {
  const keys = keyboardOf(page)
  shop.sandbox.setBalance('100.00')
  await signInByKeys(page, shop, keys, 'Amal')
  await pick(page, keys, /^Gaming/, /^Orbyte 50/)
  await keys.tabTo(page.getByRole('button', { name: text('ticket.more') }), 'back')
  await keys.press('Enter', 'Enter')
  await keys.enter(button(page, 'ticket.review'))
  await pressWhenArmed(keys, page.getByRole('button', { name: startingWith('sale.sellCodes', { count: 3 }) }))
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
    await keys.tabTo(page.getByRole('button', { name: text('sale.callSupervisor') }), 'back')
    await keys.press('Enter')
    await keys.goRound(dialogOf(page))
    await keys.press('Escape')
    await keys.isAt(page.getByRole('button', { name: text('sale.callSupervisor') }))
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
  await keys.press('Enter')
  await keys.goRound(dialogOf(page))
  await keys.press('Escape')
  await keys.isAt(resolve)
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
  await keys.press('Enter')
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
  await expect(headingOf(page, text('state.succeeded.heading'))).toBeVisible()
  await keys.isAt(button(page, 'sale.nextCustomer'))
  expect(debits(shop)).toBe(1)
})

/** Counts a drawer row by row: three notes of 100 and nothing else. */
async function countDrawer(page: Page, keys: Keyboard): Promise<void> {
  await keys.isAt(page.getByLabel(text('shift.countOf.note', { value: '1,000' })))
  for (const { value } of denominationsOf('AED')) {
    await keys.press(value === '100' ? '3' : '0', 'Enter')
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
  await countDrawer(page, keys)
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

test('a customer display is paired, and a number is found right at it, by keys alone @long', async ({
  page,
  shop,
  browser,
  consoleErrors,
}) => {
  expectConsoleErrors(consoleErrors, /status of 401/)
  const keys = keyboardOf(page)
  await signInByKeys(page, shop, keys, 'Hamad')
  await keys.enter(railTo(page, 'shell.staff'))
  await expect(headingOf(page, text('staff.title'))).toBeVisible()
  await keys.tabTo(page.getByRole('tab', { selected: true }))
  await keys.arrowTo(page.getByRole('tab', { name: text('terminals.tab') }))
  await expect(headingOf(page, text('terminals.title'))).toBeVisible()
  await keys.isAt(page.getByRole('tab', { name: text('terminals.tab') }))
  const displays = page.getByRole('button', { name: startingWith('display.ofTill') }).first()
  await keys.enter(displays)
  const dialog = dialogOf(page)
  await keys.goRound(dialog)
  await keys.enter(dialog.getByRole('button', { name: text('display.pair') }))
  const code = (await dialog.getByLabel(text('signIn.enrol.code')).textContent()) ?? ''

  const context = await browser.newContext()
  const tablet = await context.newPage()
  const customer = keyboardOf(tablet)
  await tablet.goto(`${shop.url}${paths.display()}`)
  await customer.tabTo(tablet.getByLabel(text('display.code')))
  await customer.type(code.replaceAll('-', ''))
  await customer.press('Enter')
  await expect(headingOf(tablet, 'Sidra Corner Shop')).toBeVisible()

  await keys.enter(dialog.getByRole('button', { name: text('terminals.codeDone') }))
  await keys.isAt(displays)
  await keys.enter(railTo(page, 'shell.sell'))
  await pick(page, keys, /^Mobile recharge/, /^Qamra Recharge/)
  await keys.type('501234567')
  await keys.type('25')
  await customer.enter(tablet.getByRole('button', { name: text('display.number.correct'), exact: true }))
  await expect(page.getByText(text('display.confirmed'))).toBeVisible()
  await customer.isAt(headingOf(tablet, text('display.number.title')))
  await context.close()
})

test('a supervisor approves a sale above a limit by keys alone, and the dialog keeps the focus @long', async ({
  page,
  shop,
  consoleErrors,
}) => {
  expectUnreachable(consoleErrors)
  const keys = keyboardOf(page)
  await setShopLimits(shop, { currency: 'AED', perSale: '20' })
  await signInByKeys(page, shop, keys, 'Amal')
  await sendRecharge(page, keys, recipients.success)
  const dialog = dialogOf(page)
  await expect(dialog).toBeVisible()
  await keys.goRound(dialog)
  await keys.press('Escape')
  await pressWhenArmed(keys, button(page, 'sale.send'))
  await expect(dialog).toBeVisible()
  await keys.type(HAMAD_PIN)
  await keys.press('Enter')
  await expect(headingOf(page, text('state.succeeded.heading'))).toBeVisible()
  await keys.isAt(button(page, 'sale.nextCustomer'))
})

test('a supervisor adds a person, changes a limit and a setting, and reads wallet and report by keys alone @long', async ({
  page,
  shop,
}) => {
  const keys = keyboardOf(page)
  await signInByKeys(page, shop, keys, 'Hamad')
  await keys.enter(railTo(page, 'shell.staff'))
  const add = page.getByRole('button', { name: text('staff.add') })
  await keys.enter(add)
  const dialog = dialogOf(page)
  await keys.goRound(dialog)
  await keys.tabTo(dialog.getByLabel(text('staff.name')))
  await keys.type('Zainab Ali')
  await keys.tabTo(dialog.getByLabel(text('staff.pin'), { exact: true }))
  await keys.type('8305')
  await keys.tabTo(dialog.getByLabel(text('staff.pinAgain')))
  await keys.type('8305')
  await keys.enter(dialog.getByRole('button', { name: text('staff.addDo'), exact: true }))
  await expect(dialog).toBeHidden()
  await keys.isAt(add)

  const joseph = page.getByRole('link', { name: 'Joseph Mathew' })
  await keys.enter(joseph)
  await keys.isAt(page.getByRole('heading', { name: 'Joseph Mathew' }))
  await keys.tabTo(page.getByRole('textbox', { name: text('limits.kind.perSale'), exact: true }))
  await keys.press('Control+a')
  await keys.type('300')
  await keys.enter(page.getByRole('button', { name: text('limits.save') }))
  await expect(page.getByRole('button', { name: text('limits.saved') })).toBeFocused()
  await keys.press('Escape')
  await keys.isAt(joseph)

  await keys.tabTo(page.getByRole('tab', { selected: true }))
  await keys.arrowTo(page.getByRole('tab', { name: text('settings.tab'), exact: true }))
  const quick = page.getByRole('form', { name: text('settings.quick') })
  await keys.tabTo(quick.getByRole('textbox'))
  await keys.press('Control+a')
  await keys.type('15, 45')
  await keys.enter(quick.getByRole('button', { name: text('limits.saveShop'), exact: true }))
  await expect(quick.getByRole('button', { name: text('limits.saved') })).toBeFocused()

  await keys.enter(railTo(page, 'shell.wallet'))
  await expect(headingOf(page, text('wallet.title'))).toBeVisible()
  await keys.enter(page.getByRole('button', { name: text('wallet.update') }))
  await keys.isAt(page.getByRole('button', { name: text('wallet.update') }))
  await keys.tabTo(page.getByRole('button', { name: text('wallet.lowSave') }))

  await keys.enter(railTo(page, 'shell.reports'))
  await expect(headingOf(page, text('reports.title'))).toBeVisible()
  const days = page.getByRole('button', { name: startingWith('reports.preset.today') })
  await keys.enter(days)
  await keys.goRound(dialogOf(page))
  await keys.enter(dialogOf(page).getByRole('button', { name: startingWith('reports.preset.yesterday') }))
  await keys.enter(dialogOf(page).getByRole('button', { name: text('reports.range.show', { count: 1 }) }))
  await expect(dialogOf(page)).toBeHidden()
  await keys.isAt(page.getByRole('button', { name: startingWith('reports.preset.yesterday') }))
})

test('an owner looks at the shops by keys alone @long', async ({ page, shop }) => {
  const known: Shops = {
    here: 'deira',
    shops: [{ id: 'marina', name: 'Marina', state: 'unreachable' }],
    today: { count: 0, amount: [], tests: 0 },
  }
  // Of an installation with several shops, which no other flow needs.
  await page.route(`**${proxyPaths.session}`, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const session = (await (await route.fetch()).json()) as Session
    await route.fulfill({
      json: session.person ? { ...session, person: { ...session.person, isOwner: true } } : session,
    })
  })
  await page.route(`**${dayPaths.shops}`, (route) => route.fulfill({ json: known }))
  const keys = keyboardOf(page)
  await signInByKeys(page, shop, keys, 'Hamad')
  await page.reload()
  await keys.enter(railTo(page, 'shell.shops'))
  await expect(headingOf(page, text('shops.title'))).toBeVisible()
  await keys.enter(page.getByRole('button', { name: text('wallet.update') }))
  await expect(page.getByText('Marina').first()).toBeVisible()
  await keys.isAt(page.getByRole('button', { name: text('wallet.update') }))
})
