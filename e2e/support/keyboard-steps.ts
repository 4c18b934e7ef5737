import type { Locator, Page } from 'playwright/test'

import type { MessageId } from '#browser/i18n/locale.ts'
import type { Keyboard } from './keyboard.ts'
import { expect, type Shop } from './shop.ts'
import { startingWith, text } from '../../tests/support/texts.ts'

export const button = (page: Page, id: MessageId): Locator => page.getByRole('button', { name: startingWith(id) })
export const headingOf = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name })
export const dialogOf = (page: Page): Locator => page.getByRole('dialog')
export const searchOf = (page: Page): Locator => page.getByRole('combobox', { name: text('storefront.search') })

/** A button that ignores presses at first, as what moves money does. */
export async function pressWhenArmed(keys: Keyboard, goal: Locator): Promise<void> {
  await keys.isAt(goal)
  await expect(goal).not.toHaveAttribute('aria-busy', 'true')
  await keys.press('Enter')
}

/** From the search to a category, and to a product in it. */
export async function pick(page: Page, keys: Keyboard, category: RegExp, product: RegExp): Promise<void> {
  await keys.isAt(searchOf(page))
  await keys.press('ArrowDown')
  await pickTile(page, keys, category, product)
}

/** From one tile to that of a category, and to a product in it. */
export async function pickTile(page: Page, keys: Keyboard, category: RegExp, product: RegExp): Promise<void> {
  await keys.arrowTo(page.getByRole('button', { name: category }))
  await keys.press('Enter')
  await expect(page.getByRole('button', { name: product })).toBeVisible()
  // A category begins at its first tile.
  await expect(page.getByRole('main').locator(':focus')).toBeVisible()
  await keys.arrowTo(page.getByRole('button', { name: product }))
  await keys.press('Enter')
}

/** Goes round an open dialog and leaves it: the focus is again at what opened it. */
export async function lookRound(page: Page, keys: Keyboard, opener: Locator): Promise<void> {
  await keys.goRound(dialogOf(page))
  await keys.press('Escape')
  await keys.isAt(opener)
}

/** Types the ticket of a recharge and goes on. */
export async function typeRecharge(page: Page, keys: Keyboard, account: string): Promise<void> {
  await keys.isAt(page.getByLabel(text('ticket.mobileNumber')))
  await keys.type(account.slice('971'.length))
  // The number is whole: what is typed from now on is the amount.
  await keys.isAt(page.getByLabel(text('ticket.amount'), { exact: true }))
  await keys.type('25')
  await keys.press('Enter')
}

/** Sends a Qamra Recharge. */
export async function sendRecharge(page: Page, keys: Keyboard, account: string): Promise<void> {
  await pick(page, keys, /^Mobile recharge/, /^Qamra Recharge/)
  await typeRecharge(page, keys, account)
  await pressWhenArmed(keys, button(page, 'sale.send'))
}

/** The sale went through, and Enter leads to the next one. */
export async function isSold(page: Page, keys: Keyboard): Promise<void> {
  await expect(headingOf(page, text('state.succeeded.heading'))).toBeVisible()
  await keys.isAt(button(page, 'sale.nextCustomer'))
}

const PINS = { Amal: '2580', Joseph: '7193', Hamad: '604918' }

export async function signInByKeys(page: Page, shop: Shop, keys: Keyboard, name: keyof typeof PINS): Promise<void> {
  await page.goto(shop.url)
  await keys.enter(page.getByRole('button', { name: new RegExp(`^${name}`) }))
  await keys.isAt(page.getByLabel(text('signIn.pin'), { exact: true }))
  await keys.type(PINS[name])
  await keys.press('Enter')
  await keys.isAt(searchOf(page))
}
