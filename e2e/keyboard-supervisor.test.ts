import type { Page } from 'playwright/test'

import { paths } from '#browser/paths.ts'
import { dayPaths } from '#contract/proxy/day-paths.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Session } from '#contract/proxy/session.ts'
import type { Shops } from '#contract/proxy/shops.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { setShopLimits } from './support/as-supervisor.ts'
import { keyboardOf } from './support/keyboard.ts'
import {
  button,
  dialogOf,
  headingOf,
  isSold,
  pick,
  pressWhenArmed,
  sendRecharge,
  signInByKeys,
} from './support/keyboard-steps.ts'
import { expect, expectConsoleErrors, expectUnreachable, test } from './support/shop.ts'
import { startingWith, text } from '../tests/support/texts.ts'

// What a supervisor does, by the keys of a keyboard alone.

const HAMAD_PIN = '604918'
const railTo = (page: Page, id: Parameters<typeof text>[0]) =>
  page
    .getByRole('navigation')
    .getByRole('link', { name: startingWith(id) })
    .first()

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
  await isSold(page, keys)
})

test('a supervisor adds a person, changes a limit and comes to a setting and its button by keys alone @long', async ({
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
  await keys.tabTo(quick.getByRole('button', { name: text('limits.saveShop'), exact: true }))
})

test('a supervisor reads the wallet and the report of another day by keys alone @long', async ({ page, shop }) => {
  const keys = keyboardOf(page)
  await signInByKeys(page, shop, keys, 'Hamad')
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

test('an owner looks at the shops by keys alone @long', async ({ page, shop, consoleErrors }) => {
  // The till knows nothing of this owner.
  expectConsoleErrors(consoleErrors, /status of 403/)
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
