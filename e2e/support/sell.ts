import type { Locator, Page } from 'playwright/test'

import { text } from '../../tests/support/texts.ts'
import { expect, type Shop } from './shop.ts'

/** Signs in and walks to the ticket of Qamra Recharge. */
export async function openTicket(page: Page, shop: Shop, name?: string): Promise<void> {
  await shop.signIn(page, name)
  await pickQamra(page)
}

/** From the shelves to the ticket of Qamra Recharge. */
export async function pickQamra(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Mobile recharge/ }).click()
  await page.getByRole('button', { name: /^Qamra Recharge/ }).click()
}

/** Types the ticket and asks for its review, whatever comes of it. */
export async function requestReview(page: Page, account: string, amount = '25'): Promise<void> {
  await page.getByLabel('Mobile number').fill(account)
  await page.getByLabel('Amount', { exact: true }).fill(amount)
  await page.getByRole('button', { name: /^Review/ }).click()
}

export async function review(page: Page, account: string, amount?: string): Promise<void> {
  await requestReview(page, account, amount)
  await expect(saleOn(page).getByRole('button', { name: /^Send top-up/ })).toBeVisible()
}

export async function send(page: Page): Promise<void> {
  await saleOn(page)
    .getByRole('button', { name: /^Send top-up/ })
    .click()
}

/** The ticket of a sale that is being typed, or the whole page of one that was opened. */
export const saleOn = (page: Page): Locator =>
  page
    .getByRole('group', { name: text('ticket.region'), exact: true })
    .or(page.getByRole('region', { name: text('ticket.region'), exact: true }))

/** The heading of a state. */
export const stateOn = (page: Page, words: string | RegExp): Locator =>
  page.getByRole('heading', { level: 1, name: words, exact: true })

export const debits = (shop: Shop): number => shop.sandbox.ledger().length

/** To the pending desk by its key, once there is a mark that names it. */
export async function goToOpenItems(page: Page): Promise<void> {
  await expect(page.locator('[aria-keyshortcuts="F8"]')).toBeVisible()
  await page.keyboard.press('F8')
}

/** Presses *Try now*. The till also tries by itself, so it may be back and the button gone before the press. */
export async function tryNow(page: Page) {
  const button = page.getByRole('button', { name: 'Try now' })
  await Promise.race([button.click().catch(() => undefined), button.waitFor({ state: 'hidden' })])
}
