import { findAccessibilityViolations } from './support/find-accessibility-violations.ts'
import { findOffer } from './support/sell-international.ts'
import { openTicket, review, saleOn, send, stateOn } from './support/sell.ts'
import { expect, lock, test } from './support/shop.ts'
import { typeByHand } from './support/type-by-hand.ts'
import { startingWith } from '../tests/support/texts.ts'

test('a favorite is kept by the star, and taken by its key with the number that was typed before @long', async ({
  page,
  shop,
}) => {
  await openTicket(page, shop)
  await page.getByLabel('Amount').fill('20')
  await page.getByRole('button', { name: 'Add to favorites: Qamra Recharge, AED 20' }).click()
  await expect(
    page.getByRole('region', { name: 'Favorites' }).getByRole('button', { name: 'Qamra AED 20' }),
  ).toBeVisible()
  // What is typed goes on where it was typed.
  await expect(page.getByLabel('Amount')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Amount')).toBeHidden()

  await page.goto(`${shop.url}/sell`)
  await expect(page.getByRole('button', { name: 'Qamra AED 20' })).toBeVisible()
  await page.keyboard.type('0501234567')
  await page.keyboard.press('Alt+Digit1')
  await expect(page.getByLabel('Mobile number')).toHaveValue('50 123 4567')
  await expect(page.getByLabel('Amount')).toHaveValue('20')
  await expect(page.getByLabel('Amount')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(saleOn(page).getByRole('button', { name: /^Send top-up AED 20\.00/ })).toBeVisible()

  await lock(page)
  await shop.signIn(page, 'Joseph Mathew')
  await expect(page.getByRole('button', { name: /^Mobile recharge/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Qamra AED 20' })).toBeHidden()
})

test('what this till sold stands ready for the next customer, and nothing moves when it comes @long', async ({
  page,
  shop,
}) => {
  await page.addInitScript(() => {
    let shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shift += entry.value
      Object.assign(window, { shift })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await openTicket(page, shop)
  await review(page, '050 123 4567', '25')
  await send(page)
  await expect(stateOn(page, 'Sold')).toBeVisible()
  await page.getByRole('button', { name: startingWith('sale.nextCustomer') }).click()
  const recent = page.getByRole('region', { name: 'Recent sales' })
  await expect(recent.getByRole('button', { name: 'Recently sold: Qamra Recharge AED 25' })).toBeVisible()
  await page.goto(`${shop.url}/sell`)
  await expect(recent).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Last sales' })).toBeVisible()
  expect(await page.evaluate(() => (window as { shift?: number }).shift ?? 0)).toBeLessThan(0.01)
  await recent.getByRole('button').click()
  await expect(page.getByLabel('Amount')).toHaveValue('25')
  await expect(page.getByLabel('Mobile number')).toHaveValue('')
})

test('an international top-up is kept with its amount, which is there again behind the number @long', async ({
  page,
  shop,
}) => {
  await shop.signIn(page)
  const { provider } = await findOffer(page, shop, { operator: 'Islanet' })
  await page.goto(`${shop.url}/sell/international/PHL/${provider.id}/amounts`)
  await page.getByRole('button', { name: /PHP 300/ }).click()
  await page.getByRole('button', { name: 'Add to favorites: Islanet, Philippines, PHP 300' }).click()
  await expect(page.getByRole('button', { name: /^Remove from favorites/ })).toBeVisible()
  await page.goto(`${shop.url}/sell`)
  await page.getByRole('button', { name: 'Islanet PHP 300' }).click()
  await expect(page.getByRole('button', { name: 'Islanet', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByLabel('Recipient number')).toBeFocused()
  await typeByHand(page, '9175550142')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tabpanel').getByRole('button', { name: /PHP 300/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(page.getByRole('button', { name: /^Review/ })).toContainText('AED 21.50')
})

test('the sheet of keys opens by its key, and turns keys off for good @long', async ({ page, shop }) => {
  await openTicket(page, shop)
  await page.getByLabel('Amount').fill('20')
  await page.getByRole('button', { name: 'Add to favorites: Qamra Recharge, AED 20' }).click()
  await expect(page.getByRole('button', { name: /^Remove from favorites/ })).toBeVisible()
  await page.goto(`${shop.url}/sell`)
  await expect(page.getByRole('button', { name: 'Qamra AED 20' })).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])

  const sheet = page.getByRole('dialog', { name: 'Help' })
  // Beside the search, in which a key that nobody takes would stay.
  await page.getByRole('button', { name: 'Help' }).focus()
  // It comes with the page's idle time.
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(sheet).toBeVisible({ timeout: 1_000 })
  }).toPass()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.keyboard.press('F8')
  await page.keyboard.press('Alt+Digit1')
  await expect(page).toHaveURL(/\/sell$/)
  await sheet.getByRole('switch').click()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  await page.reload()
  await expect(page.getByRole('button', { name: 'Qamra AED 20' })).toBeVisible()
  for (const key of ['Alt+Digit1', 'F8', '?']) await page.keyboard.press(key)
  await expect(page).toHaveURL(/\/sell$/)
  await expect(sheet).toBeHidden()
  await page.getByRole('button', { name: 'Help' }).click()
  await sheet.getByText('Keys', { exact: true }).click()
  await sheet.getByRole('switch').click()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toBeHidden()
  await page.keyboard.press('Alt+Digit1')
  await expect(page.getByLabel('Amount')).toHaveValue('20')
})
