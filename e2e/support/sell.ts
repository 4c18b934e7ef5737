import type { Locator, Page } from 'playwright/test'

import type { MessageId } from '#browser/i18n/locale.ts'
import { startingWith, text } from '../../tests/support/texts.ts'
import { button } from './controls.ts'
import { ARMED_MS, expect, pass, type Shop } from './shop.ts'

export async function openTicket(page: Page, shop: Shop, name?: string): Promise<void> {
  await shop.signIn(page, name)
  await pickQamra(page)
}

export const TILES = {
  recharge: [/^Mobile recharge/, /^Qamra Recharge/],
  code: [/^Gaming/, /^Orbyte 50/],
  international: [/^International/],
} as const

export const pickQamra = (page: Page): Promise<void> => pick(page, TILES.recharge)

export async function pick(page: Page, tiles: readonly RegExp[]): Promise<void> {
  for (const name of tiles) await page.getByRole('button', { name }).click()
}

export const numberField = (page: Page): Locator => page.getByLabel(text('ticket.mobileNumber'))
export const amountField = (page: Page): Locator => page.getByLabel(text('ticket.amount'), { exact: true })

export async function fillTicket(page: Page, account: string, amount = '25'): Promise<void> {
  await numberField(page).fill(account)
  await amountField(page).fill(amount)
}

export async function requestReview(page: Page, account: string, amount?: string): Promise<void> {
  await fillTicket(page, account, amount)
  await button(page, 'ticket.review').click()
}

export async function review(page: Page, account: string, amount?: string): Promise<void> {
  await requestReview(page, account, amount)
  await expect(sendButton(page)).toBeVisible()
}

export const sendButton = (page: Page): Locator => button(saleOn(page), 'sale.send')

/** A key of a review in a shop that records payments. Pressing it sends. */
export const payKey = (page: Page, name: string | RegExp, verb = text('sale.send')): Locator =>
  page.getByRole('group', { name: verb, exact: true }).getByRole('button', { name })
export const EXACT = startingWith('payment.exact')

/** Presses a button that ignores presses at first, as all buttons do that move money. */
export async function pressArmed(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  await pass(page, ARMED_MS)
  await control.click()
}

export const send = (page: Page): Promise<void> => pressArmed(page, sendButton(page))

export async function sell(page: Page, account: string, amount?: string): Promise<void> {
  await review(page, account, amount)
  await send(page)
  await expectState(page, 'succeeded')
}

export const nextCustomer = (page: Page): Promise<void> => button(page, 'sale.nextCustomer').click()

/** The ticket of a sale that is being typed, or the whole page of a sale that was opened. */
export const saleOn = (page: Page): Locator =>
  page
    .getByRole('group', { name: text('ticket.region'), exact: true })
    .or(page.getByRole('region', { name: text('ticket.region'), exact: true }))

export const stateOn = (page: Page, words: string | RegExp): Locator =>
  page.getByRole('heading', { level: 1, name: words, exact: true })

type ShownState<Id = MessageId> = Id extends `state.${infer State}.heading` ? State : never

export const expectState = (page: Page, state: ShownState, values?: { brand: string }): Promise<void> =>
  expect(stateOn(page, text(`state.${state}.heading`, values))).toBeVisible()

export const debits = (shop: Shop): number => shop.sandbox.ledger().length

/** Opens the open items with their key, once there is a chip that shows the key. */
export async function goToOpenItems(page: Page): Promise<void> {
  await expect(page.locator('[aria-keyshortcuts="F8"]')).toBeVisible()
  await page.keyboard.press('F8')
}

/**
 * Presses *Try now*. The till also tries automatically, so it may be back, and the button removed, before the press.
 */
export async function tryNow(page: Page) {
  const again = button(page, 'shell.tryNow')
  await Promise.race([again.click().catch(() => undefined), again.waitFor({ state: 'hidden' })])
}
