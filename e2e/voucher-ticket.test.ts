import type { Page } from 'playwright/test'

import { debits, saleOn, expectState, amountField } from './support/sell.ts'
import { expect, test, typeByHand } from './support/shop.ts'
import { text, startingWith } from '../tests/support/texts.ts'
import { button } from './support/controls.ts'

/** Presses what a finger would, and counts. */
function counting(page: Page) {
  const taps = { count: 0 }
  const tap = async (name: RegExp) => {
    const button = page.getByRole('button', { name })
    await expect(button).not.toHaveAttribute('aria-disabled', 'true')
    await button.click()
    taps.count++
  }
  return { taps, tap }
}

const code = (page: Page) => page.getByRole('group', { name: 'PIN', exact: true })

test('from the catalogue to the code it is four taps', async ({ page, shop }) => {
  await shop.signIn(page)
  const { taps, tap } = counting(page)
  await tap(/^Gaming/)
  await tap(/^Orbyte 50/)
  await tap(startingWith('ticket.review'))
  await expect(saleOn(page)).toContainText('One code, shown here and on the receipt')
  expect(debits(shop)).toBe(0)
  await tap(/^Sell\s+AED 50\.00/)
  await expectState(page, 'succeeded')
  await expect(code(page)).toBeVisible()
  expect(taps.count).toBe(4)
  expect(debits(shop)).toBe(1)
})

for (const { kind, typed, said, readBack } of [
  { kind: 'e-mail', typed: 'amal@example.ae', said: text('ticket.contact.email'), readBack: 'amal@example.ae' },
  { kind: 'phone', typed: '0501234567', said: text('ticket.contact.phone'), readBack: '+971 50 123 4567' },
]) {
  test(`a voucher for an account is sold by ${kind} @long`, async ({ page, shop }) => {
    await shop.signIn(page)
    await page.getByRole('button', { name: /^Shopping/ }).click()
    await page.getByRole('button', { name: /^Zolta Wallet/ }).click()
    await expect(page.getByLabel(text('ticket.contact'))).toBeFocused()
    await typeByHand(page, typed)
    await expect(page.getByText(said)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(amountField(page)).toBeFocused()
    await page.keyboard.type('30')
    await page.keyboard.press('Enter')
    const card = page.getByRole('region', { name: text('sale.readBack') })
    await expect(card).toContainText(readBack)
    await page.getByRole('button', { name: /^Sell\s+AED 30\.00/ }).click()
    await expectState(page, 'succeeded')
    expect(debits(shop)).toBe(1)
  })
}

test('every step of a voucher stands in the address, with what was typed @long', async ({ page, shop }) => {
  await shop.signIn(page)
  await page.getByRole('button', { name: /^Shopping/ }).click()
  await page.getByRole('button', { name: /^Zolta Wallet/ }).click()
  await page.getByLabel(text('ticket.contact')).fill('amal@')
  await button(page, 'ticket.more').click()
  await page.reload()
  await expect(page.getByLabel(text('ticket.contact'))).toHaveValue('amal@')
  await expect(page.getByText('2 codes')).toBeVisible()
})
