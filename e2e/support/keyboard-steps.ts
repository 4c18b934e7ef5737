import type { Locator, Page } from 'playwright/test'

import type { MessageId } from '#browser/i18n/locale.ts'
import type { Keyboard } from './keyboard.ts'
import { expect, type Shop } from './shop.ts'
import { startingWith, text } from '../../tests/support/texts.ts'

export const button = (page: Page, id: MessageId): Locator => page.getByRole('button', { name: startingWith(id) })
export const headingOf = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name })
export const searchOf = (page: Page): Locator => page.getByRole('combobox', { name: text('storefront.search') })
export const nationalOf = (account: string): string => account.slice('971'.length)

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
  await keys.arrowTo(page.getByRole('button', { name: category }))
  await keys.press('Enter')
  await expect(page.getByRole('button', { name: product })).toBeVisible()
  // A category begins at its first tile.
  await expect(page.getByRole('main').locator(':focus')).toBeVisible()
  await keys.arrowTo(page.getByRole('button', { name: product }))
  await keys.press('Enter')
}

/** Types the ticket of Qamra Recharge and sends it. */
export async function sendRecharge(page: Page, keys: Keyboard, account: string): Promise<void> {
  await pick(page, keys, /^Mobile recharge/, /^Qamra Recharge/)
  await keys.isAt(page.getByLabel(text('ticket.mobileNumber')))
  await keys.type(nationalOf(account))
  // The number is whole: what is typed from now on is the amount.
  await keys.isAt(page.getByLabel(text('ticket.amount'), { exact: true }))
  await keys.type('25')
  await keys.press('Enter')
  await pressWhenArmed(keys, button(page, 'sale.send'))
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
