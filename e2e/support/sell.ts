import type { Locator, Page } from 'playwright/test'

import type { MessageId } from '#browser/i18n/locale.ts'
import { text } from '../../tests/support/texts.ts'
import { button } from './controls.ts'
import { ARMED_MS, expect, pass, type Shop } from './shop.ts'

/** Signs in and walks to the ticket of Qamra Recharge. */
export async function openTicket(page: Page, shop: Shop, name?: string): Promise<void> {
  await shop.signIn(page, name)
  await pickQamra(page)
}

/** The way to a product of the practice shop, tile by tile. */
export const TILES = {
  recharge: [/^Mobile recharge/, /^Qamra Recharge/],
  code: [/^Gaming/, /^Orbyte 50/],
  international: [/^International/],
} as const

/** From the products to the ticket of Qamra Recharge. */
export const pickQamra = (page: Page): Promise<void> => pick(page, TILES.recharge)

/** From the products to the ticket of one of them. */
export async function pick(page: Page, tiles: readonly RegExp[]): Promise<void> {
  for (const name of tiles) await page.getByRole('button', { name }).click()
}

export const numberField = (page: Page): Locator => page.getByLabel(text('ticket.mobileNumber'))
export const amountField = (page: Page): Locator => page.getByLabel(text('ticket.amount'), { exact: true })

export async function fillTicket(page: Page, account: string, amount = '25'): Promise<void> {
  await numberField(page).fill(account)
  await amountField(page).fill(amount)
}

/** Types the ticket and asks for its review, whatever comes of it. */
export async function requestReview(page: Page, account: string, amount?: string): Promise<void> {
  await fillTicket(page, account, amount)
  await button(page, 'ticket.review').click()
}

export async function review(page: Page, account: string, amount?: string): Promise<void> {
  await requestReview(page, account, amount)
  await expect(sendButton(page)).toBeVisible()
}

export const sendButton = (page: Page): Locator => button(saleOn(page), 'sale.send')

/** Presses a button that ignores presses at first, as all that moves money does. */
export async function pressArmed(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  await pass(page, ARMED_MS)
  await control.click()
}

export const send = (page: Page): Promise<void> => pressArmed(page, sendButton(page))

/** Sells a recharge from its ticket to its end. */
export async function sell(page: Page, account: string, amount?: string): Promise<void> {
  await review(page, account, amount)
  await send(page)
  await expectState(page, 'succeeded')
}

export const nextCustomer = (page: Page): Promise<void> => button(page, 'sale.nextCustomer').click()

/** The ticket of a sale that is being typed, or the whole page of one that was opened. */
export const saleOn = (page: Page): Locator =>
  page
    .getByRole('group', { name: text('ticket.region'), exact: true })
    .or(page.getByRole('region', { name: text('ticket.region'), exact: true }))

/** The heading of a state. */
export const stateOn = (page: Page, words: string | RegExp): Locator =>
  page.getByRole('heading', { level: 1, name: words, exact: true })

type ShownState<Id = MessageId> = Id extends `state.${infer State}.heading` ? State : never

export const expectState = (page: Page, state: ShownState, values?: { brand: string }): Promise<void> =>
  expect(stateOn(page, text(`state.${state}.heading`, values))).toBeVisible()

export const debits = (shop: Shop): number => shop.sandbox.ledger().length

/** To the open items by their key, once there is a mark that names it. */
export async function goToOpenItems(page: Page): Promise<void> {
  await expect(page.locator('[aria-keyshortcuts="F8"]')).toBeVisible()
  await page.keyboard.press('F8')
}

/** Presses *Try now*. The till also tries by itself, so it may be back and the button gone before the press. */
export async function tryNow(page: Page) {
  const again = button(page, 'shell.tryNow')
  await Promise.race([again.click().catch(() => undefined), again.waitFor({ state: 'hidden' })])
}
