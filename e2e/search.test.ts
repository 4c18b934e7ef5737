import type { Page } from 'playwright/test'

import { debits, expectState, numberField, amountField, saleOn } from './support/sell.ts'
import { expect, test, pass, ARMED_MS, typeByHand } from './support/shop.ts'
import { text } from '../tests/support/texts.ts'
import { button, heading } from './support/controls.ts'

const numberOn = (page: Page) => page.getByLabel(text('ticket.mobileNumber'))
const boxOn = (page: Page) => page.getByRole('combobox', { name: text('storefront.search') })
const hits = (page: Page) => page.getByRole('listbox', { name: text('search.found') }).getByRole('option')

test('the keyboard alone finds a product by a mistyped word, sells it, and returns to the products @long', async ({
  page,
  shop,
}) => {
  await shop.signIn(page)
  await expect(numberOn(page)).toBeFocused()
  await typeByHand(page, 'pixelmor 200')
  await expect(hits(page)).toHaveText([/Pixelmoor 200.*Gaming › Pixelmoor.*AED 200/])
  await expect(page.getByRole('status').filter({ hasText: '1 found' })).toBeAttached()
  await expect(boxOn(page)).toHaveAttribute('aria-activedescendant', (await hits(page).getAttribute('id')) ?? '')
  await page.keyboard.press('Enter')
  const sell = page.getByRole('button', { name: /^Sell\s+AED 200/ })
  await expect(sell).toBeFocused()
  await expect(sell).toHaveAttribute('aria-disabled', 'false')
  await page.keyboard.press('Enter')
  await expectState(page, 'succeeded')
  expect(debits(shop)).toBe(1)

  await page.goto(`${shop.url}/sell`)
  await boxOn(page).fill('gaming')
  await expect(hits(page).first()).toHaveText('Gaming')
  await page.keyboard.press('ArrowDown')
  await expect(hits(page).nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Gaming' })).toBeVisible()
  await expect(boxOn(page)).toHaveValue('')
  await page.goBack()
  await expect(heading(page, 'storefront.all')).toBeVisible()
})

test('any letter starts a search, the slash key opens it, Esc empties it, and a complete number stays @long', async ({
  page,
  shop,
}) => {
  await shop.signIn(page)
  await page.getByRole('button', { name: /^Mobile recharge/ }).focus()
  await page.keyboard.type('velt')
  await expect(boxOn(page)).toHaveValue('velt')
  await expect(boxOn(page)).toBeFocused()
  await pass(page, ARMED_MS)
  await page.keyboard.press('Escape')
  await expect(boxOn(page)).toHaveValue('')
  await page.getByRole('button', { name: /^Mobile recharge/ }).focus()
  await page.keyboard.press('/')
  await expect(boxOn(page)).toBeFocused()

  await page.keyboard.type('0501234567')
  await page.keyboard.type('velto rech')
  await expect(boxOn(page)).toHaveValue('velto rech')
  await expect(hits(page).first()).toContainText('Velto Recharge')
  await page.keyboard.press('Escape')
  await expect(boxOn(page)).toHaveValue('')
  await expect(numberOn(page)).toHaveValue('50 123 4567')
  await expect(numberOn(page)).toBeFocused()
  await page.keyboard.type('velto rec')
  await pass(page, ARMED_MS)
  await page.keyboard.press('h')
  // Until then, the result of the first letters is shown.
  await expect(hits(page).first()).toContainText('Velto Recharge')
  await hits(page).first().click()
  await expect(numberField(page)).toHaveValue('50 123 4567')

  // Next to an open ticket, the search only searches, and Esc leads back to the ticket.
  await expect(button(page, 'storefront.search')).toBeVisible()
  await page.keyboard.press('/')
  const search = page.getByRole('combobox', { name: text('storefront.search') })
  await expect(search).toBeFocused()
  await page.keyboard.type('750')
  await expect(hits(page)).toHaveText([/Skarn 750 gems/])
  await page.keyboard.press('Escape')
  await expect(amountField(page)).toBeFocused()
  await expect(numberField(page)).toHaveValue('50 123 4567')
})

test('no letter and no Enter is lost while the search loads @long', async ({ page, shop }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/SearchResults-/, async (route) => {
    await held
    await route.continue()
  })
  await shop.signIn(page)
  await expect(numberOn(page)).toBeFocused()
  await typeByHand(page, 'skarn')
  await page.keyboard.press('Enter')
  await expect(boxOn(page)).toHaveValue('skarn')
  release()
  await expect(saleOn(page)).toContainText('Skarn 750 gems')
})
