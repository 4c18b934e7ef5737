import { openTicket, saleOn, numberField, amountField, sell, nextCustomer } from './support/sell.ts'
import { expect, lock, test } from './support/shop.ts'
import { text } from '../tests/support/texts.ts'
import { heading } from './support/controls.ts'

test('the star keeps a favorite, and its key opens the review of the number that was typed before @long', async ({
  page,
  shop,
}) => {
  await openTicket(page, shop)
  await amountField(page).fill('20')
  await page.getByRole('button', { name: 'Add to favorites: Qamra Recharge, AED 20' }).click()
  await expect(
    page.getByRole('region', { name: text('quick.favorites') }).getByRole('button', { name: 'Qamra AED 20' }),
  ).toBeVisible()
  // Typing continues in the field where it began.
  await expect(amountField(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(amountField(page)).toBeHidden()

  await page.goto(`${shop.url}/sell`)
  await expect(page.getByRole('button', { name: 'Qamra AED 20' })).toBeVisible()
  await page.keyboard.type('0501234567')
  await page.keyboard.press('Alt+Digit1')
  await expect(saleOn(page).getByRole('button', { name: /^Send top-up AED\s20\.00/ })).toBeVisible()

  await lock(page)
  await shop.signIn(page, 'Joseph Mathew')
  await expect(page.getByRole('button', { name: /^Mobile recharge/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Qamra AED 20' })).toBeHidden()
})

test('what this till sold is offered to the next customer, and nothing moves when it appears @long', async ({
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
  await sell(page, '050 123 4567', '25')
  await nextCustomer(page)
  const recent = page.getByRole('region', { name: text('quick.recent') })
  await expect(recent.getByRole('button', { name: 'Recently sold: Qamra Recharge AED 25' })).toBeVisible()
  await page.goto(`${shop.url}/sell`)
  await expect(recent).toBeVisible()
  await expect(heading(page, 'salesList.last')).toBeVisible()
  expect(await page.evaluate(() => (window as { shift?: number }).shift ?? 0)).toBeLessThan(0.01)
  await recent.getByRole('button').click()
  await expect(amountField(page)).toHaveValue('25')
  await expect(numberField(page)).toHaveValue('')
})
