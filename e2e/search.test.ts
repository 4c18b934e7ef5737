import type { Page } from 'playwright/test'

import { findAccessibilityViolations } from './support/find-accessibility-violations.ts'
import { debits, stateOn } from './support/sell.ts'
import { expect, test } from './support/shop.ts'
import { text } from '../tests/support/texts.ts'

const boxOn = (page: Page) => page.getByRole('combobox', { name: 'Search a product or type a number' })
const hits = (page: Page) => page.getByRole('listbox', { name: text('search.found') }).getByRole('option')

test('the keyboard alone finds a product by a mistyped word, sells it, and finds the shelves again @long', async ({
  page,
  shop,
}) => {
  await shop.signIn(page)
  await expect(boxOn(page)).toBeFocused()
  await page.keyboard.type('pixelmor 200', { delay: 110 })
  await expect(hits(page)).toHaveText([/Pixelmoor 200.*Gaming › Pixelmoor.*AED 200/])
  await expect(page.getByRole('status').filter({ hasText: '1 found' })).toBeAttached()
  await expect(boxOn(page)).toHaveAttribute('aria-activedescendant', (await hits(page).getAttribute('id')) ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Sale' })).toContainText('Pixelmoor 200')
  await expect(page.getByRole('button', { name: /^Review/ })).toBeFocused()
  await page.keyboard.press('Enter')
  const sell = page.getByRole('button', { name: /^Sell\s+AED 200/ })
  await expect(sell).toBeFocused()
  await expect(sell).toHaveAttribute('aria-disabled', 'false')
  await page.keyboard.press('Enter')
  await expect(stateOn(page, 'Sold')).toBeVisible()
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
  await expect(page.getByRole('heading', { name: 'All products' })).toBeVisible()
})

test('a letter typed anywhere begins a search, a stroke leads to it, Esc empties it, and a whole number stays behind it @long', async ({
  page,
  shop,
}) => {
  await shop.signIn(page)
  await page.getByRole('button', { name: /^Mobile recharge/ }).focus()
  await page.keyboard.type('velt')
  await expect(boxOn(page)).toHaveValue('velt')
  await expect(boxOn(page)).toBeFocused()
  // As long as a hand holds a key.
  await page.keyboard.press('Escape', { delay: 120 })
  await expect(boxOn(page)).toHaveValue('')
  await page.getByRole('button', { name: /^Mobile recharge/ }).focus()
  await page.keyboard.press('/')
  await expect(boxOn(page)).toBeFocused()

  await page.keyboard.type('0501234567')
  await page.keyboard.type('velto rech')
  await expect(boxOn(page)).toHaveValue('velto rech')
  await expect(hits(page).first()).toContainText('Velto Recharge')
  await page.keyboard.press('Escape')
  await expect(boxOn(page)).toHaveValue('50 123 4567')
  await page.keyboard.type('velto rec')
  // As long as a hand holds a key.
  await page.keyboard.press('h', { delay: 120 })
  // What the first letters found stands there until then.
  await expect(hits(page).first()).toContainText('Velto Recharge')
  await hits(page).first().click()
  await expect(page.getByLabel('Mobile number')).toHaveValue('50 123 4567')

  // Beside an open ticket it only searches, and Esc leads back to the ticket.
  await expect(page.getByRole('button', { name: /^Search a product/ })).toBeVisible()
  await page.keyboard.press('/')
  const search = page.getByRole('combobox', { name: 'Search a product' })
  await expect(search).toBeFocused()
  await page.keyboard.type('750')
  await expect(hits(page)).toHaveText([/Skarn 750 gems/])
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Amount', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Mobile number')).toHaveValue('50 123 4567')
})

test('what cannot be sold now is named last with the reason, nothing found is said calmly, and neither has a barrier @long', async ({
  page,
  shop,
}) => {
  await shop.signIn(page)
  await boxOn(page).fill('toll')
  await expect(hits(page).last()).toHaveText(/Roadtag.*Not available now/)
  await expect(hits(page).last()).toHaveAttribute('aria-disabled', 'true')
  await hits(page).last().click({ force: true })
  await expect(page).toHaveURL(/\/sell$/)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await boxOn(page).fill('<b>nothing at all</b>')
  await expect(page.getByText('Nothing found for “<b>nothing at all</b>”')).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/sell$/)
})

test('no letter and no Enter is lost while the search itself still comes @long', async ({ page, shop }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/SearchResults-/, async (route) => {
    await held
    await route.continue()
  })
  await shop.signIn(page)
  await expect(boxOn(page)).toBeFocused()
  await page.keyboard.type('skarn', { delay: 110 })
  await page.keyboard.press('Enter')
  await expect(boxOn(page)).toHaveValue('skarn')
  release()
  await expect(page.getByRole('region', { name: 'Sale' })).toContainText('Skarn 750 gems')
})
