import type { Page } from 'playwright/test'

import { denominationsOf } from '#domain/money/cash.ts'
import { text, textIn } from '../tests/support/texts.ts'
import { turnDrawersOn } from './support/as-supervisor.ts'
import { button, heading } from './support/controls.ts'
import { findAccessibilityViolations } from './support/find-accessibility-violations.ts'
import { keepLocale } from './support/keep-locale.ts'
import { debits, expectState, nextCustomer, numberField, openTicket, saleOn, sell } from './support/sell.ts'
import { ARMED_MS, expect, lock, pass, test, typeByHand } from './support/shop.ts'

/** An empty drawer, counted. */
const NOTHING = { count: { pieces: denominationsOf('AED').map(({ value }) => ({ value, count: 0 })) } }

const box = (page: Page) => page.getByRole('combobox', { name: text('shell.search') })
const hits = (page: Page) => page.getByRole('listbox', { name: text('search.found') }).getByRole('option')

test('the keyboard alone finds a product by a mistyped word, sells it, and returns to the products @long', async ({
  page,
  shop,
}) => {
  await shop.signIn(page)
  await expect(numberField(page)).toBeFocused()
  await typeByHand(page, 'pixelmor 200')
  await expect(hits(page)).toHaveText([/Pixelmoor 200.*Gaming › Pixelmoor.*AED\s200/])
  await expect(page.getByRole('status').filter({ hasText: '1 found' })).toBeAttached()
  await expect(box(page)).toHaveAttribute('aria-activedescendant', (await hits(page).getAttribute('id')) ?? '')
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  const sellKey = page.getByRole('button', { name: /^Sell\s+AED\s200/ })
  await expect(sellKey).toBeFocused()
  await expect(sellKey).toHaveAttribute('aria-disabled', 'false')
  await page.keyboard.press('Enter')
  await expectState(page, 'succeeded')
  expect(debits(shop)).toBe(1)

  await page.goto(`${shop.url}/sell`)
  await expect(numberField(page)).toBeFocused()
  await page.keyboard.press('/')
  await box(page).fill('gaming')
  await expect(hits(page).first()).toHaveText('Gaming')
  await page.keyboard.press('ArrowDown')
  await expect(hits(page).nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Gaming' })).toBeVisible()
  await expect(box(page)).toBeHidden()
  await page.goBack()
  await expect(heading(page, 'storefront.all')).toBeVisible()
})

test('a letter on the first page opens the search, Esc returns the focus, and a complete number stays @long', async ({
  page,
  shop,
}) => {
  await shop.signIn(page)
  await expect(numberField(page)).toBeFocused()
  await page.keyboard.type('0501234567')
  await page.keyboard.type('velto rech')
  await expect(box(page)).toHaveValue('velto rech')
  await expect(hits(page).first()).toContainText('Velto Recharge')
  await page.keyboard.press('Escape')
  await expect(box(page)).toBeHidden()
  await expect(numberField(page)).toHaveValue('50 123 4567')
  await expect(numberField(page)).toBeFocused()
  await page.getByRole('button', { name: /^Mobile recharge/ }).focus()
  await page.keyboard.type('velt')
  await pass(page, ARMED_MS)
  await expect(box(page)).toHaveValue('velt')
  await expect(hits(page).first()).toContainText('Velto Recharge')
  await hits(page).first().click()
  await expect(numberField(page)).toHaveValue('50 123 4567')

  // Beside an open ticket, Esc leads back to its field.
  await expect(
    numberField(page)
      .or(page.getByLabel(text('ticket.amount'), { exact: true }))
      .last(),
  ).toBeFocused()
  await page.keyboard.press('/')
  await typeByHand(page, '750')
  await expect(hits(page).first()).toHaveText(/Skarn 750 gems/)
  await page.keyboard.press('Escape')
  await expect(page.getByLabel(text('ticket.amount'), { exact: true })).toBeFocused()
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
  await expect(numberField(page)).toBeFocused()
  await typeByHand(page, 'skarn')
  await page.keyboard.press('Enter')
  await expect(box(page)).toHaveValue('skarn')
  release()
  await expect(saleOn(page)).toContainText('Skarn 750 gems')
})

test('a number finds its sale from any page, and a colleague only the number, with its middle masked @long', async ({
  page,
  shop,
}) => {
  await openTicket(page, shop)
  await sell(page, '0501234562', '25')
  await nextCustomer(page)
  await page.goto(`${shop.url}/open-items`)
  await button(page, 'shell.search').click()
  await typeByHand(page, '4562')
  await expect(hits(page).first()).toHaveText(/Qamra Recharge.*Sale 0001.*\+971 50 123 4562.*AED\s25\.00.*Sold/)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await expect(page).toHaveURL(/\/open-items$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Sale 0001' })).toContainText('+971 50 123 4562')
  await page.keyboard.press('Escape')
  await lock(page)

  await shop.signIn(page, 'Joseph Mathew')
  await expect(numberField(page)).toBeFocused()
  await page.keyboard.press('/')
  await typeByHand(page, '4562')
  await expect(hits(page)).toHaveText([/Sell to .*050 ••• 4562/])
  await expect(page.locator('body')).not.toContainText('123 4562')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/sell$/)
  await expect(numberField(page)).toHaveValue(/50 123 4562/)
  await expect(page.getByRole('region', { name: text('known.heading') })).toContainText('Qamra Recharge')

  await page.keyboard.press('/')
  await typeByHand(page, '#1')
  await expect(hits(page)).toHaveText([/Qamra Recharge.*Sale 0001.*Amal R\./])
  await expect(hits(page)).not.toContainText('25')
})

test('a supervisor finds a page, a section of the settings, a person and a Z report, and a cashier none of them @long', async ({
  page,
  shop,
}) => {
  await turnDrawersOn(shop)
  await shop.signIn(page, 'Hamad Saleh')
  await page.getByRole('link', { name: text('shell.sales') }).click()
  await page.keyboard.press('/')
  await typeByHand(page, 'audit')
  await expect(hits(page).first()).toHaveText(text('auditLog.title'))
  await page.keyboard.press('Enter')
  await expect(heading(page, 'auditLog.title')).toBeVisible()

  await page.keyboard.press('Control+k')
  await typeByHand(page, 'fraud')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/settings\/scam$/)
  await expect(page.getByRole('heading', { name: text('settings.scam') })).toBeInViewport()

  await page.keyboard.press('/')
  await typeByHand(page, 'joseph')
  await expect(hits(page)).toHaveText([/Joseph Mathew.*Cashier/])
  await page.keyboard.press('Escape')

  const close = async (method: 'POST', path: string, data: object) => {
    const answer = await page.request.fetch(`${shop.url}${path}`, { method, data, headers: { origin: shop.url } })
    expect(answer.ok(), await answer.text()).toBe(true)
    return (await answer.json()) as { shift?: { id: string } }
  }
  const { shift } = await close('POST', '/api/shifts', NOTHING)
  await close('POST', `/api/shifts/${shift?.id ?? ''}/count`, NOTHING)
  await close('POST', `/api/shifts/${shift?.id ?? ''}/close`, { expected: '0.00', counted: '0.00' })
  await page.keyboard.press('/')
  await typeByHand(page, 'z 1')
  await expect(hits(page)).toHaveText([/Z 0001/])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Z 0001' })).toBeVisible()
  await page.keyboard.press('Escape')
  await lock(page)

  await shop.signIn(page)
  await expect(numberField(page)).toBeFocused()
  for (const typed of ['audit', 'joseph', 'z 1']) {
    await page.keyboard.press('/')
    await typeByHand(page, typed)
    await expect(page.getByText(text('search.none', { text: typed }))).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(box(page)).toBeHidden()
  }
})

test('the search reads Arabic words and digits, from right to left @long', async ({ page, shop }) => {
  await openTicket(page, shop)
  await sell(page, '0501234562', '25')
  await keepLocale(page, 'ar')
  await page.goto(`${shop.url}/sales`)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.getByRole('button', { name: textIn('ar', 'shell.search') }).click()
  const field = page.getByRole('combobox', { name: textIn('ar', 'shell.search') })
  await field.fill('طابعة')
  await expect(page.getByRole('option').first()).toHaveText(textIn('ar', 'printer.title'))
  await field.fill('٤٥٦٢')
  await pass(page, ARMED_MS)
  await expect(page.getByRole('option').first()).toContainText('+971 50 123 4562')
  expect(await findAccessibilityViolations(page)).toEqual([])
})
