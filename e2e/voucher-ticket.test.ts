import type { Page } from 'playwright/test'

import { debits, saleOn, stateOn } from './support/sell.ts'
import { expect, test } from './support/shop.ts'
import { typeByHand } from './support/type-by-hand.ts'
import { text } from '../tests/support/texts.ts'

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
  await tap(/^Review/)
  await expect(saleOn(page)).toContainText('One code, shown here and on the receipt')
  expect(debits(shop)).toBe(0)
  await tap(/^Sell\s+AED 50\.00/)
  await expect(stateOn(page, 'Sold')).toBeVisible()
  await expect(code(page)).toBeVisible()
  expect(taps.count).toBe(4)
  expect(debits(shop)).toBe(1)
})

test('a product of the first shelf is three taps away, or three keys @long', async ({ page, shop }) => {
  await shop.signIn(page)
  const { taps, tap } = counting(page)
  await tap(/^Pixelmoor 100/)
  await tap(/^Review/)
  await tap(/^Sell/)
  await expect(code(page)).toBeVisible()
  expect(taps.count).toBe(3)

  await page.goto(`${shop.url}/sell`)
  await page.getByRole('button', { name: /^Pixelmoor 100/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Review/ })).toBeFocused()
  await page.keyboard.press('Enter')
  const sell = page.getByRole('button', { name: /^Sell/ })
  await expect(sell).toBeFocused()
  await expect(sell).toHaveAttribute('aria-disabled', 'false')
  await page.keyboard.press('Enter')
  await expect(code(page)).toBeVisible()
  expect(debits(shop)).toBe(2)
})

test('what is to be told to the customer stands beside the ticket and on the review @long', async ({ page, shop }) => {
  await shop.signIn(page)
  await page.getByRole('button', { name: /^Pixelmoor 100/ }).click()
  await expect(page.getByText('Tell the customer')).toBeVisible()
  await page.getByRole('button', { name: /^Review/ }).click()
  const card = page.getByRole('region', { name: text('sale.readBack') })
  await expect(card.getByText('Tell the customer')).toBeVisible()
})

test('a voucher of many values takes its amount from the keys @long', async ({ page, shop }) => {
  await shop.signIn(page)
  await page.getByRole('button', { name: /^Kestrel Pay/ }).click()
  await expect(page.getByLabel('Amount')).toBeFocused()
  await page.keyboard.type('120')
  await expect(page.getByText('Steps of 50: try 100 or 150')).toBeVisible()
  await page.getByRole('button', { name: 'Use AED 150' }).click()
  await page.getByRole('button', { name: /^Review/ }).click()
  await page.getByRole('button', { name: 'Change amount' }).click()
  await expect(page.getByLabel('Amount')).toHaveValue('150')
  await page.getByRole('button', { name: /^Review/ }).click()
  await page.getByRole('button', { name: /^Sell\s+AED 150\.00/ }).click()
  await expect(stateOn(page, 'Sold')).toBeVisible()
  expect(debits(shop)).toBe(1)
})

for (const { kind, typed, said, readBack } of [
  { kind: 'e-mail', typed: 'amal@example.ae', said: 'E-mail address', readBack: 'amal@example.ae' },
  { kind: 'phone', typed: '0501234567', said: 'Phone number', readBack: '+971 50 123 4567' },
]) {
  test(`a voucher for an account is sold by ${kind} @long`, async ({ page, shop }) => {
    await shop.signIn(page)
    await page.getByRole('button', { name: /^Shopping/ }).click()
    await page.getByRole('button', { name: /^Zolta Wallet/ }).click()
    await expect(page.getByLabel('Phone or e-mail')).toBeFocused()
    await typeByHand(page, typed)
    await expect(page.getByText(said)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Amount')).toBeFocused()
    await page.keyboard.type('30')
    await page.keyboard.press('Enter')
    const card = page.getByRole('region', { name: text('sale.readBack') })
    await expect(card).toContainText(readBack)
    await page.getByRole('button', { name: /^Sell\s+AED 30\.00/ }).click()
    await expect(stateOn(page, 'Sold')).toBeVisible()
    expect(debits(shop)).toBe(1)
  })
}

test('a number typed on the shelves is the account only where one is asked for @long', async ({ page, shop }) => {
  await shop.signIn(page)
  await expect(page.getByRole('button', { name: /^Gaming/ })).toBeVisible()
  await page.keyboard.type('0501234567')
  await page.getByRole('button', { name: /^Gaming/ }).click()
  await page.getByRole('button', { name: /^Nimbra ID 100/ }).click()
  await expect(page.getByLabel('Phone or e-mail')).toHaveValue('+971 50 123 4567')
  await page.getByRole('button', { name: /^Orbyte 50/ }).click()
  await expect(page.getByLabel('Phone or e-mail')).toBeHidden()
  await page.getByRole('button', { name: /^Review/ }).click()
  const card = page.getByRole('region', { name: text('sale.readBack') })
  await expect(card.getByText('Face value')).toBeVisible()
  await expect(card).not.toContainText('50 123 4567')
})

test('every step of a voucher stands in the address, with what was typed @long', async ({ page, shop }) => {
  await shop.signIn(page)
  await page.getByRole('button', { name: /^Shopping/ }).click()
  await page.getByRole('button', { name: /^Zolta Wallet/ }).click()
  await page.getByLabel('Phone or e-mail').fill('amal@')
  await page.getByRole('button', { name: 'One more' }).click()
  await page.reload()
  await expect(page.getByLabel('Phone or e-mail')).toHaveValue('amal@')
  await expect(page.getByText('2 codes')).toBeVisible()
})
